import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Server } from '../server.ts';
import { bookAndPay } from './booking.ts';
import {
  addAtDesk,
  addCard,
  addPhoto,
  confirmAtDesk,
  expect,
  fillForm,
  signInAtDesk,
  somebody,
  atDesk as test,
} from './steps.ts';

async function open(page: Page, id: string, act: string) {
  await page.goto(`/desk/registration/${id}`);
  await page.getByRole('button', { name: act, exact: true }).click();
  return page.getByRole('dialog');
}

/** Returns the newest email that contains this address and matches `says`, without soft line breaks. */
const mailTo = (server: Server, email: string, says: RegExp): string | undefined =>
  readdirSync(join(server.folder, 'outbox'))
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(server.folder, 'outbox', name), 'utf8').replace(/=\r?\n/g, ''))
    .filter((mail) => mail.includes(email) && says.test(mail))
    .at(-1);

test('a name is corrected: with a preview, a draft that survives a reload, and an email to the person', async ({
  page,
  server,
}) => {
  const { id, person } = await bookAndPay(page.request);
  await signInAtDesk(page, 'Registrar');
  let dialog = await open(page, id, 'Correct details');
  await dialog.getByLabel('First name').fill('Ashaben');
  await dialog.getByLabel('City').fill('Thiruvananthapuram');
  const city = dialog.locator('table b', { hasText: 'Thiruvananthapuram' });
  // The form is long, but what happens to the ticket can be read without scrolling.
  for (const [width, height] of [
    [390, 800],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await dialog.locator('form').evaluate((form) => form.closest('dialog')!.scrollTo(0, 0));
    await expect(dialog.getByText('A new ticket is issued. The old ticket is void')).toBeInViewport({ ratio: 1 });
    expect(await city.evaluate((word) => word.getClientRects().length), 'the word is not divided').toBe(1);
  }
  await dialog.getByLabel('Email').fill(`${'ashaben.'.repeat(7)}verma@architects-of-thiruvananthapuram.example.org`);
  await expect(dialog.getByRole('rowheader', { name: 'Email' })).toBeVisible();
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const divided = await dialog.locator('table :is(th, [role=rowheader])').evaluateAll((cells) =>
      cells
        .filter((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return range.getClientRects().length > cell.textContent!.split(' ').length;
        })
        .map((cell) => cell.textContent),
    );
    expect(divided, `at ${width} px, words in the names of fields`).toEqual([]);
    expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  }
  await dialog.getByLabel('Email').fill(person.Email);
  await page.reload();
  dialog = await open(page, id, 'Correct details (draft)');
  await expect(dialog.getByLabel('First name')).toHaveValue('Ashaben');
  await dialog.getByLabel('Reason').fill('Misspelt on the form');
  await confirmAtDesk(page, 'Correct details');
  await expect(page.getByRole('heading', { level: 1, name: /^Ashaben/ })).toBeVisible();
  await expect.poll(() => mailTo(server, person.Email, /ticket-changed|new ticket/i)).toBeTruthy();
});

