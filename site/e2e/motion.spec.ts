import { expect, test } from '@playwright/test';
import type Swiper from 'swiper';
import { moving } from './watch';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.describe('the speakers', () => {
  const highlighted = '[aria-current] h2';

  test('each speaker except the last four is highlighted for two seconds, in a loop', async ({ page }) => {
    const start = new Date('2025-03-10T10:00:00Z');
    await page.clock.install({ time: start });
    await page.goto('/speakers');
    await moving(page);
    // From here on, the page's clock moves only when the test moves it.
    await page.clock.pauseAt(start.getTime() + 3_600_000);
    const names = await page.locator('[data-island*=speakers] li h2').allTextContents();
    let index = names.indexOf((await page.locator(highlighted).textContent())!);
    for (let step = 0; step < names.length; step++) {
      index = index >= names.length - 4 ? 0 : index + 1;
      await page.clock.runFor(2000);
      await expect(page.locator(highlighted)).toHaveText(names[index]!);
    }
    await expect(page.locator(highlighted)).toHaveCount(1);
    const place = `${String(index + 1).padStart(2, '0')} / ${names.length}`;
    await expect(page.locator('[data-stage]')).toContainText(new RegExp(`${place}.*${names[index]}`));
    const portrait = page.locator('[data-island*=speakers] li').nth(index).locator('img');
    expect(await page.locator('[data-stage] img').getAttribute('src')).toBe(await portrait.getAttribute('src'));
  });

  test('pause while the pointer or the focus is on them, and on request', async ({ page }) => {
    const start = new Date('2025-03-10T10:00:00Z');
    await page.clock.install({ time: start });
    await page.goto('/speakers');
    await moving(page);
    await page.clock.pauseAt(start.getTime() + 3_600_000);
    const third = page.locator('[data-island*=speakers] li').nth(2);
    await third.hover();
    await page.clock.runFor(10_000);
    await expect(third).toHaveAttribute('aria-current', 'true');
    await page.mouse.move(0, 0);
    await page.clock.runFor(2000);
    await expect(page.locator('[data-island*=speakers] li').nth(3)).toHaveAttribute('aria-current', 'true');
    const pause = page.locator('[data-island*=speakers] button');
    const fourth = page.locator('[data-island*=speakers] li').nth(3);
    await pause.focus();
    await page.clock.runFor(10_000);
    await expect(fourth).toHaveAttribute('aria-current', 'true');
    await pause.press('Enter');
    await pause.blur();
    await page.clock.runFor(10_000);
    await expect(fourth).toHaveAttribute('aria-current', 'true');
    await expect(pause).toHaveText('Play');
    await pause.press('Enter'); // the speakers continue, although the button has the focus
    await page.clock.runFor(2000);
    await expect(fourth).not.toHaveAttribute('aria-current');
    await expect(pause).toBeFocused();
  });

  test('do not move for visitors who prefer less motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto('/speakers');
    await moving(page);
    await page.clock.runFor(10_000);
    await expect(page.locator('[data-island*=speakers] li').nth(0)).toHaveAttribute('aria-current', 'true');
  });
});

test.describe('the partners', () => {
  test('scroll as set for wide screens, and stop with the button', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/contact');
    const partners = page.getByRole('region', { name: 'Knowledge partners' });
    await partners.scrollIntoViewIfNeeded();
    await expect(page.locator('.swiper-initialized')).toBeVisible();
    const swiper = () =>
      page.locator('.swiper').evaluate((row) => {
        const { params, autoplay } = (row as HTMLElement & { swiper: Swiper }).swiper;
        return [params.speed, params.slidesPerView, autoplay.running];
      });
    expect(await swiper()).toEqual([4000, 4.5, true]);
    await partners.getByRole('button', { name: 'Pause' }).press('Enter');
    await expect(partners.getByRole('button', { name: 'Play' })).toBeFocused();
    await expect.poll(swiper).toEqual([4000, 4.5, false]);
  });
});

test('the partners can be scrolled by keyboard for visitors who prefer less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/contact');
  const partners = page.getByRole('region', { name: 'Knowledge partners' });
  await partners.scrollIntoViewIfNeeded();
  const row = partners.getByRole('group', { name: 'Knowledge partners' });
  await row.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => row.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  await expect(partners.getByRole('button')).toHaveCount(0);
});

test('the banner stops while a field has the focus, and can be stopped by keyboard', async ({ page }) => {
  await page.goto('/login');
  const track = page.getByRole('complementary', { name: 'Announcement' }).locator('p');
  const state = () => track.evaluate((element) => element.getAnimations()[0]?.playState);
  expect(await state()).toBe('running');
  await page.locator('main input').first().focus();
  expect(await state()).toBe('paused');
  await page.getByRole('checkbox', { name: 'Pause the announcement' }).focus();
  expect(await state()).toBe('running');
  await page.keyboard.press('Space');
  expect(await state()).toBe('paused');
});
