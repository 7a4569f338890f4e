// Every page of the build, as a machine with good eyes sees it.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { violations } from './axe';
import { instrumentFiles, sitePages } from './pages';
import { walkDown, watch } from './watch';

for (const { file, address } of sitePages) {
  test(`${file}: quiet, well-formed, accessible, and no wider than 320 px`, async ({ page }) => {
    const { complaints } = watch(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await page.goto(address, { waitUntil: 'networkidle' });
    expect(await violations(page), 'before its islands wake').toEqual([]);
    await walkDown(page);

    // The door of an instrument has no way to anywhere else.
    const landmarks = instrumentFiles.includes(file) ? ['main'] : ['header', 'nav', 'main', 'footer'];
    expect(await structure(page, landmarks)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
}

test('every link on every page leads somewhere, and every anchor exists', async ({ page, request, baseURL }) => {
  const broken: string[] = [];
  const links = new Map<string, string>();
  for (const { file, address } of sitePages) {
    await page.goto(address, { waitUntil: 'networkidle' });
    const here = page.url().split('#')[0]!;
    for (const href of await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href))) {
      if (!href.startsWith(`${baseURL}/`))
        expect(href, `a link in ${file}`).toMatch(/^(https:\/\/|mailto:[^@]+@[^@]+$|tel:\+\d{6,15}$)/);
      else if (href.startsWith(`${here}#`)) {
        const id = decodeURIComponent(href.slice(here.length + 1));
        if ((await page.locator(`[id="${id}"]`).count()) === 0) broken.push(`${file}: no anchor ${id}`);
      } else links.set(href, file);
    }
  }
  const bodies = new Map<string, string>();
  for (const [href, from] of links) {
    const { pathname, hash } = new URL(href);
    if (!bodies.has(pathname)) {
      const answer = await request.get(pathname);
      if (!answer.ok()) broken.push(`${from}: ${href} answers ${answer.status()}`);
      bodies.set(pathname, await answer.text());
    }
    const id = decodeURIComponent(hash.slice(1));
    if (id && !bodies.get(pathname)!.includes(`id="${id}"`)) broken.push(`${from}: ${href} has no such anchor`);
  }
  expect(broken).toEqual([]);
  expect(links.size).toBeGreaterThan(20);
});

test('every mailbox and telephone of the content can be reached from a page', async ({ request }) => {
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

test('each address answers with and without a slash at its end, and unknown ones with 404', async ({ request }) => {
  for (const address of ['/faqs', '/faqs/', '/register-now/', '/speakers/']) {
    expect((await request.get(address)).status(), address).toBe(200);
  }
  for (const address of ['/no-such-page', '/assets/no-such-file.js', '/faqs/no-such-page']) {
    expect((await request.get(address)).status(), address).toBe(404);
  }
});

test('the line with which the server marks a rehearsal is dressed on every kind of page', async ({ page }) => {
  for (const address of ['/', '/faqs', '/login', '/no-such-page']) {
    await page.goto(address);
    await expect(page.locator('.rehearsal-ribbon'), address).toHaveCSS('background-image', /repeating-linear-gradient/);
  }
});

test('who finds a weakness finds where to report it', async ({ request }) => {
  const answer = await request.get('/.well-known/security.txt');
  expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const text = await answer.text();
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(Date.parse(/^Expires: (.*)$/m.exec(text)![1]!)).toBeGreaterThan(Date.now());
});

test('every page carries the policy, and no page carries a script or style of its own', async ({ request }) => {
  for (const { address, file } of sitePages) {
    const answer = await request.get(address);
    const policy = answer.headers()['content-security-policy'] ?? '';
    expect(policy, file).toContain("default-src 'none'");
    expect(policy, file).not.toContain('unsafe-inline');
    const html = await answer.text();
    expect(html, file).not.toMatch(/<style|\sstyle="|\son[a-z]+="|javascript:/);
    expect(html.match(/<script(?![^>]*(?:src="|type="application\/ld\+json"))/g), file).toBeNull();
  }
});

/** What is wrong with the document: titles, headings, ids, pictures, labels. */
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
