// Short messages on the built site: where they are seen, how long, and how they go. Their time is that of an animation,
// which is looked at and moved on; no test waits for it.
import type { Locator, Page } from '@playwright/test';
import { askForCode, expect, somebody, test } from './steps.ts';

/** A message on /login, as it stands when it has come to rest. */
async function message(page: Page): Promise<Locator> {
  await page.goto('/login');
  await askForCode(page, somebody()['E-mail']);
  const toast = page.getByRole('alert').filter({ hasText: 'OTP sent successfully!!' });
  await expect(toast).toBeInViewport({ ratio: 1 });
  return toast;
}

/** The animation that counts a message's time. */
const countdown = (toast: Locator) =>
  toast
    .locator('xpath=ancestor-or-self::*[contains(@class, "Toastify__toast ")]')
    .getByRole('progressbar', { includeHidden: true });
const state = (toast: Locator) => countdown(toast).evaluate((bar) => bar.getAnimations()[0]?.playState);
const finish = (toast: Locator) => countdown(toast).evaluate((bar) => bar.getAnimations()[0]!.finish());

for (const [name, width] of [
  ['phone', 390],
  ['laptop', 1280],
] as const) {
  test(`on a ${name} a message stands at the top, for five seconds`, async ({ page }) => {
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

test('a message waits while the pointer is over it', async ({ page }) => {
  const toast = await message(page);
  await toast.hover();
  await expect.poll(() => state(toast)).toBe('paused');
  await page.mouse.move(5, 700);
  await expect.poll(() => state(toast)).toBe('running');
});

test('a message can be dragged away, and a small pull does nothing', async ({ page }) => {
  const toast = await message(page);
  const { x, y, width, height } = (await toast.boundingBox())!;
  const pull = async (part: number) => {
    await page.mouse.move(x + width * 0.9, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * (0.9 - part), y + height / 2, { steps: 5 });
    await page.mouse.up();
  };
  await pull(0.2);
  await expect(toast).toBeInViewport();
  await pull(0.88);
  await expect(toast).toHaveCount(0);
});

test('a message comes and goes for visitors who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const toast = await message(page);
  await expect.poll(() => state(toast)).toBe('running');
  await finish(toast);
  await expect(toast).toHaveCount(0);
});
