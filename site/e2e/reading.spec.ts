import { expect, test } from '@playwright/test';
import { programFiles, readingPages, sitePages } from './pages';

test.describe('the accordion', () => {
  test('opens one answer at a time, and a click on the open one closes it', async ({ page }) => {
    await page.goto('/faqs');
    const items = page.locator('details[name=faq]');
    await items.nth(0).locator('summary').press('Space');
    await expect(items.nth(0)).toHaveAttribute('open', '');
    await items.nth(3).locator('summary').click();
    await expect(items.nth(3)).toHaveAttribute('open', '');
    await expect(items.nth(0)).not.toHaveAttribute('open');
    await items.nth(3).locator('summary').click();
    await expect(page.locator('details[name=faq][open]')).toHaveCount(0);
  });

  test('opens the answer that is named in the address, even for a link on another page', async ({ page }) => {
    await page.goto('/faqs');
    const id = await page.locator('details[name=faq]').nth(9).getAttribute('id');
    await page.goto('/');
    await page.goto(`/faqs#${id}`);
    await expect(page.locator(`#${id}`)).toHaveAttribute('open', '');
    await expect(page.locator(`#${id}`)).toBeInViewport();
  });
});

test.describe('the menu on narrow screens', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  for (const javaScriptEnabled of [true, false]) {
    test(`opens, closes and leads to registration ${javaScriptEnabled ? '' : 'without JavaScript'}`, async ({
      browser,
      baseURL,
    }) => {
      const context = await browser.newContext({
        javaScriptEnabled,
        viewport: { width: 390, height: 800 },
        baseURL: baseURL!,
      });
      const page = await context.newPage();
      await page.goto('/');
      const menu = page.locator('#menu');
      await expect(menu).toBeHidden();
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(menu).toBeVisible();
      await expect(page.getByRole('button', { name: 'Menu', exact: true })).toHaveCount(0);
      await expect(menu.getByRole('button')).toHaveCount(0);
      await expect(menu.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
      await page.getByRole('button', { name: 'Close menu', exact: true }).click();
      await expect(menu).toBeHidden();
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await menu.getByRole('link', { name: 'Register Now' }).click();
      await expect(page).toHaveURL(/\/register-now\/#register-now$/);
      await context.close();
    });
  }

  test('does not cover its button on a scrolled page, and is announced by the browser itself', async ({ page }) => {
    await page.goto('/faqs');
    await page.evaluate(() => scrollTo({ top: 40, behavior: 'instant' }));
    const devtools = await page.context().newCDPSession(page);
    const expanded = async (name: string) => {
      const { nodes } = await devtools.send('Accessibility.getFullAXTree');
      const button = nodes.find((node) => node.role?.value === 'button' && node.name?.value === name);
      return button?.properties?.find((property) => property.name === 'expanded')?.value.value;
    };
    await expect.poll(() => expanded('Menu')).toBe(false);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect.poll(() => expanded('Close menu')).toBe(true);
    await expect(page.locator('#menu')).toBeInViewport();
    await page.getByRole('button', { name: 'Close menu', exact: true }).click();
    await expect(page.locator('#menu')).toBeHidden();
  });

  test('Tab reaches its links in order, before anything behind it, and Escape closes it', async ({ page }) => {
    await page.goto('/itinerary');
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    const lines = page.locator('#menu :is(a, button):visible');
    const count = await lines.count();
    expect(count).toBeGreaterThan(8);
    let above = -1;
    for (let line = 0; line < count; line++) {
      await page.keyboard.press('Tab');
      await expect(lines.nth(line)).toBeFocused();
      const { y } = (await lines.nth(line).boundingBox())!;
      expect(y).toBeGreaterThan(above);
      above = y;
    }
    await page.keyboard.press('Escape');
    await expect(page.locator('#menu')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
  });
});

test('the gallery opens a picture, moves through pictures by keyboard, and returns the focus', async ({ page }) => {
  await page.goto('/gallery');
  const first = page.locator('[data-island*=gallery] a').first();
  await expect(first).toHaveAttribute('aria-haspopup', 'dialog');
  await first.focus();
  await page.waitForLoadState('networkidle'); // a font that loads late may change the page
  await page.evaluate(() => document.fonts.ready);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: 'Picture viewer' });
  await expect(viewer).toBeVisible();
  await expect(viewer.getByRole('img')).toHaveCount(1);
  // The small picture is shown until the large picture can be painted. Only the large picture has <source> elements.
  await expect(viewer.locator('source').first()).toHaveAttribute('srcset', /./);
  await expect(page.locator('footer a').first(), 'the page behind the viewer is not rendered').toBeHidden();
  expect(await height()).toBe(before);
  await viewer.getByRole('button', { name: 'Next' }).press('Enter');
  await expect(viewer.getByText('2 / 19')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('3 / 19')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByText('19 / 19')).toBeVisible();
  await viewer.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(viewer).toBeHidden();
  await expect(first).toBeFocused();
  expect(await height()).toBe(before);
});

