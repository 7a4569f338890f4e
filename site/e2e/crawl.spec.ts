// Loads every page in the build once and checks everything that a machine can check.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { violations } from './axe';
import { dist, instrumentFiles, readingPages, sitePages } from './pages';
import { walkDown, watch } from './watch';

/** The most bytes that a page may load on a phone before any interaction. */
const firstView = 350_000;

/** These pages have a different layout on phones, so they are also tested by keyboard at a phone's width. */
const otherwiseOnPhones = [
  'index.html',
  'itinerary.html',
  'speakers.html',
  'accommodation.html',
  'gallery.html',
  'faqs.html',
  'sponsors.html',
  'terms-condition.html',
];

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });

for (const { file, address } of sitePages) {
  const isInstrument = instrumentFiles.includes(file);
  const isRead = readingPages.some((page) => page.file === file);

  // The headless shell loads lazy images long before they come into view.
  const tag = file === 'gallery.html' ? ['@whole-browser'] : [];
  const title = `${file}: light, quiet, well-formed, linked, accessible, reached by keyboard, and no wider than 320 px`;
  test(title, { tag }, async ({ page, request, baseURL }) => {
    const { complaints } = watch(page);
    const fetched = await countBytes(page);
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await page.goto(address, { waitUntil: 'networkidle' });
    expect(fetched()).toBeLessThanOrEqual(firstView);
    const moving = () => document.getAnimations().filter(({ playState }) => playState === 'running').length;
    if (isRead) expect(await page.evaluate(moving), 'nothing moves for visitors who asked for less motion').toBe(0);
    if (!isInstrument) expect(await undressed(page, file)).toEqual([]);
    // A program may still be adding its part of the page.
    await expect(page.locator('h1')).toHaveCount(1);
    await expect.poll(() => brokenLinks(page, request, baseURL!)).toEqual([]);
    // The header, the partners and the footer are the same on every page.
    const isFirst = file === 'index.html';
    const hasIsland = isFirst || (await page.locator('#main [data-island]').count()) > 0;
    if (hasIsland) expect(await violations(page), 'before its islands wake').toEqual([]);

    await page.setViewportSize({ width: 320, height: 640 });
    await walkDown(page);
    // A staff program's sign-in page has no links.
    expect(await structure(page, isInstrument ? ['main'] : ['header', 'nav', 'main', 'footer'])).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await violations(page)).toEqual([]);
    if (isRead) {
      // Some buttons, such as Pause, exist only where something moves.
      await page.emulateMedia({ reducedMotion: 'no-preference', colorScheme: 'dark' });
      if (hasIsland) await page.reload({ waitUntil: 'networkidle' });
      for (const width of otherwiseOnPhones.includes(file) ? [1280, 390] : [1280]) {
        await page.setViewportSize({ width, height: 800 });
        await walkDown(page);
        expect(await reachedByKeyboard(page, isFirst ? 'body' : '#main'), `${width} px`).toBeGreaterThan(
          isFirst ? 20 : 0,
        );
      }
    }
    expect(complaints).toEqual([]);
  });
}

async function countBytes(page: Page): Promise<() => number> {
  const devtools = await page.context().newCDPSession(page);
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await devtools.send('Network.enable');
  return () => bytes;
}

const text = (path: string) => readFileSync(join(dist, path), 'utf8');
const classes = (sheet: string) => new Set(sheet.match(/(?<=\.)[a-zA-Z][\w-]*(?=[^{}]*\{)/g));
const sheets = readdirSync(join(dist, 'assets')).filter((name) => /^style-.*\.css$/.test(name));
const stylesLoaded = classes(sheets.map((name) => text(`assets/${name}`)).join('\n'));

/** Classes used on the page that are styled only in another page's style sheet. */
async function undressed(page: Page, file: string): Promise<string[]> {
  const own = classes(text(/<link rel="stylesheet" href="\/(assets\/style-[^"]+)"/.exec(text(file))![1]!));
  const worn = await page.evaluate(() =>
    [...document.querySelectorAll('[class]')].flatMap((one) => [...one.classList]),
  );
  expect(worn.length).toBeGreaterThan(50);
  return [...new Set(worn)].filter((name) => stylesLoaded.has(name) && !own.has(name));
}

/** Responses for paths on this site that have already been requested. */
const answers = new Map<string, Promise<{ status: number; body: string }>>();

async function brokenLinks(page: Page, request: APIRequestContext, site: string): Promise<string[]> {
  const broken: string[] = [];
  const here = page.url().split('#')[0]!;
  const hrefs = await page.locator('a[href]').evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
  for (const href of new Set(hrefs)) {
    if (!href.startsWith(`${site}/`)) {
      expect(href).toMatch(/^(https:\/\/|mailto:[^@]+@[^@]+$|tel:\+\d{6,15}$)/);
      continue;
    }
    const { pathname, hash } = new URL(href);
    const id = decodeURIComponent(hash.slice(1));
    if (href.startsWith(`${here}#`)) {
      if ((await page.locator(`[id="${id}"]`).count()) === 0) broken.push(`no anchor ${id}`);
      continue;
    }
    const ask = async () => {
      const answer = await request.get(pathname);
      return { status: answer.status(), body: await answer.text() };
    };
    const { status, body } = await (answers.get(pathname) ?? answers.set(pathname, ask()).get(pathname)!);
    if (status >= 400) broken.push(`${href} answers ${status}`);
    if (id && !body.includes(`id="${id}"`)) broken.push(`${href} has no such anchor`);
  }
  return broken;
}

/** Counts the elements that the Tab key reaches in a part, and checks that each is visible and has a focus ring. */
async function reachedByKeyboard(page: Page, part: string): Promise<number> {
  await page.evaluate((part) => {
    for (const one of document.querySelectorAll<HTMLElement>('[data-reached]')) delete one.dataset.reached;
    document.querySelector<HTMLElement>(part)!.focus();
  }, part);
  for (let reached = 0; ; reached++) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate((part) => {
      const element = document.activeElement as HTMLElement;
      if (element === document.body || element.dataset.reached || !element.closest(part)) return;
      element.dataset.reached = 'yes';
      const shown = element.matches('input.unseen') ? element.parentElement! : element;
      const { width, height } = shown.getBoundingClientRect();
      const { outlineStyle, outlineWidth } = getComputedStyle(shown);
      return {
        name: element.outerHTML.slice(0, 120),
        visible: width > 1 && height > 1,
        ring: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
      };
    }, part);
    if (!focus || reached === 400) return reached;
    expect(focus.visible && focus.ring, focus.name).toBe(true);
  }
}

