// The browser under `make dev` shows each change once it is saved, and each mistake until it is corrected.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { freePort } from './server';

const root = fileURLToPath(new URL('../../', import.meta.url));
const site = join(root, 'site');

let dir: string;
let base: string;
let vite: ChildProcess;
/** Resolved once Vite and its generator have ended. */
let ended: Promise<unknown>;
let said = '';

test.describe.configure({ mode: 'default' }); // one server for all tests

test.beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'transom-editor-'));
  cpSync(join(root, 'content'), join(dir, 'content'), { recursive: true });
  execFileSync('go', ['build', '-o', join(dir, 'generator'), './generator'], { cwd: root });
  execFileSync(join(dir, 'generator'), ['build', '-content', join(dir, 'content'), '-out', join(dir, 'data')], {
    cwd: root,
  });
  // A fake text editor, which records the files that it is asked to open.
  writeFileSync(join(dir, 'editor'), `#!/bin/sh\necho "$@" > ${join(dir, 'opened')}\n`, { mode: 0o755 });
  const port = await freePort();
  base = `http://localhost:${port}`;
  vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort'], {
    cwd: site,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      LAUNCH_EDITOR: join(dir, 'editor'),
      CONTENT_GENERATOR: join(dir, 'generator'),
      CONTENT: join(dir, 'content'),
      TRANSOM_CONTENT: join(dir, 'data'),
    },
  });
  // The generator inherits Vite's stderr, so this pipe closes only after both have ended.
  ended = once(vite, 'close');
  vite.stderr?.pipe(process.stderr);
  vite.stdout?.on('data', (part) => {
    said += part;
  });
  await expect
    .poll(
      () =>
        fetch(base).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
});

test.afterAll(async () => {
  vite.kill('SIGTERM');
  await ended;
  rmSync(dir, { recursive: true, force: true });
});

