// Nothing on a page moves by itself after it is seen, also when fonts and scripts come late.
import { expect, type Page, test } from '@playwright/test';

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Opens a page whose fonts, or scripts, are answered when this is called, after the first frame was seen. */
async function openHeld(page: Page, address: string, held: RegExp): Promise<() => void> {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(held, async (route) => {
    await gate;
    await route.continue();
  });
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        moved.push(`${value.toFixed(4)}: ${sources.map(({ node }) => node?.parentElement?.className ?? '')}`);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.locator('h1').first()).toBeVisible();
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
  return release;
}

/** What a program page may move at all (budgets). */
const most = 0.01;

const total = (movements: string[]) => movements.reduce((sum, movement) => sum + parseFloat(movement), 0);

/** All movements, once everything is there and was drawn. */
async function movements(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => [...document.fonts].some(({ family }) => family === 'Fraunces'));
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
  });
  return page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved);
}

const nobody = 'A'.repeat(26);

for (const width of [390, 1440]) {
  for (const address of ['/login', '/register-now', `/verify/${nobody}`, `/event-ticket/${nobody}`, '/transfer']) {
    for (const [what, held] of [
      ['fonts', /\.woff2$/],
      ['scripts', /\/assets\/.*\.js$/],
    ] as const) {
      test(`${address} stays where it is at ${width} px when its ${what} come late`, async ({ page }) => {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        const release = await openHeld(page, address, held);
        release();
        const all = await movements(page);
        expect(total(all), all.join('\n')).toBeLessThanOrEqual(most);
      });
    }
  }
}

test('fonts come in together, so that the page is laid out anew only once', async ({ page }) => {
  const others = [/fraunces.*\.woff2$/, /mukta-400.*\.woff2$/].map((file) => page.waitForResponse(file));
  const release = await openHeld(page, '/faqs', /mukta-600.*\.woff2$/);
  for (const response of await Promise.all(others)) await response.finished();
  const here = () =>
    page.evaluate(() => [...document.fonts].filter(({ family }) => /^(Fraunces|Mukta)$/.test(family)).length);
  expect(await here()).toBe(0);
  release();
  await expect.poll(here).toBe(3);
});

test('what moves is seen', async ({ page }) => {
  const release = await openHeld(page, '/login', /\.woff2$/);
  release();
  await page.evaluate(() => {
    document
      .querySelector('main')!
      .prepend(Object.assign(document.createElement('p'), { textContent: 'Late', style: 'height: 200px' }));
  });
  expect(total(await movements(page))).toBeGreaterThan(most);
});
