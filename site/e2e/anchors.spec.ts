import { expect, test } from '@playwright/test';
import { hold, watch } from './watch';

test('a form that appears after hydration is scrolled into view, smoothly', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const kinds: string[] = [];
    Object.assign(window, { kinds });
    const native = Element.prototype.scrollIntoView;
    Element.prototype.scrollIntoView = function (this: Element, ...rest) {
      kinds.push(getComputedStyle(document.documentElement).scrollBehavior);
      native.apply(this, rest);
    };
  });
  await page.goto('/industry-associates-registration#registrationForm');
  const form = page.locator('#registrationForm');
  await expect(form).toBeInViewport();
  await expect.poll(async () => Math.abs((await form.boundingBox())!.y)).toBeLessThan(250);
  expect(await page.evaluate(() => (window as unknown as { kinds: string[] }).kinds)).toEqual(['smooth']);
});

test('a visitor who has scrolled on is not scrolled back when the form appears', async ({ page }) => {
  const arrive = await hold(page, '**/assets/main-*.js');
  const asked = page.waitForRequest('**/assets/main-*.js');
  await page.goto('/industry-associates-registration#registrationForm');
  await asked;
  await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }));
  arrive();
  await expect(page.locator('#registrationForm')).toBeAttached();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(120);
});

test('an anchor with an invalid encoding causes no error', async ({ page }) => {
  const { complaints } = watch(page);
  for (const address of ['/faqs#%', '/login#%E0%A4%A', '/#%zz']) {
    await page.goto(address); // the loader reads the anchor before the page's load event
    await expect(page.locator('html')).toHaveClass(/alive/);
  }
  expect(complaints).toEqual([]);
});
