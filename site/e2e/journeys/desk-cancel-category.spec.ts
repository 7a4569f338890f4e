import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { confirmAtDesk, expect, refusals, signInAtDesk, withDesk } from './steps.ts';

const test = withDesk();
test.use({ viewport: { width: 390, height: 844 }, tolerated: { errors: [refusals] } });

async function checkDialog(page: Page): Promise<void> {
  expect(await violations(page, ['dialog'])).toEqual([]);
  for (const area of [page.getByRole('dialog'), page.locator('html')])
    expect(await area.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
}

test('by keyboard, an organiser cancels a category, and the treasurer approves all its refunds at once', async ({
  page,
}) => {
  await signInAtDesk(page, 'Organiser');
  await page.goto('/desk/sales');
  await expect(page.getByRole('button', { name: /^Cancel category/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Pause sales Industry Associates' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What visitors see').fill('The dinner does not take place.');
  await dialog.getByLabel('Reason').fill('The boat is out of order');
  await confirmAtDesk(page, 'Pause sales');
  await page.getByRole('button', { name: 'Cancel category Industry Associates' }).press('Enter');
  const asks = /^Refunds for another person to approve: \d+, (₹[\d,.]+) in all/;
  const amount = asks.exec((await dialog.getByText(asks).textContent()) ?? '')?.[1] ?? 'none';
  await dialog.getByLabel('Reason').fill('The boat is out of order');
  await checkDialog(page);
  await confirmAtDesk(page, 'Cancel category');
  await expect(page.getByRole('status').getByText(asks)).toBeVisible();

  await signInAtDesk(page, 'Treasurer');
  await page.goto('/desk/registrations?category=INDUSTRY_ASSOCIATES&state=paid&flag=task');
  await page.getByRole('table').getByRole('link').first().press('Enter');
  await page.getByRole('button', { name: 'Approve request' }).press('Enter');
  await dialog.getByLabel('Answer all requests from the cancelled category').press('Space');
  await expect(dialog.getByText(`${amount} in all`)).toBeVisible();
  await dialog.getByLabel('Reason').fill('Agreed');
  await checkDialog(page);
  await confirmAtDesk(page, 'Approve request');
  await expect(page.getByText(/^Done\. Cancelled: \d+\./)).toBeVisible();
  await page.goto('/desk/registrations?category=INDUSTRY_ASSOCIATES&state=paid&state=waiting&flag=not-checked-in');
  await expect(page.getByText('0 registrations, 0 seats.')).toBeVisible();
});

test('by keyboard, a copy of a ticket goes to an assistant; the ticket stays with its holder', async ({ page }) => {
  await signInAtDesk(page, 'Registrar');
  await page.goto('/desk/registrations?state=paid');
  await page.getByRole('table').getByRole('link').first().press('Enter');
  await page.getByRole('button', { name: 'Send email again' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const copy = dialog.getByLabel('Send a copy to (optional)');
  await copy.fill('assistant');
  await expect(dialog.getByText('Enter a whole email address, or leave it empty.')).toBeVisible();
  await copy.fill('assistant@example.org');
  await expect(dialog.getByText('without amounts, will be sent to assistant@example.org')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Her assistant prints it');
  await checkDialog(page);
  await confirmAtDesk(page, 'Send email');
  await expect(page.getByText(/^Done\. A copy of the ticket/)).toBeVisible();
  await expect(page.getByText('Copy to: assistant@example.org')).toBeVisible();
});
