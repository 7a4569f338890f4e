// The documents of payments at the desk: printed for a buyer, and exported for a month.
import { readFileSync } from 'node:fs';
import { violations } from '../axe.ts';
import { bookAndPay } from './booking.ts';
import { expect, refusals, signInAtDesk, withServer } from './steps.ts';

const test = withServer(() => ({ name: 'localhost' }));
// A request that needs the passkey is refused at first.
test.use({ tolerated: { errors: [refusals] }, viewport: { width: 390, height: 844 } });

test('a treasurer prints an invoice and exports the register of a month, by keyboard', async ({ page }) => {
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
  // The passkey is asked for unless it was used a moment ago.
  const touch = page.getByRole('dialog', { name: 'Confirm that it is you' }).getByRole('button', { name: 'Continue' });
  const file = await Promise.race([download, touch.click().then(() => download)]);
  expect(file.suggestedFilename()).toBe('gstr1-2025-03.zip');
  expect(readFileSync(await file.path()).toString('latin1')).toContain('control.csv');
});

test('a registrar sees no documents', async ({ page }) => {
  const { id } = await bookAndPay(page.request);
  await signInAtDesk(page, 'Registrar');
  await expect(page.getByRole('button', { name: 'Export documents' })).toHaveCount(0);
  await page.goto(`/desk/registration/${id}`);
  await expect(page.getByRole('heading', { name: 'Ticket' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Tax invoice/ })).toHaveCount(0);
});
