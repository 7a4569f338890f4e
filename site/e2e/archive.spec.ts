// The tests build the archive and a site that contains it, and crawl both.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { JSDOM } from 'jsdom';
import { violations } from './axe';
import { type Server, startServer } from './server';
import { walkDown, watch } from './watch';

const site = fileURLToPath(new URL('..', import.meta.url));
const siteUrl = 'https://natcon.test';
const { end_date, name } = JSON.parse(readFileSync(join(site, '../data/site/event.json'), 'utf8'));
const year = end_date.slice(0, 4);

let dir: string;
let server: Server;

const build = (more: Record<string, string>) =>
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'], {
    cwd: site,
    env: {
      ...process.env,
      SITE_URL: siteUrl,
      TRANSOM_STATIC: join(dir, 'dist'),
      TRANSOM_CACHE: join(dir, 'cache'),
      ARCHIVE: join(dir, 'archive'),
      ...more,
    },
  });

// One build for all tests.
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'transom-archive-'));
  mkdirSync(join(dir, 'cache'));
  for (const name of ['images', 'cards', 'compressed'])
    symlinkSync(join(site, '.cache', name), join(dir, 'cache', name));
  build({ ARCHIVING: '1' });
  expect(existsSync(join(dir, 'dist', year)), 'the first build publishes no archive').toBe(false);
  build({});
  server = await startServer({ rehearsal: false, site: join(dir, 'dist') });
});

test.afterAll(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

function addressesIn(document: Document): string[] {
  expect(document.querySelectorAll('script, form, noscript, li:empty').length, 'closed').toBe(0);
  const found: string[] = [];
  for (const attribute of ['href', 'src', 'poster'])
    for (const element of document.querySelectorAll(`[${attribute}]`)) found.push(element.getAttribute(attribute)!);
  for (const attribute of ['srcset', 'imagesrcset'])
    for (const element of document.querySelectorAll(`[${attribute}]`))
      found.push(
        ...element
          .getAttribute(attribute)!
          .split(',')
          .map((part) => part.trim().split(' ')[0]!),
      );
  for (const element of document.querySelectorAll('meta[property="og:url"], meta[property="og:image"]'))
    found.push(element.getAttribute('content')!);
  return found;
}

test("every link stays within the year's folder and works", async ({ request }) => {
  const queue = [`/${year}/`];
  const seen = new Set(queue);
  const anchors: [page: string, anchor: string][] = [];
  const pages = new Map<string, Set<string>>(); // with the anchors on each page
  for (let address = queue.pop(); address; address = queue.pop()) {
    const answer = await request.get(server.url + address);
    expect(answer.status(), address).toBe(200);
    const kind = answer.headers()['content-type'] ?? '';
    if (!/html|css/.test(kind)) continue;
    const text = await answer.text();
    const document = kind.includes('html') ? new JSDOM(text).window.document : undefined;
    if (document) pages.set(address, new Set([...document.querySelectorAll('[id]')].map(({ id }) => id)));
    const links = document ? addressesIn(document) : [...text.matchAll(/url\(([^)]+)\)/g)].map(([, link]) => link!);
    for (const written of links) {
      const inside = written.startsWith(siteUrl) ? written.slice(siteUrl.length) : written;
      if (!inside.startsWith('/') || inside === '/') continue; // another site, an anchor, or the current site
      expect(inside, `on ${address}`).toMatch(new RegExp(`^/${year}/`));
      const [path, anchor] = inside.split('#');
      if (anchor) anchors.push([path!, anchor]);
      if (!seen.has(path!)) queue.push(path!);
      seen.add(path!);
    }
  }
  expect(pages.size).toBeGreaterThan(10);
  expect([...seen].some((address) => address.endsWith('.avif'))).toBe(true);
  for (const [page, anchor] of anchors) expect(pages.get(page)?.has(anchor), `${page}#${anchor}`).toBe(true);
  for (const closed of ['register-now', 'login', 'dashboard', 'desk', 'gate', 'sitemap.xml', 'robots.txt'])
    expect((await request.get(`${server.url}/${year}/${closed}`)).status(), closed).toBe(404);
  expect(await (await request.get(`${server.url}/sitemap.xml`)).text()).not.toContain(`/${year}`);
});

test('an archived page is complete, without the parts that are closed', async ({ page }) => {
  const { complaints } = watch(page);
  for (const address of ['', 'speakers', 'faqs', 'gallery', 'itinerary']) {
    await page.goto(`${server.url}/${year}/${address}`, { waitUntil: 'networkidle' });
    await walkDown(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(`${name} is over`)).toBeVisible();
    await expect(page.getByRole('link', { name: /register now|sign in/i })).toHaveCount(0);
    await expect(page.locator('button:not([popovertarget]):visible'), 'buttons that need a script').toHaveCount(0);
    expect(await page.evaluate(() => [...document.images].filter((i) => i.complete && !i.naturalWidth).length)).toBe(0);
    expect(
      await page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length),
    ).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
  }
  expect(complaints).toEqual([]);
  await page.getByRole('link', { name: 'Current site' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});
