import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { buy, test } from './gate-device.ts';
import { hold } from './watch';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`;
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        moved.push(
          `${value.toFixed(4)}: ${sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node?.nodeName} in ${node?.parentElement?.className}, ${place(previousRect)} to ${place(currentRect)}`,
          )}`,
        );
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Holds back one kind of request, and waits for the first frame. */
async function openHeld(page: Page, address: string, held: RegExp): Promise<() => void> {
  const release = await hold(page, held);
  await recordShifts(page);
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.locator('h1').first()).toBeVisible();
  await drawn(page);
  return release;
}

/** For program pages. */
const most = 0.01;

const total = (movements: string[]) => movements.reduce((sum, movement) => sum + parseFloat(movement), 0);

/** A change has been painted after two frames. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));

async function movements(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => [...document.fonts].some(({ family }) => family === 'Fraunces'));
  await page.evaluate(() => document.fonts.ready);
  await drawn(page);
  return page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved);
}

const nobody = 'A'.repeat(26);

for (const width of [390, 1440]) {
  for (const address of ['/login', '/register-now', `/verify/${nobody}`, `/event-ticket/${nobody}`, '/transfer']) {
    test(`${address} does not move at ${width} px if scripts load late and fonts even later`, async ({ page }) => {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      const letScripts = await hold(page, /\/assets\/.*\.js$/);
      const letFonts = await openHeld(page, address, /\.woff2$/);
      letScripts();
      await page.waitForFunction(() =>
        Object.keys(document.getElementById('app')!).some((key) => /^__react/.test(key)),
      );
      await drawn(page);
      letFonts();
      const all = await movements(page);
      expect(total(all), all.join('\n')).toBeLessThanOrEqual(most);
    });
  }
}

test('the header does not move if the page arrives in two parts', async ({ page }) => {
  const site = createServer(async ({ url }, response) => {
    const answer = await fetch(process.env.E2E_URL! + url);
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') ?? '' });
    const menuEnd = url === '/faqs' ? body.indexOf('</nav>') : 0;
    response.write(body.subarray(0, menuEnd));
    if (menuEnd > 0) await new Promise((later) => setTimeout(later, 500)); // enough for a first frame
    response.end(body.subarray(menuEnd));
  }).listen(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await recordShifts(page);
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/faqs`);
  const all = await movements(page);
  expect(total(all), all.join('\n')).toBeLessThan(0.002);
  site.close();
});

for (const program of ['desk', 'gate'])
  test(`the ${program} says that it is opening, until its program has something to show`, async ({ page }) => {
    const letScripts = await hold(page, /\/assets\/.*\.js$/);
    await page.goto(`/${program}`, { waitUntil: 'commit' });
    const opening = page.getByText(new RegExp(`^Opening the .+ ${program}…$`));
    await expect(opening).toBeVisible();
    letScripts();
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(opening).toBeHidden();
  });

test('the gate does not move when the age of its lists becomes shorter', async ({ request, enrolled }) => {
  await buy(request); // so that arrivals are shown
  const { page } = await enrolled('Still gate');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('Lists: now')).toBeVisible();
  await recordShifts(page);
  await page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + 26 * 60_000;
  });
  const release = await hold(page, /\/api\/gate\/sync$/);
  await page.reload();
  await expect(page.getByText('Lists: 26 min')).toBeVisible();
  await drawn(page);
  release();
  await expect(page.getByText('Lists: now')).toBeVisible();
  await drawn(page);
  const all = await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved);
  expect(total(all), all.join('\n')).toBeLessThanOrEqual(most);
});

test('all fonts are applied together, so the page is laid out again only once', async ({ page }) => {
  const others = [/fraunces.*\.woff2$/, /mukta-400.*\.woff2$/].map((file) => page.waitForResponse(file));
  const release = await openHeld(page, '/faqs', /mukta-600.*\.woff2$/);
  for (const response of await Promise.all(others)) await response.finished();
  const here = () =>
    page.evaluate(() => [...document.fonts].filter(({ family }) => /^(Fraunces|Mukta)$/.test(family)).length);
  expect(await here()).toBe(0);
  release();
  await expect.poll(here).toBe(3);
});

test('a real shift is detected', async ({ page }) => {
  const release = await openHeld(page, '/login', /\.woff2$/);
  release();
  await page.evaluate(() => {
    document
      .querySelector('main')!
      .prepend(Object.assign(document.createElement('p'), { textContent: 'Late', style: 'height: 200px' }));
  });
  expect(total(await movements(page))).toBeGreaterThan(most);
});
