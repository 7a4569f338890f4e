// Whoever is faster than the network: what is typed and sent before the program of a page has arrived is not lost.
import { expect, somebody, test } from './steps.ts';

test('an address that is sent before the page is alive gets its code, and stands in no address bar', async ({
  page,
}) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/assets/main-*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  const loaded = page.waitForRequest('**/assets/main-*.js');
  await page.goto('/login', { waitUntil: 'commit' });
  await loaded;
  const address = page.getByPlaceholder('Enter Email');
  const email = somebody()['E-mail'];
  await address.fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(address).toHaveValue(email);
  expect(new URL(page.url()).search).toBe('');

  arrive();
  await expect(page.getByText('OTP sent successfully!!')).toBeInViewport();
  await expect(page.getByText(email)).toBeVisible();
});

for (const width of [320, 768, 1440]) {
  test(`what is painted of the sign-in page does not move when the rest arrives, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/login');
    const top = () => page.locator('#app form').evaluate((form) => form.getBoundingClientRect().top);
    const whole = await top();
    // A slow line: the page ends after the form for now.
    await page.locator('#app nav').evaluate((nav) => nav.remove());
    expect(await top()).toBe(whole);
  });
}
