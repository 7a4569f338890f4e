// Sizes are the bytes that a browser receives (brotli). crawl.spec.ts measures the first view of each page.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { dist, instrumentFiles, programFiles, readingPages, sitePages } from './pages';
import { startServer } from './server';

const kB = 1000;
const budgets = {
  readingScript: 1 * kB,
  programScript: 98 * kB,
  instrumentScript: 150 * kB,
  markup: 30 * kB,
  fonts: 90 * kB,
  visit: 600 * kB,
  secondVisit: 40 * kB,
};

/** The size of the file's brotli version, if there is one. */
const sent = (path: string) => statSync(join(dist, existsSync(join(dist, `${path}.br`)) ? `${path}.br` : path)).size;

const text = (path: string) => readFileSync(join(dist, path), 'utf8');
const found = (html: string, pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map((match) => match[1]!))];

/** Before any interaction, with imports. */
function scripts(html: string): string[] {
  const all = new Set<string>();
  const add = (path: string) => {
    if (all.has(path)) return;
    all.add(path);
    for (const name of found(text(path), /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) add(`assets/${name}`);
  };
  for (const path of found(html, /<script type="module" src="\/([^"]+)"/g)) add(path);
  for (const list of found(html, /data-program="([^"]+)"/g)) for (const path of list.split(' ')) add(path.slice(1));
  return [...all];
}

const inlined = (html: string) =>
  brotliCompressSync(/<script type="module" data-loader[^>]*>(.*?)<\/script>/s.exec(html)![1]!).length;

const total = (paths: string[]) => paths.reduce((sum, path) => sum + sent(path), 0);

test('reading pages load at most 1 kB of script', () => {
  for (const { file } of readingPages)
    expect(total(scripts(text(file))) + inlined(text(file)), file).toBeLessThanOrEqual(budgets.readingScript);
});

test('program pages load at most 98 kB of script, including the loader and their own part', () => {
  for (const file of programFiles) {
    const all = scripts(text(file));
    expect(all.length, `${file} names its program`).toBeGreaterThan(5);
    expect(total(all) + inlined(text(file)), `${file}: ${all.join(' ')}`).toBeLessThanOrEqual(budgets.programScript);
  }
});

test('desk and gate load at most 150 kB of script when they open', () => {
  for (const { file } of sitePages.filter(({ file }) => instrumentFiles.includes(file)))
    expect(total(scripts(text(file))), file).toBeLessThanOrEqual(budgets.instrumentScript);
});

test('large scripts ask Chromium to compile all of their functions while they load', () => {
  for (const file of [...programFiles, ...instrumentFiles])
    for (const path of scripts(text(file)).filter((path) => text(path).length > 30 * kB))
      expect(text(path), path).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});

test('markup and styles of every page are at most 30 kB, fonts 90 kB in three files', () => {
  for (const { file } of sitePages) {
    const styles = found(text(file), /<link rel="stylesheet" href="\/([^"]+)"/g);
    expect(sent(file) + total(styles), file).toBeLessThanOrEqual(budgets.markup);
    const fonts = styles.flatMap((style) => found(text(style), /url\("?\/?((?:assets\/)?[^)"]+\.woff2)"?\)/g));
    expect(fonts.length, file).toBeLessThanOrEqual(3);
    expect(
      total(fonts.map((font) => (font.startsWith('assets/') ? font : `assets/${font.replace('./', '')}`))),
      file,
    ).toBeLessThanOrEqual(budgets.fonts);
  }
});

test('a visit (home, speakers, register, form) is at most 600 kB, and a second visit at most 40 kB', async ({
  browser,
}) => {
  // A rehearsal's pages contain the current time to the second, so they are never cached.
  const server = await startServer({ rehearsal: false });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    let bytes = 0;
    await session.send('Network.enable');
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    const visit = async () => {
      bytes = 0;
      for (const address of ['/', '/speakers', '/register-now', '/bookings'])
        await page.goto(server.url + address, { waitUntil: 'networkidle' });
      return bytes;
    };
    expect(await visit()).toBeLessThanOrEqual(budgets.visit);
    expect(await visit()).toBeLessThanOrEqual(budgets.secondVisit);
  } finally {
    await context.close();
    await server.stop();
  }
});
