// An edition without GST in a time zone with summer time: the price changes on the day after the clocks change.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildEdited, type EditedSite } from '../edited-site.ts';
import {
  addCard,
  addPhoto,
  askForCode,
  chooseTicket,
  expect,
  fillForm,
  mailedCode,
  pay,
  refusals,
  signInAtDesk,
  somebody,
  typeCode,
  withServer,
} from './steps.ts';

const ticket = 'IIA Professional';
const priceChanged = 'The price has changed. Please look at the new total and submit again.';

/** Berlin's summer time begins on 30 March 2025; the rehearsal begins ten minutes before the price changes. */
function edit(text: string, file: string): string {
  const zoned = text.replace(/("2025-(\d\d-\d\d)T[\d:]+)\+05:30/g, (_, instant, day) =>
    instant.concat(day < '03-30' ? '+01:00' : '+02:00'),
  );
  switch (file) {
    case 'event.yaml':
      return withoutGST(zoned)
        .replace('Asia/Kolkata', 'Europe/Berlin')
        .replace(/^rehearsal_at: .*$/m, 'rehearsal_at: "2025-03-30T23:50:00+02:00"');
    case 'tickets.yaml':
      return withoutGST(zoned.replace(/^gst_.*\n/gm, '')).replace(
        /^ {4}price: 3000$/m,
        '$&\n    price_changes:\n      - { from: "2025-03-31", price: 3500 }',
      );
    case 'registration.yaml':
      return withoutGST(zoned.replace(/^ {2}- name: (?:gst_no|invoice_\w+)\n(?: {4}.*\n)+/gm, ''));
  }
  return withoutGST(zoned);
}

const withoutGST = (text: string): string =>
  text
    .replaceAll(' ({{net}} + {{gst}} GST)', '')
    .replace('Price: {{net}} + {{gst}} GST. ', '')
    .replace(/\{\{fact:gst[a-z.]*\}\}/g, 'nothing')
    .replace(/\bGST\b/g, 'tax');

let edited: EditedSite;
const test = withServer(() => ({ name: 'localhost', invented: true, ...edited }));
test.beforeAll(() => {
  edited = buildEdited(edit);
});
test.afterAll(() => edited.remove());
test.describe.configure({ mode: 'serial' }); // one build for all tests
test.use({ tolerated: { errors: [refusals] } });

const total = (page: Page) => page.getByRole('complementary', { name: 'What you pay' });
const yourTicket = (page: Page) => page.getByRole('region', { name: 'Your ticket' });
const tenMinutes = 10 * 60_000;

const saysNoGST = async (page: Page) => expect(await page.locator('body').innerText(), page.url()).not.toContain('GST');

test('a visitor who opened the form before the price changed sees the new price and pays it', async ({
  page,
  server,
}) => {
  await page.clock.install();
  await page.goto('/register-now');
  const card = page.getByRole('article', { name: ticket });
  await expect(card).toContainText('₹3,000');
  await expect(card).toContainText('From 31 March 2025: ₹3,500');
  await expect(card).toContainText('Open until 4 PM, 9 April 2025');
  await saysNoGST(page);
  await chooseTicket(page, ticket);
  const person = somebody();
  await fillForm(page, person);
  await addPhoto(page);
  await addCard(page);
  await expect(total(page)).toContainText('₹3,000');
  await saysNoGST(page);

  // The visitor's clock is slow: according to the server's, it is after midnight.
  await server.restartLater(15);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText(priceChanged).first()).toBeInViewport();
  await expect(total(page)).toContainText('₹3,500');
  await page.clock.fastForward(tenMinutes);
  await expect(yourTicket(page)).toContainText('₹3,500');
  await expect(yourTicket(page)).not.toContainText('From 31 March');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('button', { name: 'Pay ₹3,500' }).waitFor();
  await pay(page);
  await saysNoGST(page);

  await page.goto('/login');
  await askForCode(page, person.Email);
  await typeCode(page, await mailedCode(person.Email, [], server.folder));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: /^Receipt/ }).click();
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('₹3,500');
  await saysNoGST(page);
  const outbox = join(server.folder, 'outbox');
  const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));
  expect(mails.some((mail) => mail.includes(person.Email) && mail.includes('Amount paid'))).toBe(true);
  for (const mail of mails) expect(mail).not.toContain('GST');
});

test('a price that changes while the form is open is shown and announced at once', async ({ page }) => {
  await page.clock.install();
  await chooseTicket(page, ticket);
  await page.getByLabel('First name').fill('Asha');
  await page.clock.fastForward(tenMinutes - 60_000 * 2);
  await expect(total(page)).toContainText('₹3,000');
  await expect(page.getByText(priceChanged)).toHaveCount(0);
  await page.clock.fastForward(60_000 * 2);
  await expect(total(page)).toContainText('₹3,500');
  await expect(page.getByText(priceChanged)).toBeVisible();
  await expect(yourTicket(page)).toContainText('₹3,500');
  await page.getByLabel('My spouse is coming with me').check();
  await expect(total(page)).toContainText('₹7,000');
  await expect(page.getByLabel('First name')).toHaveValue('Asha');
  await expect(page.getByText('We have filled in')).toHaveCount(0);
});

test('without GST, neither the pages nor the desk mention it', async ({ page }) => {
  for (const file of readdirSync(edited.site).filter((name) => /\.(html|xml|txt|json|ics)$/.test(name)))
    expect(readFileSync(join(edited.site, file), 'utf8'), file).not.toContain('GST');
  // Search engines get each price with the period in which it is valid.
  const cards = readFileSync(join(edited.site, 'register-now.html'), 'utf8');
  expect(cards).toMatch(/"price":"3000\.00"[^}]*"validThrough":"2025-03-30T22:00:00Z"/);
  expect(cards).toMatch(/"price":"3500\.00"[^}]*"validFrom":"2025-03-30T22:00:00Z"/);
  await page.goto('/industry-associates-registration');
  await expect(total(page)).toContainText('₹75,000');
  await saysNoGST(page);

  await signInAtDesk(page, 'Organiser');
  for (const [room, ready] of [
    ['', /^Seats/],
    ['/registrations', /registrations/],
    ['/registrations?state=paid', /Paid ₹.*net ₹/],
    ['/add', /How it is paid/],
    ['/sales', /₹3,000/],
  ] as const) {
    await page.goto(`/desk${room}`);
    await expect(page.getByText(ready).first(), room).toBeVisible();
    await saysNoGST(page);
  }
  await page.goto('/desk/registrations?state=paid');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Money' })).toBeVisible();
  await saysNoGST(page);
});
