// The second conference (examples/tideline) is built and used with no change to code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type BuiltSite, buildSite } from '../built-site.ts';
import { type Devices, deskCall, devices, enrol, start, verdict } from '../gate-device.ts';
import { type Server, startServer } from '../server.ts';
import { hold } from '../watch.ts';
import { askForCode, test as base, expect, mailedCode, refusals, signInAtDesk, typeCode } from './steps.ts';

const test = base.extend<Devices, { built: BuiltSite; server: Server }>({
  ...devices,
  built: [
    async ({}, use) => {
      const built = buildSite('examples/tideline');
      await use(built);
      built.remove();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  server: [
    async ({ built }, use) => {
      const server = await startServer({ rehearsal: true, name: 'localhost', invented: true, ...built });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
});
test.describe.configure({ mode: 'serial' }); // one build for all tests

/** These words belong only to the conference in content/. */
const foreign = /\barchitect|\bIIA\b|natcon|bhopal|indore|aadhaa?r|\bCOA\b|spouse|fanlight|18 ?%|\bGST\b/i;
const says = async (text: Promise<string>, where: string) =>
  expect((await text).match(foreign)?.[0], where).toBe(undefined);

async function fillForm(page: Page, email: string): Promise<void> {
  await page.getByRole('article', { name: 'Delegate' }).getByRole('button', { name: 'Get a ticket' }).click();
  await page.getByLabel('First name').fill('Meera');
  await page.getByLabel('Last name').fill('Nair');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Mobile number').fill('9876543210');
}

test('a delegate registers, pays, signs in and is admitted at the gate', async ({ page, request, server, device }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const email = `delegate-${Date.now()}@example.org`;
  await page.goto('/register-now');
  // Without an ornament, bullets are square instead of fanlights.
  expect(
    await page
      .locator('article li')
      .first()
      .evaluate((item) => getComputedStyle(item, '::before').borderTopLeftRadius),
  ).toBe('0px');
  await fillForm(page, email);
  await expect(page.getByLabel('College')).toHaveCount(0);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Please say what you eat').first()).toBeVisible();
  await page.getByLabel('What do you eat?').selectOption('Vegan');
  await page.getByLabel('Dry dock').check();
  await says(page.locator('body').innerText(), 'the form');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('button', { name: 'Pay ₹2,500' }).waitFor();
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(page.getByRole('heading', { name: 'Your place is booked' })).toBeVisible();
  await page.goto('/login');
  await askForCode(page, email);
  await typeCode(page, await mailedCode(email, [], server.folder));
  const answer = page.waitForResponse(/\/api\/tickets$/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Vegan')).toBeVisible();
  await says(page.locator('body').innerText(), 'the dashboard');

  await page.getByRole('link', { name: /^Receipt / }).click();
  const receipt = page.getByRole('article', { name: 'Receipt' });
  await expect(receipt).toContainText(/Total\s*₹2,500\.00/);
  await expect(receipt).toContainText('Meera Nair');
  await says(page.locator('body').innerText(), 'the receipt');

  const { tickets } = (await (await answer).json()) as { tickets: { qr: string; id: string }[] };
  const { qr, id } = tickets[0]!;
  await page.goto(`/event-ticket/${id}`);
  await expect(page.getByText('Meera Nair').first()).toBeVisible();
  await says(page.locator('body').innerText(), 'the ticket');
  const cached = () => page.evaluate(async () => Boolean(await caches.match('/mark.svg')));
  await expect.poll(cached, 'a ticket without a network has its logo').toBe(true);
  const wanted = { name: 'Door', volunteer: '', venue: 'warehouse', may_search: true, why: 'a journey' };
  const { url } = await deskCall<{ url: string }>(request, 'gate-invite', wanted, server.url);
  const { page: phone } = await device([qr], { url: server.url });
  await enrol(phone, url);
  await start(phone);
  const mark = phone.locator('.head img');
  expect(await mark.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(0);
  await expect(mark, 'it is beside the text').toHaveCSS('display', 'inline');
  await expect(verdict(phone)).toContainText('Meera Nair');
  await says(phone.locator('body').innerText(), 'the gate');
});

test('the title block without a drawing set is full', async ({ page }) => {
  await page.goto('/login');
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const empty = await page.locator('footer dl').evaluate((block) => {
      const [outer, last] = [block, block.lastElementChild!].map((one) => one.getBoundingClientRect().right);
      return outer! - last!;
    });
    expect(empty, `px beside the last field at ${width} px`).toBeLessThan(3);
  }
});

test('a ticket chosen before the program has loaded stays chosen', async ({ page }) => {
  const release = await hold(page, /\/assets\/react-[^/]*\.js$/);
  await page.goto('/register-now', { waitUntil: 'commit' });
  const form = page.getByRole('article', { name: 'Company' }).locator('form');
  await form.getByRole('button').click();
  await expect(form).toHaveAttribute('data-sent');
  release();
  await expect(page).toHaveURL(/\/bookings$/);
  await expect(page.getByText('Company').first()).toBeVisible();
  await expect(page.getByLabel('Company name'), 'the form of companies').toBeVisible();
});

test('no page, email or desk page mentions another conference', async ({ page, built, server }) => {
  for (const name of readdirSync(built.site, { recursive: true, encoding: 'utf8' }))
    if (/\.(html|xml|txt|json|ics)$/.test(name)) {
      const text = readFileSync(join(built.site, name), 'utf8').replace(/<script type="module".*?<\/script>/s, '');
      expect(text.match(foreign)?.[0], name).toBe(undefined);
    }
  const outbox = join(server.folder, 'outbox');
  for (const name of readdirSync(outbox))
    expect(readFileSync(join(outbox, name), 'utf8').match(foreign)?.[0], name).toBe(undefined);
  await signInAtDesk(page, 'Organiser');
  for (const address of ['', '/registrations', '/add', '/tasks', '/sales', '/gate', '/staff']) {
    await page.goto(`/desk${address}`);
    await expect(page.locator('#room h1, #room h2').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await says(page.locator('body').innerText(), `/desk${address}`);
  }
  await page.goto('/desk/registrations?state=paid');
  await expect(page.getByText(/Paid ₹.*net ₹/)).toBeVisible();
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Money' })).toBeVisible();
  await says(page.locator('body').innerText(), 'a registration');
  await page.goto('/desk/badges');
  await expect(page.getByText('This event has no badges')).toBeVisible();
  await page.goto('/desk/registrations');
  await expect(page.getByRole('columnheader', { name: 'Company name' })).toBeVisible();
  await page.goto('/desk/registrations?show=answers.diet');
  await expect(page.getByRole('columnheader', { name: 'What do you eat?' })).toBeVisible();
  await expect(page.getByRole('cell', { name: /^(Everything|Vegetarian|Vegan)$/ }).first()).toBeVisible();
});

test.describe('if the price rises', () => {
  test.use({ tolerated: { errors: [refusals] } });

  test('an open form announces the new price at once; a visitor whose clock is slow is told on submitting', async ({
    page,
    browser,
    built,
  }) => {
    // Search engines get each price with the period in which it is valid.
    const cards = readFileSync(join(built.site, 'register-now.html'), 'utf8');
    expect(cards).toMatch(/"price":"2500\.00"[^}]*"validThrough":"2027-01-19T18:30:00Z"/);
    expect(cards).toMatch(/"price":"3000\.00"[^}]*"validFrom":"2027-01-19T18:30:00Z"/);
    const server = await startServer({ rehearsal: true, ...built });
    const other = await browser.newPage();
    try {
      await other.clock.install();
      // Ten minutes before the price rises.
      const until = (9 * 24 + 13) * 60 + 50;
      await server.restartLater(until);
      const total = (of: Page) => of.getByRole('complementary', { name: 'What you pay' });
      const yourTicket = (of: Page) => of.getByRole('region', { name: 'Your ticket' });
      const announced = (of: Page) =>
        of.getByText('The price has changed. Please look at the new total and submit again.').first();
      for (const one of [page, other]) {
        await one.goto(`${server.url}/register-now`);
        const card = one.getByRole('article', { name: 'Delegate' });
        await expect(card).toContainText('₹2,500');
        await expect(card).toContainText('From 20 January 2027: ₹3,000');
        await fillForm(one, 'slow@example.org');
        await expect(total(one)).toContainText('₹2,500');
      }
      await other.clock.fastForward('08:00');
      await expect(total(other)).toContainText('₹2,500');
      await expect(announced(other)).toHaveCount(0);
      await other.clock.fastForward('02:00');
      await expect(total(other)).toContainText('₹3,000');
      await expect(yourTicket(other)).toContainText('₹3,000');
      await expect(yourTicket(other)).not.toContainText('From 20 January');
      await expect(announced(other)).toBeVisible();
      await expect(other.getByLabel('First name')).toHaveValue('Meera');

      await page.getByLabel('What do you eat?').selectOption('Vegan');
      await page.getByLabel('Dry dock').check();
      await server.restartLater(until + 15);
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(announced(page)).toBeInViewport();
      await expect(total(page)).toContainText('₹3,000');
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('button', { name: 'Pay ₹3,000' }).click();
      await expect(page.getByRole('heading', { name: 'Your place is booked' })).toBeVisible();
    } finally {
      await other.close();
      await server.stop();
    }
  });
});
