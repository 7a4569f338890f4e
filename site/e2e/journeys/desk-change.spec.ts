// The ticket of a paid registration is changed at the desk, on a phone and by keyboard: the spouse is removed with a
// refund, and another category is paid by link.
import type { Locator, Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { bookAndPay } from './booking.ts';
import { confirmAtDesk, expect, refusals, signInAtDesk, withServer } from './steps.ts';

const test = withServer(() => ({ name: 'localhost' }));
// A request that needs the passkey is refused at first.
test.use({ tolerated: { errors: [refusals] }, viewport: { width: 390, height: 844 } });

async function open(page: Page, id: string): Promise<Locator> {
  await page.goto(`/desk/registration/${id}`);
  await page.getByRole('button', { name: 'Change ticket', exact: true }).press('Enter');
  return page.getByRole('dialog', { name: /^Change the ticket of / });
}

/** Chooses an option by typing its label. */
async function choose(field: Locator, label: string): Promise<void> {
  await field.press('Home');
  await field.pressSequentially(label);
  await expect(field.locator('option:checked')).toHaveText(label);
}

/** Writes the reason and confirms. */
async function confirm(page: Page, why: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Reason', { exact: true }).fill(why);
  expect(await violations(page, ['dialog'])).toEqual([]);
  await confirmAtDesk(page, 'Change ticket');
}

/** The entries left on each ticket of the registration, the newest first. */
const entries = (page: Page) => page.getByText(/^\d of \d$/);

test('the spouse is removed, and the preview shows the refund', async ({ page }) => {
  const { id } = await bookAndPay(page.request, undefined, { spouse: true, spouseName: 'Ravi Verma', amount: 7080 });
  await signInAtDesk(page, 'Treasurer');
  const dialog = await open(page, id);
  await dialog.getByLabel('With spouse').press('Space');
  await expect(dialog.getByText('₹7,080 has been paid, which is ₹3,540 too much.')).toBeVisible();
  await choose(dialog.getByLabel('How the difference in price is settled'), 'It is refunded');
  await expect(dialog.getByText(/₹3,540 will be refunded/)).toBeVisible();
  await expect(
    dialog.getByText('A new ticket is issued. The old one is void, even if printed or saved.'),
  ).toBeVisible();
  await confirm(page, 'The spouse cannot come');
  await expect(entries(page)).toHaveText(['3 of 3', '6 of 6']);
  await expect(page.getByText('Refund: ₹3,540')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('another category is paid by link, and the ticket changes once', async ({ page, browser, baseURL }) => {
  const { id } = await bookAndPay(page.request);
  await signInAtDesk(page, 'Treasurer');
  const dialog = await open(page, id);
  await choose(dialog.getByLabel('Category', { exact: true }), 'Members of Other Institutes');
  await expect(dialog.getByText('Correct the marked field to see what will happen.')).toBeVisible();
  await choose(dialog.getByLabel('Institute', { exact: true }), 'Council of Architecture');
  await dialog.getByLabel('Membership number').fill('CA/2010/12345');
  await expect(dialog.getByText('₹3,540 has been paid, so ₹5,900 is still to be paid.')).toBeVisible();
  await choose(dialog.getByLabel('How the difference in price is settled'), 'It is paid by a link that is emailed');
  await expect(dialog.getByText(/^A payment link will be sent to /)).toBeVisible();
  await confirm(page, 'Not a member of this institute');
  await expect(page.getByText('Change to Members of Other Institutes.')).toBeVisible();
  await expect(entries(page)).toHaveText(['3 of 3']);

  const visitor = await browser.newPage({ baseURL: baseURL!, viewport: { width: 390, height: 844 } });
  await visitor.goto(`/verify/${id}`);
  const change = visitor.getByText(/^The change of your ticket costs ₹5,900\./);
  await expect(change).toBeVisible();
  await visitor.getByRole('link', { name: 'Continue to payment' }).press('Enter');
  await visitor.getByRole('button', { name: /^Pay ₹5,900/ }).press('Enter');
  await expect(visitor.getByRole('heading', { name: /^Congratulations/ })).toBeVisible();
  await expect(change).toHaveCount(0);
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: /^Congratulations/ })).toBeVisible();
  expect(await violations(visitor)).toEqual([]);
  await visitor.close();

  await page.reload();
  await expect(entries(page)).toHaveText(['3 of 3', '3 of 3']);
  await expect(page.getByText('₹9,440', { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