test('the initials appear only while somebody is signed in', async ({ page }) => {
  await page.goto('/faqs');
  const avatar = page.locator('[data-avatar]').first();
  await expect(avatar).toBeHidden();
  await page.evaluate(() => {
    localStorage.setItem('token', 'x');
    localStorage.setItem('signed_in', '1');
    localStorage.setItem('user', JSON.stringify({ firstname: 'Asha', lastname: 'Rao' }));
  });
  await page.reload();
  await expect(avatar).toBeVisible();
  await expect(avatar).toContainText('AR');
});

test('the drawing of the schedule is printed, although it loads lazily on the screen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto('/itinerary');
  const paper = await page.pdf({ format: 'A4' });
  expect(paper.toString('latin1')).toMatch(/\/Subtype \/Image/);
});

test("a hotel's name stays on one line", async ({ page }) => {
  await page.goto('/accommodation');
  await page.evaluate(() => document.fonts.ready);
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media });
      const lines = await page.locator('tbody th').evaluateAll((names) =>
        names.map((name) => {
          const words = document.createRange();
          words.selectNodeContents(name);
          return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
        }),
      );
      expect(lines.length).toBeGreaterThan(20);
      expect(Math.max(...lines), `${width} px, ${media}`).toBe(1);
    }
  }
});

for (const [colorScheme, wanted] of [
  ['light', /hero-\d/],
  ['dark', /hero-night-\d/],
] as const) {
  test(`the first picture is for the ${colorScheme} theme, and the other one is not loaded`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const fetched: string[] = [];
    page.on('request', (request) => request.url().includes('/hero-') && fetched.push(request.url()));
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(fetched).toHaveLength(1);
    expect(fetched[0]).toMatch(wanted);
    expect(
      await page
        .locator('main img')
        .first()
        .evaluate((image: HTMLImageElement) => image.currentSrc),
    ).toMatch(wanted);
  });
}

test('reading works without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const page = await context.newPage();
  for (const { address } of readingPages) {
    await page.goto(address);
    await expect(page.locator('h1'), address).toBeVisible();
    await expect(page.locator('main'), address).not.toBeEmpty();
  }
  await page.goto('/faqs');
  await page.locator('summary').first().click();
  await expect(page.locator('details[open]')).toHaveCount(1);
  await page.goto('/register-now');
  await expect(page.locator('article')).toHaveCount(3);
  await context.close();
});

test('without JavaScript a program page says what it needs, and whom to contact', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const page = await context.newPage();
  for (const { file, address } of sitePages) {
    if (!programFiles.includes(file) || file === 'register-now.html') continue;
    await page.goto(address);
    const main = page.locator('main');
    await expect(main.locator('h1:visible'), address).toHaveCount(1);
    const sentence = main.locator('p', { hasText: 'This page needs JavaScript' });
    await expect(sentence, address).toBeVisible();
    await expect(sentence.locator('a[href^="mailto:"]')).toBeVisible();
    await expect(sentence.locator('a[href^="tel:"]')).toBeVisible();
    await expect(page.locator('#app')).toBeHidden();
  }
  await context.close();
});
