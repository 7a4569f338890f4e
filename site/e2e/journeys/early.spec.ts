import { hold } from '../watch.ts';
import { expect, somebody, test } from './steps.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('an address sent before hydration gets its code, and does not appear in the address bar', async ({ page }) => {
  const arrive = await hold(page, '**/assets/main-*.js');
  const loaded = page.waitForRequest('**/assets/main-*.js');
  await page.goto('/login', { waitUntil: 'commit' });
  await loaded;
  const address = page.getByPlaceholder('Enter Email');
  const email = somebody().Email;
  await address.fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(address).toHaveValue(email);
  expect(new URL(page.url()).search).toBe('');

  arrive();
  await expect(page.getByRole('heading', { name: 'ENTER ONE-TIME PASSCODE' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
});

test('an address sent while the page is still arriving gets its code', async ({ page }) => {
  // Deferred scripts wait for style sheets, just as they wait for the rest of the page on a slow network.
  const arrive = await hold(page, '**/assets/*.css');
  await page.goto('/login', { waitUntil: 'commit' });
  const email = somebody().Email;
  await page.getByPlaceholder('Enter Email').evaluate((input: HTMLInputElement, typed) => {
    input.value = typed;
    input.form!.requestSubmit(); // as Enter does
  }, email);
  arrive();
  await expect(page.getByRole('heading', { name: 'ENTER ONE-TIME PASSCODE' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
});

test('the sign-in page does not move when the rest of it arrives', async ({ page }) => {
  // The program does not run here, because it could not hydrate a page without the part that this test removes.
  await page.route('**/assets/main-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.goto('/login');
  const tops = async () => {
    const found: number[] = [];
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      found.push(await page.locator('#app form').evaluate((form) => form.getBoundingClientRect().top));
    }
    return found;
  };
  const whole = await tops();
  // On a slow connection, whatever follows the form arrives later.
  await page.locator('#app nav').evaluate((nav) => nav.remove());
  expect(await tops()).toEqual(whole);
});
