// The expected texts come from the content.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Event, Home, Tickets } from '../src/types/content.gen.ts';
import { type Server, startServer } from './server.ts';

const folder = process.env.TRANSOM_CONTENT ?? fileURLToPath(new URL('../../data/site', import.meta.url));
const read = <T>(name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;
const event = read<Event>('event.json');
const closes = Math.max(...read<Tickets>('tickets.json').categories.map(({ sales }) => Date.parse(sales.closes_at)));
const end = Date.parse(event.days.at(-1)!.end_utc);

const quickLink = event.footer.quick_links.find(({ link }) => link.startsWith('/register-now'))!.label;
const pages = ['/', '/faqs', '/register-now', '/login', '/no-such-page'];

let real: Server;
test.beforeAll(async () => {
  real = await startServer({ rehearsal: false });
});
test.afterAll(() => real.stop());

async function invitations(page: Page): Promise<{ banner: string; buttons: string[] }> {
  const banner = await page
    .getByRole('complementary', { name: 'Announcement' })
    .locator('p > span')
    .first()
    .innerText();
  // After the event, the buttons lead to the address set in the content.
  const after = event.after_event.link;
  const ways = `a.invitation:visible${after ? `, a.in-over[href="${after}"]:visible` : ''}`;
  const links = await page.locator(ways).all();
  return {
    banner,
    // While tickets are on sale, the footer's link has its own text.
    buttons: [...new Set(await Promise.all(links.map((link) => link.innerText())))].filter(
      (text) => text !== quickLink,
    ),
  };
}

for (const [when, at, said] of [
  ['after the deadline', closes, event.after_deadline],
  ['after the event', end, event.after_event],
] as const) {
  test(`${when}, no page invites visitors to register`, async ({ page }) => {
    await page.clock.install({ time: at });
    for (const address of pages) {
      await page.goto(real.url + address);
      await expect.poll(() => invitations(page), address).toEqual({ banner: said.banner, buttons: [said.action] });
      await expect(page.getByText('Register Now', { exact: true }).filter({ visible: true })).toHaveCount(0);
      await expect(page.getByRole('contentinfo').getByRole('link', { name: quickLink, exact: true })).toHaveCount(0);
    }
    await page.goto(`${real.url}/register-now`);
    await expect(page).toHaveTitle(`${said.title} · ${event.name}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(said.title, { useInnerText: true });
    const associates = page.locator('main a[href="/industry-associates-registration"]');
    if (at === closes) await expect(associates).toHaveText(said.action, { useInnerText: true });
    else await expect(associates, 'prices are gone with the event').toBeHidden();
    await page.goto(`${real.url}/industry-associates-registration`);
    await expect(page.locator('#registrationForm')).toContainText(said.banner);
  });
}

test('after the event the home page thanks visitors, and shows drawings and the next event', async ({ page }) => {
  const { after, hero, voices, moments, panorama } = read<Home>('home.json');
  const heading = page.getByRole('heading', { level: 1 });
  const added = [after!.gallery_title, after!.next.title].map((name) =>
    page.getByRole('heading', { name, exact: true }),
  );
  const calendar = page.getByRole('link', { name: /to a calendar/ });
  const hour = 3_600_000;
  await page.clock.install({ time: end - hour });
  await page.goto(real.url);
  await expect(heading).toHaveText(hero.title, { useInnerText: true });
  for (const one of added) await expect(one).toBeHidden();
  await expect(calendar.first()).toBeVisible();
  const highlights = moments!.entries.map(({ highlight }) => highlight);
  for (const name of [voices!.title, ...voices!.names, panorama!.title, moments!.title, ...highlights])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  for (const { image } of [panorama!, ...moments!.entries]) await expect(page.getByAltText(image.alt)).toBeVisible();
  await page.clock.fastForward(hour);
  await expect(heading).toHaveText(after!.title, { useInnerText: true });
  for (const one of added) await expect(one).toBeVisible();
  await expect(page.locator('section.in-over img').first()).toBeVisible();
  for (const address of ['/', '/itinerary', '/register-now']) {
    await page.goto(real.url + address);
    await expect(calendar.filter({ visible: true }), address).toHaveCount(0);
  }
  // The cards stay, as specified: each shows that registrations are closed.
  const closed = page.getByRole('button', { name: /REGISTRATION CLOSED/ });
  await expect(closed).toHaveCount(3);
  for (const card of await closed.all()) await expect(card).toBeDisabled();
});

test('before the deadline every page invites visitors; an open page notices the deadline', async ({
  page,
  baseURL,
}) => {
  await page.clock.install();
  await page.goto(`${baseURL}/faqs`);
  await expect.poll(() => invitations(page)).toEqual({ banner: event.banner, buttons: ['Register Now'] });
  const start = Date.parse((await page.locator('html').getAttribute('data-rehearsal'))!);
  await page.goto(`${baseURL}/register-now`);
  await expect(page).toHaveTitle(
    new RegExp(`^${event.sheets.find(({ route }) => route === '/register-now')!.title} · `),
  );
  // The clock moves in steps of 20 days, because setTimeout accepts at most 24.
  for (let left = closes - start; left > 0; left -= 20 * 86_400_000)
    await page.clock.fastForward(Math.min(left, 20 * 86_400_000) + 1000);
  await expect
    .poll(() => invitations(page))
    .toEqual({ banner: event.after_deadline.banner, buttons: [event.after_deadline.action] });
  await expect(page).toHaveTitle(`${event.after_deadline.action} · ${event.name}`);
});

async function withoutScript(browser: Browser, address: string) {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  const found = await invitations(page);
  await context.close();
  return found;
}

test('without JavaScript, a page shows the phase in which it was built; in a rehearsal, registration is open', async ({
  browser,
  baseURL,
}) => {
  const open = { banner: event.banner, action: 'Register Now' };
  const said = Date.now() < closes ? open : Date.now() < end ? event.after_deadline : event.after_event;
  expect(await withoutScript(browser, `${real.url}/faqs`)).toEqual({ banner: said.banner, buttons: [said.action] });
  expect(await withoutScript(browser, `${baseURL}/faqs`)).toEqual({ banner: event.banner, buttons: ['Register Now'] });
});