test('a registration is cancelled with a partial refund, with the policy next to the form', async ({
  page,
  server,
}) => {
  const { id, person } = await bookAndPay(page.request);
  await signInAtDesk(page, 'Organiser');
  const dialog = await open(page, id, 'Cancel registration');
  await expect(dialog.getByText('Refunds are made only if the event is officially cancelled.')).toBeVisible();
  await dialog.getByLabel('Partial refund').check();
  await dialog.getByLabel('Amount to refund, in rupees').fill('1000');
  await expect(dialog.getByText('Remaining ₹2,540')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Illness, decided by the committee');
  await confirmAtDesk(page, 'Cancel the registration');
  await expect.poll(() => mailTo(server, person.Email, /1,000/)).toBeTruthy();
  await page.goto(`/verify/${id}`);
  await expect(page.getByText(/₹1,000/).first()).toBeVisible();
});

test('a registration paid by bank transfer is added', async ({ page, server }) => {
  await signInAtDesk(page, 'Organiser');
  const person = somebody();
  await addAtDesk(page, person, async () => {
    await page.getByRole('radio', { name: /^Paid by bank transfer/ }).check();
    await page.getByLabel('Reference', { exact: true }).fill(`UTR ${Date.now()}`);
    await page.getByLabel('Date received').fill('2025-03-01');
  });
  await expect.poll(() => mailTo(server, person.Email, /event-ticket/)).toBeTruthy();
});

test('staff who approve after seeing the original enter which document was shown', async ({ page }) => {
  const { id } = await bookAndPay(page.request);
  await signInAtDesk(page, 'Registrar');
  const dialog = await open(page, id, 'Approve document');
  await dialog.getByLabel('The person showed the original at the desk').check();
  await expect(dialog.getByText('Enter the kind of document that was shown').first()).toBeVisible();
  await dialog.getByLabel('Document shown').fill('passport');
  await dialog.getByLabel('Reason').fill('Came to the desk');
  await confirmAtDesk(page, 'Approve document');
  await expect(page.getByText(/passport, original seen at the desk/).first()).toBeVisible();
});

test('a ticket is transferred: the colleague enters their own details on the linked page', async ({ page, server }) => {
  const { id } = await bookAndPay(page.request);
  const colleague = somebody();
  await signInAtDesk(page, 'Registrar');
  const dialog = await open(page, id, 'Transfer ticket');
  await dialog.getByLabel('Colleague’s email address').fill(colleague.Email);
  await dialog.getByLabel('Reason').fill('Cannot come');
  await confirmAtDesk(page, 'Send the offer');
  let link: string | undefined;
  await expect
    .poll(() => (link = /\/transfer#[\w-]+/.exec(mailTo(server, colleague.Email, /\/transfer#/) ?? '')?.[0]))
    .toBeTruthy();
  await page.goto(link!);
  await expect(page.getByText(`This ticket is for ${colleague.Email}`)).toBeVisible();
  const lead = page.getByText('The link can be used once.');
  await expect(lead).toBeVisible();
  await expect(page.getByLabel('GST number'), 'the payer has the invoice').toHaveCount(0);
  const { Email: _, ...own } = colleague;
  await fillForm(page, own);
  await addPhoto(page);
  await addCard(page);
  await page.getByRole('button', { name: 'Accept ticket' }).click();
  await expect(page.getByRole('heading', { name: 'The ticket is yours' })).toBeVisible();
  await expect(lead).toHaveCount(0);
  await page.goto('about:blank');
  await page.goto(link!);
  await expect(page.getByText('This link can no longer be used')).toBeVisible();
  await expect(lead).toHaveCount(0);
  await page.goto(`/desk/registration/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: colleague['Last name'] })).toBeVisible();
});

test("a completed action stays on the page; an offer to the holder's own address is refused at its field", async ({
  page,
}) => {
  const { id, person } = await bookAndPay(page.request);
  await signInAtDesk(page, 'Registrar');
  // The confirmation has just been sent, and the same email is sent at most once a minute.
  let dialog = await open(page, id, 'Send email again');
  await expect(dialog.getByText('An email was sent less than a minute ago.')).toBeVisible();
  await page.keyboard.press('Escape');

  dialog = await open(page, id, 'Assign seat');
  await dialog.getByLabel('Gate').fill('2');
  await dialog.getByLabel('Reason').fill('The queue is shorter');
  await confirmAtDesk(page, 'Save seat');
  const says = 'The ticket remains valid and shows the new seat.';
  await expect(page.getByRole('status').filter({ hasText: `Done. ${says}` })).toBeInViewport();
  await expect(page.getByText(says), 'it is said once').toHaveCount(1);

  dialog = await open(page, id, 'Transfer ticket');
  const address = dialog.getByLabel('Colleague’s email address');
  await address.fill(person.Email.toUpperCase());
  await expect(address).toHaveAccessibleDescription(/This is the registration's own email address/);
});

test('adding a person who is already registered leads to their registration', async ({ page }) => {
  const registered = await bookAndPay(page.request);
  await signInAtDesk(page, 'Organiser');
  await page.goto('/desk/add');
  await page.getByLabel('Category').selectOption({ label: 'IIA Professional' });
  await fillForm(page, { ...somebody(), 'Membership number': registered.person['Membership number'] });
  await expect(page.getByText(/who is already registered, under the code [A-Z]{6}\./)).toBeVisible();
  await page.getByRole('link', { name: 'Open that registration' }).click();
  await expect(page).toHaveURL(new RegExp(registered.id));
  await expect(page.getByRole('heading', { level: 1, name: registered.person['Last name'] })).toBeVisible();
});
