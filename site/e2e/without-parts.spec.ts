// The site of an event with one venue, one day and none of the optional parts of content/ (a golden case of the
// generator). No link may lead to a missing part, and no section may be empty.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { violations } from './axe';
import { type Server, startServer } from './server';
import { watch } from './watch';

const root = fileURLToPath(new URL('../../', import.meta.url));
const content = join(root, 'generator/testdata/good-without-parts/want');

test.describe.configure({ mode: 'serial' }); // one build for all tests

let dir: string;
let server: Server;

test.beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'transom-parts-'));
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'], {
    cwd: join(root, 'site'),
    env: {
      ...process.env,
      TRANSOM_CONTENT: content,
      TRANSOM_IMAGES: join(dir, 'images'),
      TRANSOM_STATIC: join(dir, 'site'),
      TRANSOM_CACHE: join(dir, 'cache'),
    },
  });
  server = await startServer({ rehearsal: true, site: join(dir, 'site'), content });
});

test.afterAll(async () => {
  await server?.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Elements without words and drawings. */
const empty = () =>
  [...document.querySelectorAll('main section, footer section, h1, h2, h3, nav, ul, ol, dl, a')]
    .filter((one) => !one.textContent?.trim() && !one.querySelector('img, svg') && !one.matches('[popover] *'))
    .map((one) => one.outerHTML);

test('every page that can be reached loads, is complete and has no dead links', async ({ page }) => {
  const { complaints } = watch(page);
  const seen = new Set(['/']);
  for (const path of seen) {
    expect((await page.goto(server.url + path, { waitUntil: 'networkidle' }))?.status(), path).toBe(200);
    expect(await page.evaluate(empty), path).toEqual([]);
    await expect(page.locator('h1'), path).toHaveCount(1);
    expect(await violations(page), path).toEqual([]);
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
    }
    const hrefs = await page.locator('a[href]').evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
    for (const { pathname } of hrefs.filter((one) => one.startsWith(`${server.url}/`)).map((one) => new URL(one)))
      if (!pathname.endsWith('.ics')) seen.add(pathname);
  }
  expect(seen.size).toBeGreaterThan(5);
  expect(complaints).toEqual([]);
});

test('a missing part has no page and no place in the sitemap', async ({ request }) => {
  const sitemap = readFileSync(join(dir, 'site/sitemap.xml'), 'utf8');
  for (const name of ['accommodation', 'gallery', 'itinerary', 'industry-associates-registration', 'faqs', 'about']) {
    expect((await request.get(`${server.url}/${name}`)).status(), name).toBe(404);
    expect(sitemap).not.toContain(name);
    expect(existsSync(join(dir, `site/${name}.html`)), name).toBe(false);
  }
});

test('one venue and one day are not numbered, and a day without hours shows none', async ({ page }) => {
  await page.goto(server.url);
  await expect(page.locator('#days')).toContainText('Lakeside');
  await expect(page.locator('body')).not.toContainText(/day 1|all days|your city|Hilltop|00:00|undefined/i);
});
