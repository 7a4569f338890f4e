import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import {
  type Devices,
  deviceAtDesk,
  devices,
  enrol,
  invite,
  isCached,
  sampleTickets,
  start,
  stored,
  verdict,
} from './gate-device.ts';
import { type Server, startServer } from './server.ts';

const built = fileURLToPath(new URL('../dist', import.meta.url));

const test = base.extend<Devices & { site: string; server: Server }>({
  ...devices,
  /** A copy of the site, on which a test can publish another version. */
  site: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'transom-site-'));
    const gate = readdirSync(built).filter((name) =>
      /^(gate.*|assets|favicon\.ico|icon\.svg|404\.html|index\.html)$/.test(name),
    );
    for (const name of gate) cpSync(join(built, name), join(folder, name), { recursive: true });
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  server: async ({ site }, use) => {
    const server = await startServer({ rehearsal: true, name: 'localhost', invented: true, site });
    await use(server);
    await server.stop();
  },
});

/** Publishes another version, as a build would: a changed page, and a service worker with a new version name. */
function publish(site: string): void {
  for (const name of readdirSync(site)) if (/^gate.*\.(br|gz)$/.test(name)) rmSync(join(site, name));
  const edit = (name: string, from: RegExp, to: string) => {
    const before = readFileSync(join(site, name), 'utf8');
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    writeFileSync(join(site, name), after);
  };
  edit('gate.html', /<body/, '<body data-version="2"');
  edit('gate-sw.js', /'gate-[^']+'/, "'gate-second'");
}

const version = (page: Page) => page.evaluate(() => document.body.dataset.version ?? '1');

const kept = async (page: Page) => (await stored(page)).scans!.length;

const fetchNewer = (page: Page) =>
  page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.getRegistration('/gate'))!;
    await registration.update();
    await new Promise<void>((done) => {
      const look = () => (registration.waiting ? done() : setTimeout(look, 20));
      look();
    });
  });

/** Moves the page's clock, which fails while the page is reloading, until the newer version has taken over. */
const takesOver = (page: Page) =>
  expect
    .poll(async () => {
      await page.clock.fastForward(6000).catch(() => undefined);
      return version(page).catch(() => '');
    })
    .toBe('2');

const network = (page: Page, on: boolean) =>
  page.evaluate(
    (value) => {
      sessionStorage.setItem('gate-off:gate', value);
      dispatchEvent(new Event('online'));
    },
    on ? '0' : '1',
  );

async function queueAndPublish(page: Page, address: string, site: string, names: string[]): Promise<void> {
  await enrol(page, address);
  await isCached(page);
  await network(page, false);
  await start(page);
  for (const name of names) await expect(verdict(page)).toContainText(name, { timeout: 30_000 });
  publish(site);
  await fetchNewer(page);
}

async function twoTickets(request: Parameters<typeof sampleTickets>[0], url: string) {
  await expect.poll(async () => (await sampleTickets(request, url)).length, { timeout: 30_000 }).toBeGreaterThan(20);
  const good = (await sampleTickets(request, url)).filter(({ what }) => !/:|not a|another|two/.test(what));
  return [good[0]!, good.find(({ name }) => name !== good[0]!.name)!] as const;
}

test('a newer page waits until all scans are sent, and then takes over', async ({ request, server, site, device }) => {
  const [one, two] = await twoTickets(request, server.url);
  const address = await invite(request, 'Updated gate', { url: server.url });
  const { page } = await device([one.text, two.text], { url: server.url });
  await page.clock.install();
  // Records how many scans are unsent at the moment when the browser leaves the page.
  await page.addInitScript(() =>
    addEventListener('pagehide', () => {
      const state = document.querySelector('.state')?.textContent;
      if (state) sessionStorage.setItem('left', `${sessionStorage.getItem('left') ?? ''}|${state}`);
    }),
  );
  await queueAndPublish(page, address, site, [one.name, two.name]);
  await page.reload();
  await expect(page.getByText(/\d+ to send/)).toBeVisible();
  await page.evaluate(() => sessionStorage.removeItem('left'));
  await page.clock.fastForward(60_000);
  expect(await version(page)).toBe('1');
  await network(page, true);
  await takesOver(page);
  expect(await page.evaluate(() => sessionStorage.getItem('left'))).toContain('All sent');
  expect(await page.evaluate(() => sessionStorage.getItem('left'))).not.toContain('to send');
  await expect(page.getByText('All sent')).toBeVisible();
  expect(await deviceAtDesk(request, 'Updated gate', server.url)).toMatchObject({
    have: await kept(page),
    in: 2,
    unsent: 0,
  });
});

const sendsQueue = 'a page that was closed with unsent scans opens as the newer version, which sends them';
test(sendsQueue, async ({ request, server, site, device }) => {
  const [one, two] = await twoTickets(request, server.url);
  const address = await invite(request, 'Closed gate', { url: server.url });
  const { page: first, context } = await device([one.text, two.text], { url: server.url });
  await queueAndPublish(first, address, site, [one.name, two.name]);
  const before = await kept(first);
  await first.close();
  const page = await context.newPage();
  await page.goto('/rehearsal');
  // No page uses the older version any more, so the browser itself switches.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration('/gate');
        return registration?.active?.state === 'activated' && !registration.waiting;
      }),
    )
    .toBe(true);
  await context.setOffline(true);
  await page.goto('/gate');
  await expect(page.getByText(/\d+ to send/)).toBeVisible();
  expect(await version(page)).toBe('2');
  expect(await kept(page)).toBeGreaterThanOrEqual(before);
  await context.setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('All sent')).toBeVisible({ timeout: 30_000 });
  expect(await deviceAtDesk(request, 'Closed gate', server.url)).toMatchObject({
    have: await kept(page),
    in: 2,
    unsent: 0,
  });
});

test('a newer page does not take over while somebody enrols', async ({ request, server, site, device }) => {
  const address = await invite(request, 'Gate one', { url: server.url });
  const { page } = await device([], { url: server.url });
  await page.clock.install();
  await enrol(page, address);
  await isCached(page);
  await page.goto(await invite(request, 'Gate two', { url: server.url }));
  await expect(page.getByText('Gate two')).toBeVisible();
  publish(site);
  await fetchNewer(page);
  await page.clock.fastForward(60_000);
  await expect(page.getByText('Gate two')).toBeVisible();
  expect(await version(page)).toBe('1');
  await page.getByRole('button', { name: 'Back without enrolling' }).click();
  await takesOver(page);
});

const getsNews = 'while a newer version waits, the page still gets news at once, and so does the newer one';
test(getsNews, async ({ request, server, site, device }) => {
  const address = await invite(request, 'Typing gate', { url: server.url });
  const { page } = await device([], { url: server.url });
  const asks = /\/api\/gate\/wait$/;
  let asked = 0;
  page.on('framenavigated', () => {
    asked = 0;
  });
  page.on('request', (request) => {
    if (asks.test(request.url())) asked++;
  });
  await enrol(page, address);
  await isCached(page);
  await page.getByRole('button', { name: 'Type code' }).click();
  publish(site);
  await fetchNewer(page);
  // Wait for two requests, because the first may have been sent before the update.
  for (let i = 0; i < 2; i++) await page.waitForRequest(asks);
  expect(await version(page)).toBe('1');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => version(page).catch(() => ''), { timeout: 60_000 }).toBe('2');
  await expect.poll(() => asked).toBeGreaterThan(0);
});