test('a saved change appears on the screen; a mistake is shown there until it is corrected', async ({ page }) => {
  const about = join(dir, 'content/pages/about.md');
  const text = readFileSync(about, 'utf8');
  await page.goto(`${base}/about`);

  writeFileSync(about, `${text}\nA sentence that was just written.\n`);
  await expect(page.getByText('A sentence that was just written.')).toBeVisible();

  writeFileSync(about, `${text}\nGST is 12 per cent of every ticket.\n`);
  const panel = page.getByRole('alert').filter({ hasText: 'mistake in the content' });
  await expect(panel).toBeInViewport();
  await expect(panel).toContainText('GST is 12 per cent of every ticket.');
  await expect(panel).toContainText('matches no setting');
  await expect(page.getByText('A sentence that was just written.'), 'the last good state stays').toBeVisible();

  const line = text.split('\n').length + 1;
  const link = panel.getByRole('link', { name: `about.md:${line}:8` });
  await link.click();
  await expect
    .poll(() => existsSync(join(dir, 'opened')) && readFileSync(join(dir, 'opened'), 'utf8'))
    .toContain(about);

  await page.goto(`${base}/faqs`);
  await expect(panel, 'a page that is opened later shows it, too').toBeInViewport();

  writeFileSync(about, `${text}\nGST is {{fact:gst}} of every ticket.\n`);
  await expect(panel).toHaveCount(0);
  await page.goto(`${base}/about`);
  await expect(page.getByText('GST is 18 per cent of every ticket.')).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test('a warning is shown on the page, collapsed until somebody opens it', async ({ page }) => {
  const event = join(dir, 'content/event.yaml');
  const text = readFileSync(event, 'utf8');
  await page.goto(`${base}/about`);
  writeFileSync(event, text.replace(/(support_email: .*@).*/, '$1gmail.con'));
  const panel = page.locator('transom-mistakes');
  const warnings = panel.getByText('A warning');
  await expect(warnings).toBeInViewport();
  await expect(panel.getByText('looks like a typing mistake')).toBeHidden();
  await warnings.press('Enter');
  await expect(panel.getByText('looks like a typing mistake')).toBeInViewport();
  writeFileSync(event, text);
  await expect(panel).toHaveCount(0);
});

test("a save updates the page at the reader's place, and rebuilds only what has changed", async ({ page }) => {
  const faqs = join(dir, 'content/faqs.yaml');
  const text = readFileSync(faqs, 'utf8');
  const version = (words: string) => text.replace('Only if the event', `In the ${words} version only if the event`);
  await page.goto(`${base}/faqs`);
  let loads = 0;
  page.on('framenavigated', () => loads++);
  for (const words of ['first', 'second', 'third', 'fourth']) {
    writeFileSync(faqs, version(words));
    await expect(page.getByText(`In the ${words} version`)).toBeAttached();
  }
  expect(loads, 'nothing is loaded again').toBe(0);
  expect(said, 'Vite does not watch files that the generator reports: it would drop all modules').not.toContain(
    'page reload',
  );
  // Islands still work on the updated page.
  await page.evaluate(() => {
    location.hash = document.querySelector('main details:not([open])')!.id;
  });
  await expect(page.locator('main details:target')).toHaveAttribute('open');
  writeFileSync(faqs, text);
  await expect(page.getByText('In the fourth version')).toHaveCount(0);
});

test('a change saved during a page load is shown once', async ({ page }) => {
  const about = join(dir, 'content/pages/about.md');
  const text = readFileSync(about, 'utf8');
  let saved = false;
  await page.route('**/prerender/follow-content.ts*', async (route) => {
    if (!saved) {
      saved = true;
      writeFileSync(about, `${text}\nWritten while the page was on its way.\n`);
      await expect.poll(async () => (await fetch(`${base}/about`)).text()).toContain('Written while the page');
    }
    await route.continue();
  });
  let asked = 0;
  page.on('request', (request) => {
    if (request.url() === `${base}/about`) asked++;
  });
  await page.goto(`${base}/about`);
  await expect(page.getByText('Written while the page was on its way.')).toBeVisible();
  expect(asked).toBe(2);
  writeFileSync(about, text);
  await expect(page.getByText('Written while the page was on its way.')).toHaveCount(0);
  expect(asked).toBe(3);
});

test('a changed focus moves the crop on the page', async ({ page }) => {
  const speakers = join(dir, 'content/speakers.yaml');
  const text = readFileSync(speakers, 'utf8');
  await page.goto(`${base}/speakers`);
  const crop = page.locator('img[src*="speakers/speaker-01.jpg"]').first();
  await crop.scrollIntoViewIfNeeded();
  await expect.poll(() => crop.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(crop).not.toHaveAttribute('src', /focus/);
  writeFileSync(
    speakers,
    text.replace('file: speakers/speaker-01.jpg,', 'file: speakers/speaker-01.jpg, focus: top left,'),
  );
  await expect(crop).toHaveAttribute('src', /focus=0,0/);
  writeFileSync(speakers, text);
  await expect(crop).not.toHaveAttribute('src', /focus/);
});

test('the page lists what has changed for visitors since the last commit, collapsed', async ({ page }) => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Editor', '-c', 'user.email=editor@example.org', ...args], { cwd: dir });
  git('init', '-q');
  git('add', 'content');
  git('commit', '-qm', 'content');
  const tickets = join(dir, 'content/tickets.yaml');
  const text = readFileSync(tickets, 'utf8');
  await page.goto(`${base}/faqs`);
  const panel = page.locator('transom-mistakes');
  writeFileSync(tickets, text.replace('price: 3000', 'price: 30000'));
  const changes = panel.getByText('changes since the last commit');
  await expect(changes).toBeInViewport();
  await expect(panel.getByText('₹3,000 → ₹30,000 (×10)')).toBeHidden();
  await changes.press('Enter');
  await expect(panel.getByText('₹3,000 → ₹30,000 (×10)')).toBeInViewport();
  writeFileSync(tickets, text);
  await expect(panel).toHaveCount(0);
});
