import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { book, bookAndPay } from './booking.ts';
import { confirmAtDesk, expect, signInAtDesk, atDesk as test } from './steps.ts';

test.use({ viewport: { width: 390, height: 844 } });

async function open(page: Page, id: string, action: string): Promise<Locator> {
  await page.goto(`/desk/registration/${id}`);
  // The button of a dialog that was left with something typed ends in "(draft)".
  await page.getByRole('button', { name: new RegExp(`^${action}( \\(draft\\))?$`) }).press('Enter');
  return page.getByRole('dialog');
}

async function record(page: Page, id: string, typed: Record<string, string>, says: RegExp): Promise<void> {
  const dialog = await open(page, id, 'Record payment');
  for (const [label, text] of Object.entries({ 'Date received': '2025-03-01', Reason: 'On the statement', ...typed }))
    await dialog.getByLabel(label, { exact: true }).fill(text);
  await expect(dialog.getByText(says)).toBeVisible();
  expect(await violations(page, ['dialog'])).toEqual([]);
  await confirmAtDesk(page, 'Record payment');
}

const reference = () => `UTR ${process.pid}${Date.now()}`;

test('a transfer with tax deducted is less than the price; the balance is shown and recorded', async ({ page }) => {
  const { id } = await book(page.request);
  await signInAtDesk(page, 'Treasurer');
  await record(
    page,
    id,
    { Reference: reference(), 'Amount received, in rupees': '2,000', 'Tax deducted (TDS), in rupees': '200' },
    /₹1,340 is left to pay/,
  );
  const dialog = await open(page, id, 'Record payment');
  for (const [label, text] of Object.entries({ 'Date received': '2025-03-01', Reference: reference() }))
    await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByLabel('Tax deducted (TDS), in rupees').fill('100');
  await expect(dialog.getByText(/^₹1,240 is recorded as paid/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('₹1,340 has not been paid yet.')).toBeVisible();
  await expect(page.getByText('There is no valid payment link.')).toBeVisible();
  await record(
    page,
    id,
    { Reference: reference(), 'Amount received, in rupees': '1500', 'Tax deducted (TDS), in rupees': '' },
    /₹160 was overpaid/,
  );
  await expect(page.getByRole('note').getByText('Refund ₹160 of the bank transfer')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const withdrawal = await open(page, id, 'Withdraw payment');
  await expect(withdrawal.getByRole('option', { name: /, ₹1,500$/ })).toBeAttached();
});

test('a search ends with its result; after an action the heading is focused and in view', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const { person } = await book(page.request);
  await signInAtDesk(page, 'Treasurer');
  await page.goto('/desk');
  const search = page.getByRole('searchbox', { name: 'Search registrations' });
  await search.fill(person.Email);
  await search.press('Enter');
  const heading = page.getByRole('heading', { level: 1, name: person['First name'] });
  await expect(heading).toBeVisible();
  await expect(search).toHaveValue('');
  await page.getByRole('button', { name: 'Record payment', exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, text] of Object.entries({ 'Date received': '2025-03-01', Reason: 'x', Reference: reference() }))
    await dialog.getByLabel(label, { exact: true }).fill(text);
  await confirmAtDesk(page, 'Record payment');
  await expect(page.getByText(/^Done\./)).toBeVisible();
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport({ ratio: 1 });
});

test('a used reference names its registration, and can be used again after a withdrawal', async ({ page }) => {
  const wrong = await book(page.request);
  const right = await book(page.request);
  const used = reference();
  await signInAtDesk(page, 'Organiser');
  await record(page, wrong.id, { Reference: used }, /₹3,540 is recorded as paid/);
  let dialog = await open(page, right.id, 'Record payment');
  await dialog.getByLabel('Reference').fill(used.toLowerCase());
  await dialog.getByLabel('Date received').fill('2025-03-01');
  const name = `${wrong.person['First name']} ${wrong.person['Last name']}`;
  await expect(dialog.getByLabel('Reference')).toHaveAccessibleDescription(
    new RegExp(`already been recorded for ${name}`),
  );
  await page.keyboard.press('Escape');

  dialog = await open(page, wrong.id, 'Withdraw payment');
  await expect(dialog.getByText('This is not a refund: no money is returned.')).toBeVisible();
  await expect(dialog.getByText('The ticket is void.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('It was a namesake’s transfer');
  expect(await violations(page, ['dialog'])).toEqual([]);
  await confirmAtDesk(page, 'Withdraw payment');
  await expect(page.getByText(/^Withdrawn: ₹3,540/)).toBeVisible();
  await record(page, right.id, { Reference: used }, /₹3,540 is recorded as paid/);
});

/** Chooses an option by typing its label. */
async function choose(field: Locator, label: string): Promise<void> {
  await field.press('Home');
  await field.pressSequentially(label);
  await expect(field.locator('option:checked')).toHaveText(label);
}

async function confirm(page: Page, why: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Reason', { exact: true }).fill(why);
  expect(await violations(page, ['dialog'])).toEqual([]);
  await confirmAtDesk(page, 'Change ticket');
}

/** Finds how many entries are left on each of the registration's tickets, with the newest ticket first. */
const entries = (page: Page) => page.getByText(/^\d of \d$/);

test('the spouse is removed, and the preview shows the refund', async ({ page }) => {
  const { id } = await bookAndPay(page.request, undefined, { spouse: true, spouseName: 'Ravi Verma', amount: 7080 });
  await signInAtDesk(page, 'Treasurer');
  const dialog = await open(page, id, 'Change ticket');
  await dialog.getByLabel('With spouse').press('Space');
  await expect(dialog.getByText('₹7,080 has been paid, which is ₹3,540 too much.')).toBeVisible();
  await expect(dialog.getByText(/to settle the difference/), 'the missing choice is named once').toHaveCount(1);
  await choose(dialog.getByLabel('How to settle the difference in price'), 'Refund it');
  await expect(
    dialog.getByText('A new ticket is issued. The old ticket is void, even if printed or saved.'),
  ).toBeVisible();
  // On a phone, all of it is in view above the buttons.
  for (const said of [/^Email to /, /^A new ticket is issued/, /^₹3,540 will be refunded/])
    await expect(dialog.getByText(said)).toBeInViewport({ ratio: 1 });
  await confirm(page, 'The spouse cannot come');
  await expect(entries(page)).toHaveText(['3 of 3', '6 of 6']);
  await expect(page.getByText('Refund: ₹3,540')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('the spouse is added and paid for by a bank transfer of another amount', async ({ page }) => {
  const { id } = await bookAndPay(page.request);
  await signInAtDesk(page, 'Treasurer');
  const dialog = await open(page, id, 'Change ticket');
  await dialog.getByLabel('With spouse').press('Space');
  await dialog.getByLabel('Spouse’s name').fill('Ravi Verma');
  await choose(dialog.getByLabel('How to settle the difference in price'), 'Bank transfer');
  await dialog.getByLabel('Reference', { exact: true }).fill(reference());
  await dialog.getByLabel('Date received').fill('2025-03-01');
  const amount = dialog.getByLabel('Amount received, in rupees');
  await amount.fill('3,000');
  await expect(dialog.getByText('The ticket can be changed once all of ₹3,540 has been paid.').first()).toBeVisible();
  await amount.fill('3,600');
  await expect(dialog.getByText(/^₹60 was overpaid and must be refunded manually/)).toBeVisible();
  await confirm(page, 'The bank statement of today');
  await expect(entries(page)).toHaveText(['6 of 6', '3 of 3']);
});

test('another category is paid for by link, and the ticket changes once', async ({ page, browser, baseURL }) => {
  const { id } = await bookAndPay(page.request);
  await signInAtDesk(page, 'Treasurer');
  const dialog = await open(page, id, 'Change ticket');
  await choose(dialog.getByLabel('Category', { exact: true }), 'Members of Other Institutes');
  await expect(dialog.getByText('Correct the marked field to see what will happen.')).toBeVisible();
  await choose(dialog.getByLabel('Institute', { exact: true }), 'Council of Architecture');
  await dialog.getByLabel('Membership number').fill('CA/2010/12345');
  await expect(dialog.getByText('₹3,540 has been paid, so ₹5,900 is still to be paid.')).toBeVisible();
  await choose(dialog.getByLabel('How to settle the difference in price'), 'Email a payment link');
  await expect(dialog.getByText(/^A payment link will be sent to /)).toBeVisible();
  await confirm(page, 'Not a member of this institute');
  await expect(page.getByText('Change to Members of Other Institutes.')).toBeVisible();
  await expect(entries(page)).toHaveText(['3 of 3']);

  const visitor = await browser.newPage({ baseURL: baseURL!, viewport: { width: 390, height: 844 } });
  await visitor.goto(`/verify/${id}`);
  const change = visitor.getByText(/^The ticket change costs ₹5,900\./);
  await expect(change).toBeVisible();
  await visitor.getByRole('link', { name: 'Continue to payment' }).press('Enter');
  await visitor.getByRole('button', { name: /^Pay ₹5,900/ }).press('Enter');
  await expect(visitor.getByRole('heading', { name: /^Congratulations/ })).toBeVisible();
  await expect(change).toHaveCount(0);
  await expect(visitor.getByText('We received ₹5,900 for the ticket change.')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: /^Congratulations/ })).toBeVisible();
  expect(await violations(visitor)).toEqual([]);
  await visitor.close();

  await page.reload();
  await expect(entries(page)).toHaveText(['3 of 3', '3 of 3']);
  await expect(page.getByText('₹9,440', { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("a treasurer prints an invoice and exports a month's register, by keyboard", async ({ page }) => {
  const { id } = await bookAndPay(page.request);
  await signInAtDesk(page, 'Treasurer');
  await page.goto(`/desk/registration/${id}`);
  const link = page.getByRole('list', { name: 'Documents' }).getByRole('link', { name: /^Tax invoice TEST/ });
  await link.focus();
  await page.keyboard.press('Enter');
  const paper = page.getByRole('article', { name: 'Tax invoice' });
  await expect(paper).toContainText('Rupees three thousand five hundred forty only');
  expect(await violations(page)).toEqual([]);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

  await page.goto('/desk');
  await page.getByRole('button', { name: 'Export documents' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Export documents' });
  await dialog.getByLabel('Month of issue').fill('2025-03');
  await dialog.getByLabel('File format').selectOption('gstr1');
  await dialog.getByLabel('What is the file for?').fill('The return of March');
  expect(await violations(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export the file' }).focus();
  await page.keyboard.press('Enter');
  // The desk asks for the passkey unless it was used in the last few minutes.
  const touch = page.getByRole('dialog', { name: 'Confirm that it is you' }).getByRole('button', { name: 'Continue' });
  const file = await Promise.race([download, touch.click().then(() => download)]);
  expect(file.suggestedFilename()).toBe('gstr1-2025-03.zip');
  expect(readFileSync(await file.path()).toString('latin1')).toContain('control.csv');
});

test('a registrar sees no documents', async ({ page }) => {
  const { id } = await bookAndPay(page.request);
  await signInAtDesk(page, 'Registrar');
  await page.goto('/desk');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export documents' })).toHaveCount(0);
  await page.goto(`/desk/registration/${id}`);
  await expect(page.getByRole('heading', { name: 'Ticket' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Tax invoice/ })).toHaveCount(0);
});
