// A CSS animation determines how long a toast is shown; the tests set its time instead of waiting.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';
import { askForCode, expect, somebody, test } from './steps.ts';

/** Makes the toast's timer a hundred times slower, and waits until the whole toast is in view. */
async function message(page: Page): Promise<Locator> {
  await page.addInitScript(() =>
    addEventListener('animationstart', ({ target }) => {
      for (const one of (target as Element).getAnimations())
        if ((target as Element).matches('[role=progressbar]')) one.updatePlaybackRate(0.01);
    }),
  );
  await page.goto('/login');
  await askForCode(page, somebody().Email);
  const toast = page.getByRole('alert').filter({ hasText: 'OTP sent successfully!!' });
  await expect(toast).toBeInViewport({ ratio: 1 });
  return toast;
}

/** With icon and padding: the width determines how far the toast must be dragged. */
const whole = (toast: Locator) => toast.locator('xpath=ancestor-or-self::*[contains(@class, "Toastify__toast ")]');
const countdown = (toast: Locator) => whole(toast).getByRole('progressbar', { includeHidden: true });
const state = (toast: Locator) => countdown(toast).evaluate((bar) => bar.getAnimations()[0]?.playState);
const hold = (toast: Locator) => countdown(toast).evaluate((bar) => bar.getAnimations()[0]!.pause());
const finish = (toast: Locator) => countdown(toast).evaluate((bar) => bar.getAnimations()[0]!.finish());

const namesIn = (sheet: string) => new Set(sheet.match(/\.Toastify[\w-]*|@keyframes [\w-]+/g));

test("the page's style sheet for toasts has everything that the toast library's own sheet has", async ({ request }) => {
  const brought = namesIn(
    readFileSync(createRequire(import.meta.url).resolve('react-toastify/ReactToastify.css'), 'utf8'),
  );
  const page = await (await request.get('/login')).text();
  const [, sheet] = /data-messages="([^"]+)"/.exec(page)!;
  const served = namesIn(await (await request.get(sheet!)).text());
  expect(brought.size).toBeGreaterThan(50);
  expect([...brought].filter((name) => !served.has(name))).toEqual([]);
});

for (const [name, width, reducedMotion] of [
  ['phone', 390, 'no-preference'],
  ['laptop that asks for less motion', 1280, 'reduce'],
] as const) {
  test(`on a ${name}, a toast is at the top for five seconds`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await page.setViewportSize({ width, height: 800 });
    const toast = await message(page);
    const box = (await toast.boundingBox())!;
    expect(box.y + box.height).toBeLessThan(200);
    expect(box.x + box.width / 2).toBeGreaterThanOrEqual(width / 2 - 1);
    expect(await countdown(toast).evaluate((bar) => bar.getAnimations()[0]?.effect?.getTiming().duration)).toBe(5000);
    await expect.poll(() => state(toast)).toBe('running');
    await finish(toast);
    await expect(toast).toHaveCount(0);
  });
}

test.describe('if the style sheet for toasts cannot be loaded', () => {
  test.use({ tolerated: { errors: [/Failed to load resource/] } });

  test('the message is shown as plain text', async ({ page }) => {
    await page.route('**/messages-*.css', (route) => route.abort());
    await page.goto('/login');
    await askForCode(page, somebody().Email);
    const said = page.getByRole('alert').filter({ hasText: 'OTP sent successfully!!' });
    await expect(said).toBeInViewport({ ratio: 1 });
    await expect(said).toHaveCSS('position', 'fixed');
  });
});

test('a toast waits while the pointer is over it, and can be dragged away; a short drag does nothing', async ({
  page,
}) => {
  const toast = await message(page);
  await toast.hover();
  await expect.poll(() => state(toast)).toBe('paused');
  await page.mouse.move(5, 700);
  await expect.poll(() => state(toast)).toBe('running');
  await hold(toast); // keeps the toast from closing automatically
  // hover() waits until the toast stops moving: a toast slides in when it appears, and back after a short drag.
  const pull = async (part: number) => {
    const { width, height } = (await whole(toast).boundingBox())!;
    await whole(toast).hover({ position: { x: width * 0.9, y: height / 2 } });
    const { x, y } = (await whole(toast).boundingBox())!;
    await page.mouse.down();
    await page.mouse.move(x + width * (0.9 - part), y + height / 2, { steps: 5 });
    await page.mouse.up();
  };
  await pull(0.2);
  await expect(toast).toBeInViewport();
  await pull(0.88);
  await expect(toast).toHaveCount(0);
});
