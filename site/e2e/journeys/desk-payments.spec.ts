// Payments outside the gateway, at the desk on a phone: a transfer that is too small and has tax deducted, the rest, a
// reference that was used before, and a payment that was recorded for the wrong person.
import type { Locator, Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { book } from './booking.ts';
import { confirmAtDesk, expect, refusals, signInAtDesk, withServer } from './steps.ts';

const test = withServer(() => ({ name: 'localhost' }));
// A request that needs the passkey is refused at first.
test.use({ tolerated: { errors: [refusals] }, viewport: { width: 390, height: 844 } });

async function open(page: Page, id: string, action: string): Promise<Locator> {
  await page.goto(`/desk/registration/${id}`);
  await page.getByRole('button', { name: action, exact: true }).press('Enter');
  return page.getByRole('dialog');
}

/** Fills in the fields and confirms, with the keyboard only. */
async function record(page: Page, id: string, typed: Record<string, string>, says: RegExp): Promise<void> {
  const dialog = await open(page, id, 'Record payment');
  for (const [label, text] of Object.entries({ 'Date received': '2025-03-01', Reason: 'On the statement', ...typed }))
    await dialog.getByLabel(label, { exact: true }).fill(text);
  await expect(dialog.getByText(says)).toBeVisible();
  expect(await violations(page, ['dialog'])).toEqual([]);
  await confirmAtDesk(page, 'Record payment');
}

const reference = () => `UTR ${process.pid}${Date.now()}`;

test('a transfer with tax deducted is too little; the rest is shown and recorded', async ({ page }) => {
  const { id } = await book(page.request);
  await signInAtDesk(page, 'Treasurer');
  await record(
    page,
    id,
    { Reference: reference(), 'Amount received, in rupees': '2,000', 'Tax deducted (TDS), in rupees': '200' },
    /₹1,340 is left to pay/,
  );
  await expect(page.getByText('₹1,340 is not paid yet.')).toBeVisible();
  await expect(page.getByText('No payment link is open.')).toBeVisible();
  await record(page, id, { Reference: reference(), 'Amount received, in rupees': '1500' }, /₹160 is above the price/);
  await expect(page.getByRole('note').getByText('Refund ₹160 of the bank transfer')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('a reference that was used names the other registration; a withdrawn one can be used again', async ({ page }) => {
  const wrong = await book(page.request);
  const right = await book(page.request);
  const used = reference();
  await signInAtDesk(page, 'Organiser');
  await record(page, wrong.id, { Reference: used }, /₹3,540 is recorded as paid/);
  let dialog = await open(page, right.id, 'Record payment');
  await dialog.getByLabel('Reference').fill(used.toLowerCase());
  await dialog.getByLabel('Date received').fill('2025-03-01');
  const name = `${wrong.person['First name']} ${wrong.person['Last name']}`;
  await expect(dialog.getByLabel('Reference')).toHaveAccessibleDescription(new RegExp(`already recorded, for ${name}`));
  await page.keyboard.press('Escape');

  dialog = await open(page, wrong.id, 'Withdraw payment');
  await expect(dialog.getByText('This is not a refund: no money is returned.')).toBeVisible();
  await expect(dialog.getByText('Its ticket is void.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('It was a namesake’s transfer');
  expect(await violations(page, ['dialog'])).toEqual([]);
  await confirmAtDesk(page, 'Withdraw payment');
  await expect(page.getByText(/^Withdrawn: ₹3,540/)).toBeVisible();
  await record(page, right.id, { Reference: used }, /₹3,540 is recorded as paid/);
});
