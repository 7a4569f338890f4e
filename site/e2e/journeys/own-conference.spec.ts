// A new conference has one venue, one day, and few of the optional parts of content/.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { violations } from '../axe';
import { type BuiltSite, buildSite } from '../built-site';
import { type Server, startServer } from '../server';
import { moving, watch } from '../watch';
import { expect, signInAtDesk, test } from './steps';

const root = fileURLToPath(new URL('../../..', import.meta.url));

let folder: string;
let built: BuiltSite;
let server: Server;

test.describe.configure({ mode: 'default' }); // one build for all tests

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'transom-own-'));
  const content = join(folder, 'geoforum');
  execFileSync('go', ['run', './generator', 'new', content], { cwd: root });
  writeFileSync(join(content, 'itinerary.yaml'), 'intro: The programme follows in May.');
  const office = '{ kind: office, title: Office, name: Asha Rao, email: help@example.org }';
  writeFileSync(join(content, 'contacts.yaml'), `cities: [{ contacts: [${office}] }]`);
  writeFileSync(join(content, 'speakers.yaml'), 'speakers: [{ name: Asha Rao, designation: Head, company: Nord }]');
  writeFileSync(join(content, 'badge.yaml'), 'width_mm: 90\nheight_mm: 130\nsheet: a4\nevent: true\n');
  const form = join(content, 'registration.yaml');
  const needs =
    '  - { name: needs, own: true, group: person, label: Needs, kind: text, lines: 3, after_event_days: 9, ';
  const question = `${needs}purpose: Used to prepare your visit }\n\npersonal_data:`;
  writeFileSync(form, readFileSync(form, 'utf8').replace(/^personal_data:/m, question));
  const page =
    '---\ntitle: Donaudampfschifffahrtsgesellschaftsanreise\ndescription: By ship.\n---\n\nTo be announced.\n';
  writeFileSync(join(content, 'pages/travel.md'), page);
  built = buildSite(content);
  server = await startServer({ rehearsal: true, invented: true, ...built });
});

test.afterAll(async () => {
  await server.stop();
  built.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('a new conference shows its page and sells its ticket', async ({ page }) => {
  await page.goto(server.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/^geoforum/);
  await expect(page.locator('body')).not.toContainText(/natcon|transom|bhopal|undefined|gst|\d:\d\d/i);
  expect(await page.content()).not.toContain('industry-associates');
  await page.goto(`${server.url}/register-now`);
  await page
    .getByRole('article', { name: 'Delegate' })
    .getByRole('button', { name: /^Register/ })
    .click();
  await page.getByLabel('First name', { exact: true }).fill('Asha');
  await expect(page.getByText('Choose another ticket'), 'there is one ticket').toHaveCount(0);
  await page.getByLabel('Last name', { exact: true }).fill('Rao');
  await page.getByLabel('Email', { exact: true }).fill('asha@example.org');
  await page.getByLabel('Needs').fill('A ramp\nAn early room');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('button', { name: 'Pay ₹1,000' })).toBeVisible();
  await page.getByRole('button', { name: 'Pay ₹1,000' }).click();
  await expect(page.getByRole('heading', { name: 'Your registration is complete' })).toBeVisible();
  await signInAtDesk(page, 'Organiser', server.url);
  await page.goto(`${server.url}/desk/registrations?q=asha@example.org`);
  await page.locator('#room tbody a').first().click();
  const answer = page.locator('dd', { hasText: 'A ramp' });
  expect(await answer.innerText(), 'an answer of two lines').toBe('A ramp\nAn early room');
  await page.goto(`${server.url}/desk/badges?q=asha@example.org`);
  await expect(page.getByRole('article', { name: 'Asha Rao' })).toContainText(/^geoforum \d{4}/);
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
  const sitemap = readFileSync(join(built.site, 'sitemap.xml'), 'utf8');
  for (const name of ['accommodation', 'gallery', 'sponsors', 'industry-associates-registration', 'faqs', 'about']) {
    expect((await request.get(`${server.url}/${name}`)).status(), name).toBe(404);
    expect(sitemap).not.toContain(name);
    expect(existsSync(join(built.site, `${name}.html`)), name).toBe(false);
  }
});

test('one venue and one day are not numbered, and a day without hours shows none', async ({ page }) => {
  await page.goto(server.url);
  await expect(page.locator('#days')).toContainText('City');
  await expect(page.locator('body')).not.toContainText(/day 1|all days|your city|00:00|undefined/i);
});

test('without an ornament, a speaker has plain initials, and the button to pause needs the script', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`${server.url}/speakers`);
  await expect(page.locator('main li svg')).toHaveText('AR');
  await expect(page.locator('main svg path')).toHaveCount(0);
  const pause = page.getByRole('button', { name: 'Pause' });
  await expect(pause).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await moving(page);
  await expect(pause).toHaveCount(0);
});

test('the programme can still be unknown, and the contacts name no consent', async ({ page }) => {
  await page.goto(`${server.url}/itinerary`);
  await expect(page.getByText('The programme follows in May.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /5 February/ })).toBeVisible();
  await expect(page.locator('main')).not.toContainText(/highlights/i);
  await page.goto(`${server.url}/contact`);
  await expect(page.locator('main')).toContainText('correct or erase your data');
  await expect(page.locator('main')).not.toContainText('consent');
});

test('a long word in a title stays on the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/travel`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('the form does not ask for pictures, consent or a designation, and no page mentions them', async ({ page }) => {
  await page.goto(`${server.url}/rehearsal`);
  await expect(page.locator('body')).toContainText('fill in the form');
  await expect(page.locator('body')).not.toContainText(/picture/i);
  await signInAtDesk(page, 'Organiser', server.url);
  await page.goto(`${server.url}/desk/registrations`);
  await expect(page.getByPlaceholder('Name, code, ticket, invoice')).toBeVisible(); // no phone number
  const person = page.locator('#room tbody a').first();
  await expect(person).toBeVisible();
  await expect(page.locator('#room')).toContainText('Checked in');
  await expect(page.locator('#room')).not.toContainText(/consent|designation/i);
  await person.click();
  await page.getByRole('button', { name: 'Correct details' }).click();
  await expect(page.getByRole('dialog').getByLabel('First name')).toBeVisible();
  await expect(page.getByRole('dialog').getByLabel('Designation')).toHaveCount(0);
});
