// Screens that appear only after some steps, in both themes and at the narrowest and widest widths.
import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { bookAndPay } from './booking.ts';
import { chooseTicket, expect, file, picture, test } from './steps.ts';

/** crawl.spec.ts checks the header and the footer. */
const program = ['#app', 'dialog'];

async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  expect(await violations(page, program)).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(await violations(page, program)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('the form with errors, with a picture, and the masking tool', async ({ page }) => {
  await chooseTicket(page, 'Members of Other Institutes');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await page.getByLabel('Profile photo').setInputFiles(file(await picture('portrait')));
  await expect(page.getByText(/^Uploaded \(/)).toBeVisible();
  await page.getByLabel('My spouse is coming with me').check();
  await expectAccessible(page);
  await page.getByLabel('Aadhar card').setInputFiles(file(await picture('1234 5678 9012')));
  await expect(page.getByRole('dialog')).toBeInViewport();
  await expectAccessible(page);
});

test('the success page and the sign-in code step', async ({ page }) => {
  const { id, person, token } = await bookAndPay(page.request);
  await page.goto('/robots.txt'); // only for its storage
  await page.evaluate((token) => localStorage.setItem('token', token), token);
  await page.goto(`/verify/${id}`);
  await expect(page.getByText('Booking code')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/login');
  await page.getByPlaceholder('Enter Email').fill(person.Email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'GO BACK' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Please enter all 6 digits.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'GO BACK' }).click();
  await expect(page.getByRole('heading', { name: 'SIGN IN' })).toBeVisible();
});
