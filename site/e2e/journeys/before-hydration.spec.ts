// Program pages show their text and send their first request before the program has loaded.
import type { Page } from '@playwright/test';
import { hold } from '../watch.ts';
import { signInWithTicket } from './booking.ts';
import { expect, refusals, test } from './steps.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const nobody = 'A'.repeat(26);

/** Paints and layout shifts, according to the browser. */
interface Seen {
  largest: string[];
  moved: number;
}

/** Opens a page on which React loads only once `release` is called, and records the calls to the API. */
async function openHeld(page: Page, address: string) {
  const release = await hold(page, /\/assets\/react-[^/]*\.js$/);
  await page.addInitScript(() => {
    const seen: Seen = { largest: [], moved: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.largest.push((entry as unknown as { element: Element | null }).element?.textContent ?? '');
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.moved += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname.slice('/api/'.length));
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address, { waitUntil: 'commit' });
  return { release, calls };
}

const seen = (page: Page): Promise<Seen> => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

/** A change has been painted after two frames. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

const strangers = [
  {
    address: `/verify/${nobody}`,
    heading: 'Checking payment status... Please do not refresh the page.',
    words: 'Checking payment status',
    calls: ['verify-payment'],
    later: 'We cannot find this registration',
  },
  {
    address: `/event-ticket/${nobody}`,
    heading: 'Ticket',
    words: 'Sign in with the email address used for registration',
    calls: [],
    later: 'You are not signed in',
  },
  {
    address: '/transfer#no-such-link',
    heading: 'Accept a ticket',
    words: 'The link can be used once.',
    calls: ['transfer'],
    later: "This transfer link doesn't work",
  },
];

test.describe('for a visitor', () => {
  test.use({ tolerated: { errors: [refusals] } });

  for (const { address, heading, words, calls, later } of strangers) {
    test(`${address} shows its text and sends its request before its program has loaded`, async ({ page }) => {
      const html = await (await page.request.get(address)).text();
      expect(html.slice(html.indexOf('<div id="app">'))).toContain(`<h1>${heading}</h1>`);

      const held = await openHeld(page, address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByText(words).first()).toBeInViewport();
      await expect.poll(() => held.calls).toEqual(calls);
      // The browser reports a paint only some frames later.
      await expect.poll(async () => (await seen(page)).largest.at(-1)).toContain(words);

      held.release();
      await expect(page.getByRole('heading', { name: later })).toBeInViewport();
      await page.waitForLoadState('networkidle');
      await painted(page);
      const after = await seen(page);
      expect(after.largest.at(-1), 'nothing that comes later is larger').toContain(words);
      expect(after.moved).toBeLessThan(0.01);
      expect(held.calls, 'nothing is asked twice').toEqual(calls);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    });
  }
});

test('account pages keep their heading, and send their requests once, before the program has loaded', async ({
  page,
}) => {
  await signInWithTicket(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('article')).toBeVisible();
  const ticket = await page.getByRole('article').getByRole('link').getAttribute('href');

  for (const [address, heading, calls, later] of [
    ['/dashboard', 'Dashboard', ['photo', 'profile', 'tickets'], 'TICKETS'],
    [ticket!, 'Ticket', ['tickets'], 'Asha Verma'],
  ] as const) {
    const visit = await page.context().newPage();
    const held = await openHeld(visit, address);
    const head = visit.getByRole('heading', { level: 1 });
    await expect(head).toHaveText(heading);
    await expect.poll(() => held.calls.toSorted()).toEqual(calls);
    await head.evaluate((element) => Object.assign(element, { kept: true }));

    held.release();
    await expect(visit.getByRole('heading', { name: later })).toBeVisible();
    if (address === '/dashboard') await expect(visit.getByRole('img', { name: 'Asha Verma' }).first()).toBeVisible();
    await visit.waitForLoadState('networkidle');
    expect(await head.evaluate((element) => 'kept' in element), 'the program took the head over').toBe(true);
    const once = held.calls.filter((call) => call !== 'verify-payment'); // the payments list makes this request
    expect(once.toSorted()).toEqual(calls);
    expect((await seen(visit)).moved).toBeLessThan(0.01);
    await visit.close();
  }
});

test('in a rehearsal, a page says nothing about sales until it knows that it is in one', async ({ page }) => {
  const { release } = await openHeld(page, '/register-now');
  const cards = page.getByRole('article');
  await expect(cards.first().getByText('Loading')).toBeVisible();
  await expect(page.getByRole('button', { name: /closed/i })).toHaveCount(0);
  release();
  await expect(cards.first().getByRole('button', { name: /Register Now/ })).toBeVisible();
});
