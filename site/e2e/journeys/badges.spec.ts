import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, refusals, signInAtDesk, withDesk } from './steps.ts';

const test = withDesk();
test.use({ tolerated: { errors: [refusals] } }); // an unknown code

async function open(page: Page, path: string): Promise<void> {
  // In a headless browser, the print dialog returns at once, so the test counts its openings.
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-prints', `${Number(document.body.dataset.prints ?? 0) + 1}`);
  });
  await signInAtDesk(page, 'Registrar');
  await page.goto(path);
}

test('one badge is printed by its ticket code, and again; then all others on a list, by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/desk/badges?category=INDUSTRY_ASSOCIATES');
  const badges = page.getByRole('article');
  const code = await badges.first().locator('span').textContent();
  const all = await badges.count();
  await page.getByLabel('Ticket code or booking code').fill('ZZZZZZ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No ticket or booking has this code.')).toBeVisible();
  await page.getByLabel('Ticket code or booking code').fill(code!);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/code=/);
  await expect(badges).toHaveCount(1);
  await expect(page.getByLabel('Ticket code or booking code')).toBeFocused();
  await page.getByRole('button', { name: 'Print 1 badge' }).click();
  await expect(page.getByText(/^Printed on /)).toBeVisible();
  await page.getByRole('button', { name: 'Print 1 badge' }).click();
  await expect(page.getByText(/^Printed 2 times, last on /)).toBeVisible();

  // as if there were more than 500
  const query = '/desk/badges?category=INDUSTRY_ASSOCIATES';
  await page.route('**/api/desk/badges', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), more: true } });
  });
  await page.goto(query);
  await expect(page.getByText(/^More registrations were found than the \d+ whose badges are here\./)).toBeVisible();
  await page.getByRole('link', { name: 'Show those that have not been printed yet' }).press('Enter');
  await expect(page).toHaveURL(`${query}&flag=no-badge`);
  await expect(page.getByText(/After printing, the page shows the next\.$/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.unroute('**/api/desk/badges');

  await page.goto(`${query}&flag=no-badge`);
  const print = page.getByRole('button', { name: `Print ${all - 1} badges` });
  await expect(print).toBeEnabled();
  await expect(badges).toHaveCount(all - 1);
  expect(await violations(page)).toEqual([]);
  await print.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No badge to print')).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-prints', '1');
  await expect(page.getByRole('button', { name: /^Print/ })).toHaveCount(0);
});
