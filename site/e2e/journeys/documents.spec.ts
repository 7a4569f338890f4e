import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { bookAndPay, signInWithTicket } from './booking.ts';
import { expect, type Person, refusals, signIn, test } from './steps.ts';

async function printsOnOnePage(page: Page): Promise<void> {
  const paper = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  const pages = paper.toString('latin1');
  expect(pages.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pages)?.slice(1).map(Number)).toEqual([
    expect.closeTo(595, -0.5),
    expect.closeTo(842, -0.5),
  ]);
}

const paper = (page: Page) => page.getByRole('article');

async function openInvoice(page: Page): Promise<Person> {
  const { person } = await signInWithTicket(page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Tax invoice / }).click();
  await expect(page).toHaveURL(/\/invoice\/[a-z0-9]+$/i);
  await expect(paper(page)).toBeVisible();
  return person;
}

/** Rule 46 requires these particulars. */
const particulars = (person: Record<string, string>) => [
  'Tax invoice',
  'The Indian Institute of Architects',
  'Bhopal, Madhya Pradesh (State code 23)',
  'GSTIN 23ABCDE1234F1Z8',
  /Number\s*TEST/,
  /Date\s*\d+ \w+ 2025/,
  `Asha ${person['Last name']}`,
  'Madhya Pradesh (State code 23)',
  /SAC 998399 · GST 18%/,
  'Delegate registration',
  /Taxable value\s*₹3,000\.00/,
  /CGST 9%\s*₹270\.00/,
  /SGST 9%\s*₹270\.00/,
  /Total\s*₹3,540\.00/,
  'Rupees three thousand five hundred forty only',
  /Place of supply\s*23-Madhya Pradesh/,
  /Tax payable on reverse charge\s*No/,
  'Authorised signatory',
  'no signature is needed',
  'Rehearsal: no money was paid',
];

test('an invoice has every particular, fits every screen and prints on one page', async ({ page }) => {
  const person = await openInvoice(page);
  for (const one of particulars(person)) await expect(paper(page)).toContainText(one);
  await expect(paper(page)).not.toContainText('IGST');
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (width === 390 || width === 768) continue;
    await page.emulateMedia({ colorScheme: width === 320 ? 'light' : 'dark', reducedMotion: 'reduce' });
    expect(await violations(page, ['#app'])).toEqual([]);
  }
  await printsOnOnePage(page);
});

test.describe('not loaded', () => {
  test.use({ tolerated: { errors: [/503/] } });

  test('an invoice that the server could not send can be tried again', async ({ page }) => {
    await openInvoice(page);
    await page.route('**/api/invoice', (route) => route.fulfill({ status: 503, json: { message: 'Please wait.' } }));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Please wait.' })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(paper(page)).toBeVisible();
  });
});

test.describe('corrections', () => {
  test.use({ tolerated: { errors: [refusals] } });

  test('the buyer adds a GSTIN: a credit note and a new invoice', async ({ page, request, browser }) => {
    await openInvoice(page);
    const old = page.url();
    await page.getByRole('button', { name: 'Correct name or GSTIN' }).click();
    const form = page.getByRole('form', { name: 'Correct name or GSTIN' });
    await form.getByLabel('GSTIN').fill('33ABCDE1234F1Z5');
    await form.getByLabel('GSTIN').press('Enter');
    await expect(form.getByText('the last character should be 7, not 5')).toBeVisible();
    await expect(form.getByLabel('GSTIN')).toBeFocused();
    expect(await violations(page, ['#app'])).toEqual([]);
    const school = 'श्रीकृष्ण क्षत्रिय विद्यालय';
    const long = `${school} ${'Architects and Engineers '.repeat(7)}`.slice(0, 199).trim();
    await form.getByLabel('Legal name').fill(long);
    await form.getByLabel('GSTIN').fill('27abcde1234f1z0');
    const street = 'Fourth floor, 12 नियुक्ति मार्ग, ';
    await form.getByLabel('Address').fill(street.repeat(5).trim());
    await form.getByLabel('PIN code').fill('400001');
    await form.getByRole('button', { name: 'Issue new invoice' }).click();
    await expect(page).not.toHaveURL(old);
    await expect(paper(page)).toContainText(long);
    await expect(paper(page)).toContainText('GSTIN 27ABCDE1234F1Z0');
    await expect(paper(page)).toContainText('Maharashtra (State code 27)');
    await expect(paper(page)).toContainText('23-Madhya Pradesh');
    await printsOnOnePage(page);

    const corrected = page.url();
    await page.goto(old);
    await expect(paper(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Correct name or GSTIN' })).toHaveCount(0);
    await page.getByRole('link', { name: 'All documents' }).click();
    const documents = page.getByRole('list', { name: 'Documents' });
    await expect(documents.getByRole('listitem')).toHaveCount(3);
    await documents.getByRole('link', { name: /^Credit note/ }).click();
    // Rule 53 requires the kind of document, the invoice that it corrects, and the tax that is credited.
    for (const one of [
      'Credit note',
      /For document\s*TEST\S+ dated \d+ \w+ 2025/,
      /CGST 9%\s*₹270\.00/,
      "buyer's details",
    ])
      await expect(paper(page)).toContainText(one);
    await printsOnOnePage(page);

    const other = await browser.newPage();
    const stranger = await bookAndPay(request);
    await other.goto(corrected);
    await expect(other).toHaveURL(/\/login$/);
    await signIn(other, stranger.person.Email);
    await expect(other).toHaveURL(corrected);
    await expect(other.getByRole('heading', { name: 'This account has no such document.' })).toBeVisible();
    await other.close();
  });
});