test('every email address and phone number in the content is linked on a page', async ({ request }) => {
  const pages = await Promise.all(
    [...sitePages.map(({ address }) => address), '/.well-known/security.txt'].map(async (address) =>
      (await request.get(address)).text(),
    ),
  );
  const shown = pages.join('\n');
  const folder = process.env.TRANSOM_CONTENT ?? fileURLToPath(new URL('../../data/site', import.meta.url));
  const content = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  const mailboxes = new Set(content.flatMap((text) => text.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g) ?? []));
  expect(mailboxes.size).toBeGreaterThan(5);
  expect([...mailboxes].filter((mailbox) => !shown.includes(`mailto:${mailbox}`))).toEqual([]);
  const phones = content.flatMap((text) => [...text.matchAll(/"phone": ?"([^"]+)"/g)].map(([, phone]) => phone!));
  expect(phones.filter((phone) => !shown.includes(`tel:${phone.replace(/[^+\d]/g, '')}`))).toEqual([]);
});

test('the rehearsal ribbon is styled on every kind of page', async ({ page }) => {
  for (const address of ['/', '/faqs', '/login', '/no-such-page']) {
    await page.goto(address);
    await expect(page.locator('.rehearsal-ribbon'), address).toHaveCSS('background-image', /repeating-linear-gradient/);
  }
});

test('every page has the policy, no inline style, and only the inline scripts that the policy allows', async ({
  request,
}) => {
  for (const { address, file } of sitePages) {
    const answer = await request.get(address);
    const policy = answer.headers()['content-security-policy'] ?? '';
    expect(policy, file).toContain("default-src 'none'");
    expect(policy, file).not.toContain('unsafe-inline');
    const html = await answer.text();
    expect(html, file).not.toMatch(/<style|\sstyle="|\son[a-z]+="|javascript:/);
    const inline = html.matchAll(/<script(?![^>]*(?:src="|type="application\/ld\+json"))[^>]*>(.*?)<\/script>/gs);
    const hashes = [...inline].map(([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`);
    const allowed = policy.match(/'sha256-[^']+'/g);
    expect(allowed, file).toHaveLength(2);
    expect(hashes, file).toEqual(/^(desk|gate)/.test(file) ? allowed!.slice(0, 1) : allowed);
  }
});

test('no script can make a Trusted Types policy that the policy does not name', async ({ page }) => {
  await page.goto('/faqs');
  const made = (name: string) =>
    page.evaluate((name) => {
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): object };
      };
      try {
        return Boolean(trustedTypes.createPolicy(name, {}));
      } catch {
        return false;
      }
    }, name);
  expect(await made('ticket-worker')).toBe(true);
  expect(await made('another')).toBe(false);
});

function structure(page: Page, landmarks: string[]): Promise<string[]> {
  return page.evaluate((landmarks) => {
    const wrong: string[] = [];
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    if (!document.title || !document.documentElement.lang) wrong.push('no title or language');
    if (all('h1').length !== 1) wrong.push(`${all('h1').length} h1`);
    let level = 0;
    for (const heading of all('h1, h2, h3, h4, h5, h6')) {
      const next = Number(heading.tagName[1]);
      if (next > level + 1) wrong.push(`${heading.tagName} "${heading.textContent}" after h${level}`);
      level = next;
    }
    const ids = all('[id]').map(({ id }) => id);
    for (const id of new Set(ids)) if (ids.indexOf(id) !== ids.lastIndexOf(id)) wrong.push(`two elements "${id}"`);
    for (const image of all('img') as HTMLImageElement[]) {
      if (!image.hasAttribute('alt')) wrong.push(`${image.src} without alternative`);
      if (!image.width || !image.height) wrong.push(`${image.src} without size`);
      if (image.complete && image.naturalWidth === 0 && image.loading !== 'lazy')
        wrong.push(`${image.src} does not load`);
    }
    for (const landmark of landmarks) if (all(landmark).length === 0) wrong.push(`no ${landmark}`);
    return wrong;
  }, landmarks);
}
