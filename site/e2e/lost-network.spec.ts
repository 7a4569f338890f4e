// Files can be missing because the network has failed or a newer version of the site has replaced them.
import { expect, test } from '@playwright/test';
import { bookAndPay } from './journeys/booking.ts';
import { somebody } from './journeys/steps.ts';
import { walkDown, watch } from './watch';

test('a page whose islands cannot be loaded stays readable, without an error', async ({ page }) => {
  const { complaints } = watch(page);
  for (const [address, island] of [
    ['/gallery', 'gallery'],
    ['/speakers', 'speakers'],
    ['/contact', 'partners'],
  ] as const) {
    const asked = page.waitForRequest(new RegExp(`/island-${island}-`));
    await page.route(/\/assets\/island-/, (route) => route.abort('internetdisconnected'));
    await page.goto(address);
    await walkDown(page);
    await asked;
    await expect(page.locator(`[data-island*=${island}] img`).first()).toBeVisible();
  }
  expect(complaints).toEqual([]);
});

test('without the toast library, a message is still shown and then disappears', async ({ page }) => {
  const { complaints } = watch(page);
  await page.route(/\/assets\/toaster-/, (route) => route.abort('internetdisconnected'));
  await page.clock.install();
  await page.goto('/login');
  await page.getByPlaceholder('Enter Email').fill(somebody().Email);
  await page.getByRole('button', { name: 'Continue' }).click();
  const message = page.getByRole('alert').filter({ hasText: 'OTP sent successfully!!' });
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return message.isVisible();
    })
    .toBe(true);
  await expect(message).toBeInViewport();
  await page.clock.runFor(5000);
  await expect(message).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('if the script for a program page does not load, the page is opened as a new document', async ({ page }) => {
  await page.goto('/register-now');
  await page.route(/\/assets\/bookings-/, (route) => route.abort('internetdisconnected'), { times: 1 });
  await page.evaluate(() => Object.assign(globalThis, { isFirst: true }));
  await page
    .getByRole('article', { name: 'IIA Professional' })
    .getByRole('button', { name: /^Register Now/ })
    .click();
  // While the document is replaced, it cannot be asked.
  await expect.poll(() => page.evaluate(() => 'isFirst' in globalThis).catch(() => true)).toBe(false);
  await expect(page).toHaveURL(/\/bookings$/);
  await expect(page.getByRole('main')).toContainText(/\S/);
  await expect(page.getByText('Oops!')).toHaveCount(0);
});

test('a payment page whose scripts fail at first shows the payment once the network is back', async ({ page }) => {
  const { id } = await bookAndPay(page.request);
  const cutOff = Date.now() + 2500;
  await page.route(/\/assets\/.*\.js$/, (route) =>
    Date.now() < cutOff ? route.abort('connectionreset') : route.continue(),
  );
  await page.goto(`/verify/${id}`);
  await expect(page.getByText('Congratulations! Your Registration is Successful')).toBeVisible();
  await expect(page.getByText('This page has not loaded completely', { exact: false })).toHaveCount(0);
});

// For visitors who prefer less motion, which is the tests' usual setting, a rule removes all other animations.
test('a payment page without any script says that the payment is safe', async ({ page }) => {
  const { id } = await bookAndPay(page.request);
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort('connectionreset'));
  await page.goto(`/verify/${id}`);
  const late = page.getByText(
    'This page has not loaded completely. Nothing is lost: if you have paid, your payment is',
  );
  await expect(late).toBeHidden();
  // End the delay of 15 seconds after which the message appears.
  await late.evaluate((element) => {
    for (const waiting of element.getAnimations()) waiting.finish();
  });
  await expect(late).toBeInViewport();
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Reload the page' }).click();
  await expect(page.getByText('Congratulations! Your Registration is Successful')).toBeVisible();
});
