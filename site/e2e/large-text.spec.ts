// Pages on a phone whose browser shows text at twice the usual size (WCAG 1.4.4). Chromium reads the text size only
// from its profile.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';
import { signInWithTicket } from './journeys/booking.ts';
import { chooseTicket, somebody } from './journeys/steps.ts';
import { instrumentFiles, sitePages } from './pages';

let context: BrowserContext;
test.beforeAll(async ({}, info) => {
  const profile = info.outputPath('profile');
  mkdirSync(join(profile, 'Default'), { recursive: true });
  const letters = { default_font_size: 32, default_fixed_font_size: 26 };
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify({ webkit: { webprefs: letters } }));
  const { launchOptions, baseURL } = info.project.use;
  context = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: baseURL! });
});
test.afterAll(() => context.close());

/** Returns parts that do not fit on a phone or a tablet: the page, the header, or the links in the open menu. */
async function misfits(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 800 });
    const found = await page.evaluate(() => {
      const { clientWidth: end, scrollWidth } = document.documentElement;
      const name = document.querySelector('header a[aria-label$="home"] span')!;
      const range = document.createRange();
      range.selectNodeContents(name);
      const banner = document.querySelector('aside p')!.parentElement!;
      const toggle = document.querySelector('header button[popovertarget="menu"]')!.getBoundingClientRect();
      const menu = document.querySelector<HTMLElement>('#menu')!;
      menu.showPopover();
      const links = [...menu.querySelectorAll('a')].filter((link) => link.checkVisibility());
      const outside = links.filter((link) => {
        const { left, right } = link.getBoundingClientRect();
        return left < 0 || right > end;
      });
      menu.hidePopover();
      const faults: [boolean, string][] = [
        [getComputedStyle(document.documentElement).fontSize !== '32px', 'the letters are not large'],
        [scrollWidth > end, `the page is ${scrollWidth} px wide`],
        [name.scrollWidth > name.clientWidth || name.clientWidth <= 40, 'the name is cut off'],
        [range.getClientRects().length > 1, 'the name is broken'],
        // On wider screens the announcement scrolls.
        [end < 768 && banner.scrollWidth > banner.clientWidth, 'the announcement is cut off'],
        [name.getBoundingClientRect().right > toggle.left || toggle.right > end, 'the menu button has no room'],
        [
          links.length === 0 || outside.length > 0,
          `of ${links.length} links in the menu ${outside.length} are outside`,
        ],
      ];
      return faults.filter(([bad]) => bad).map(([, words]) => words);
    });
    wrong.push(...found.map((words) => `${page.url()} at ${width} px: ${words}`));
  }
  return wrong;
}

/** From the focus to the end of the page's content, returns what is covered when the key reaches it. */
async function covered(page: Page, key = 'Tab'): Promise<string[]> {
  const hidden: string[] = [];
  for (;;) {
    const name = await page.evaluate(() => {
      const here = document.activeElement as HTMLInputElement;
      const { left, top, width, height } = here.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      const labels = [...(here.labels ?? [])] as Element[];
      const free = seen && (here.contains(seen) || seen.contains(here) || labels.includes(seen));
      return { own: Boolean(here.closest('#app')), free, name: here.id || here.textContent };
    });
    if (!name.own) return hidden;
    if (!name.free) hidden.push(String(name.name));
    await page.keyboard.press(key);
  }
}

test('with text at 200 %, every page fits on a phone', { tag: '@whole-browser' }, async () => {
  const page = await context.newPage();
  const wrong: string[] = [];
  for (const { address } of sitePages.filter(({ file }) => !instrumentFiles.includes(file))) {
    await page.goto(address);
    await page.evaluate(() => document.fonts.ready);
    wrong.push(...(await misfits(page)));
  }
  await page.goto('/rehearsal/gate');
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) wrong.push(`${page.url()} at ${width} px is ${wide} px wide`);
  }
  expect(wrong).toEqual([]);
  await page.close();
});

test('with text at 200 %, the form and the tickets fit on a phone', { tag: '@whole-browser' }, async () => {
  const page = await context.newPage();
  await chooseTicket(page, 'IIA Professional');
  expect(await misfits(page)).toEqual([]);
  const lines = await page
    .getByRole('complementary', { name: 'What you pay' })
    .locator('strong')
    .evaluate((total) => {
      const range = document.createRange();
      range.selectNodeContents(total);
      return range.getClientRects().length;
    });
  expect(lines, 'the total is in one line').toBe(1);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByLabel('First name').focus();
  expect(await covered(page)).toEqual([]);

  await signInWithTicket(page, { ...somebody(), 'First name': 'Balasubrahmanyeswaranswamyji' });
  await page.goto('/dashboard');
  const ticket = page.getByRole('article').getByRole('link');
  await expect(ticket).toBeVisible();
  expect(await misfits(page)).toEqual([]);
  await ticket.click();
  await expect(page.getByRole('img', { name: 'QR code for this ticket' })).toBeVisible();
  expect(await misfits(page)).toEqual([]);
  await page.close();
});

test('with text of the usual size, the total is always in view, and covers no part that has the focus', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 568 });
  await chooseTicket(page, 'IIA Professional');
  const total = page.getByRole('complementary', { name: 'What you pay' });
  await expect(total).toBeInViewport();
  await page.getByLabel('City').scrollIntoViewIfNeeded();
  await expect(total).toBeInViewport();
  const link = page.getByRole('link', { name: 'Choose another ticket' });
  // The link is at the lower edge of the screen, where the total is.
  const height = await link.evaluate((element) => Math.ceil(element.getBoundingClientRect().bottom + scrollY));
  await page.setViewportSize({ width: 320, height });
  await page.evaluate(() => scrollTo(0, 0));
  await link.focus();
  expect(await covered(page)).toEqual([]);
  await page.keyboard.press('Shift+Tab');
  expect(await covered(page, 'Shift+Tab')).toEqual([]);
});
