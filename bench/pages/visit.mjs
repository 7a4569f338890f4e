// Measures what Lighthouse does not: the bytes of complete visits, the time from a click to the next page, and how long
// a page takes to respond to a press with the processor slowed down to a sixth.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const puppeteer = (await import(pathToFileURL(require.resolve('puppeteer-core')).href)).default;

const phone = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const desktop = { width: 1280, height: 800 };
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
export const spread = (values, digits = 0) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;

export const connect = (chrome) => puppeteer.connect({ browserURL: `http://127.0.0.1:${chrome.port}`, defaultViewport: null });

/** Each call has its own browser profile. */
async function freshly(chrome, viewport, work) {
  const browser = await connect(chrome);
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport(viewport);
    return await work(page);
  } finally {
    await context.close();
    await browser.disconnect();
  }
}

/** Counts the bytes received, including headers, until it is called. */
async function countBytes(page) {
  const session = await page.createCDPSession();
  let bytes = 0;
  await session.send('Network.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  return () => bytes;
}

/** kB for the visit home → speakers → register → form, and for the same visit with a filled cache. */
export function measureBytes(chrome, base) {
  const visit = ['/', '/speakers', '/register-now', '/bookings'];
  return freshly(chrome, phone, async (page) => {
    const bytes = await countBytes(page);
    const walk = async () => {
      const before = bytes();
      for (const route of visit) await page.goto(base + route, { waitUntil: 'networkidle0' });
      return (bytes() - before) / 1000;
    };
    return { whole: await walk(), second: await walk() };
  });
}

export function measureFirstView(chrome, url) {
  return freshly(chrome, phone, async (page) => {
    const bytes = await countBytes(page);
    await page.goto(url, { waitUntil: 'networkidle0' });
    return bytes() / 1000;
  });
}

/** The trivial pages show the time that the browser itself needs. */
export const ways = {
  own: { from: '/faqs', to: '/speakers', link: 'header a[href="/speakers"]' },
  trivial: { from: '/press', to: '/', link: 'a' },
};

/**
 * Milliseconds from the click on a link to the next page's largest paint, with or without resting the pointer on it
 * first.
 */
export function measureNextPage(chrome, base, { from, to, link: selector }, resting) {
  return freshly(chrome, desktop, async (page) => {
    await page.goto(new URL(from, base).href, { waitUntil: 'networkidle0' });
    const link = await page.evaluateHandle((selector) => [...document.querySelectorAll(selector)].find((one) => one.checkVisibility()), selector);
    if (resting) {
      await link.hover();
      await wait(600);
    }
    const clicked = await page.evaluate(() => performance.timeOrigin + performance.now());
    await link.click();
    return (await largestPaintOf(page.browserContext(), to)) - clicked;
  });
}

/**
 * When the page with this path painted its largest element (ms since 1970). Puppeteer does not know the script contexts
 * of a page that was rendered before the click, so this asks the browser directly.
 */
async function largestPaintOf(context, path) {
  for (let attempt = 0; attempt < 10; attempt++) {
    await wait(1000);
    const target = context.targets().find((one) => one.type() === 'page' && new URL(one.url()).pathname === path);
    if (!target) continue;
    const session = await target.createCDPSession();
    const { result } = await session.send('Runtime.evaluate', { expression: largestPaint, awaitPromise: true, returnByValue: true });
    return result.value;
  }
  throw new Error(`${path} was not opened`);
}

/** Runs in the page. */
const largestPaint = `new Promise((found) => {
  const observer = new PerformanceObserver((list) => found(performance.timeOrigin + list.getEntries().at(-1).startTime));
  observer.observe({ type: 'largest-contentful-paint', buffered: true });
})`;

const form = '/industry-associates-registration';

/** Found in traces of 26 to 28 November 2026; times are the processor's at full speed. */
const banner = 'without the animation of the banner it takes a tenth to a quarter less';
const browsersWork = `style, layout, paint and commit by the browser take 10 ms at full speed (trivial page: 3); ${banner}; no script of ours runs`;
const viewer = 'style, layout, paint and commit by the browser take 11 ms (trivial page: 3), a third of it for elements that become inert; our script takes 1';
const firstKey = 'the first key: React runs its events and its update for the first time, 3 to 10 ms; later keys take a third of that';
const barMoves = 'React updates the bar in 1 to 2 ms for each key or move, then style, layout, paint and commit take 2 to 3 ms (trivial page: 1)';
export const nextPageReason = 'the page is ready before the click, but the browser paints it only then: 22 ms in the page and 16 ms for drawing its pictures and text';

/**
 * The elements to press, and those that must exist first. The result is the slowest response, from the press to the
 * frame that shows it (event timing).
 */
export const presses = [
  // A trivial page shows how much time the browser and the machine need.
  { name: 'opening something on a trivial page', route: '/press', trivial: true, there: 'button', press: (page) => page.tap('button') },
  { name: 'typing on a trivial page', route: '/press', trivial: true, there: 'input', press: (page) => page.type('input', 'asha@example.org', { delay: 30 }) },
  { name: 'opening the menu', route: '/', there: '[popovertarget]', reason: browsersWork, press: (page) => page.tap('[popovertarget]') },
  { name: 'opening an answer', route: '/faqs', there: 'details summary', reason: browsersWork, press: (page) => page.tap('details[name=faq] summary') },
  { name: 'opening a photograph', route: '/gallery', there: '[data-island*=gallery] a', reason: viewer, press: (page) => page.tap('[data-island*=gallery] a') },
  { name: 'typing an address', route: '/login', there: 'input[type=email]', reason: firstKey, press: (page) => page.type('input[type=email]', 'asha@example.org', { delay: 30 }) },
  { name: 'typing a name', route: form, there: 'input[name=firstname]', reason: firstKey, press: (page) => page.type('input[name=firstname]', 'Asha Verma', { delay: 30 }) },
  { name: 'moving the masking bar', route: form, there: 'input[type=file]', reason: barMoves, before: openMask, press: moveBar },
];

const bar = 'dialog svg rect[role=button]';

async function openMask(page, picture) {
  const files = await page.$$('input[type=file]');
  await files.at(-1).uploadFile(picture);
  await page.waitForSelector(bar, { timeout: 20_000 });
}

async function moveBar(page) {
  await page.$eval(bar, (element) => element.focus()); // puppeteer cannot focus SVG
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowDown', { delay: 30 });
  const box = await (await page.$(bar)).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  for (let step = 0; step < 10; step++) await page.mouse.move(box.x + box.width / 2 + step * 4, box.y + box.height / 2 + step * 2);
  await page.mouse.up();
}

/** The time (ms) of each press; `wanted` limits the presses, unless it is empty. */
export async function measurePresses(chrome, base, picture, trivial, wanted = []) {
  const answers = {};
  for (const press of presses.filter(({ name }) => !wanted.length || wanted.includes(name)))
    answers[press.name] = await freshly(chrome, phone, (page) => pressOnce(page, press.trivial ? trivial : base, picture, press));
  return answers;
}

async function pressOnce(page, base, picture, { route, there, before, press }) {
  await page.evaluateOnNewDocument(() => {
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries())
        if (interactionId) globalThis.longest = Math.max(globalThis.longest, duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  });
  await page.goto(new URL(route, base).href, { waitUntil: 'networkidle0' });
  try {
    await page.waitForSelector(there, { timeout: 10_000 });
    await before?.(page, picture);
    await page.emulateCPUThrottling(6);
    await wait(500); // work that the page does later is not part of the response
    await page.evaluate(() => (globalThis.longest = 0));
    await press(page);
  } catch (reason) {
    return { missing: String(reason.message ?? reason) };
  }
  await wait(800);
  return page.evaluate(() => globalThis.longest);
}
