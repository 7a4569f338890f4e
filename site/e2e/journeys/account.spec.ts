import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { book, bookAndPay } from './booking.ts';
import { expect, loseResponse, mailedCode, refusals, signIn, somebody, test, typeCode } from './steps.ts';

test.describe('with a lost response', () => {
  test.use({ tolerated: { errors: [/net::ERR_FAILED/, /Something Went Wrong!/] } });

  test('the code can be entered once the visitor has pressed Continue again', async ({ page }) => {
    const { person } = await bookAndPay(page.request);
    await loseResponse(page, '**/send-otp');
    await page.goto('/login');
    await page.getByPlaceholder('Enter Email').fill(person.Email);
    const proceed = page.getByRole('button', { name: 'Continue' });
    await proceed.click();
    await expect(page.getByText(/cannot reach the server/)).toBeVisible();
    await proceed.click();
    await typeCode(page, await mailedCode(person.Email));
    await proceed.click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test.describe('with a break in the network', () => {
  test.use({ tolerated: { errors: [/net::ERR_INTERNET_DISCONNECTED/, /Something Went Wrong!/] } });

  test('from a paid registration to the ticket at the gate and the sign-out', async ({ page, context }) => {
    const { id, person } = await bookAndPay(page.request);
    await page.goto(`/verify/${id}`);
    await page.getByRole('link', { name: 'Sign in to see your ticket' }).click();
    await expect(page.getByRole('heading', { name: 'SIGN IN' })).toBeVisible();
    await signIn(page, person.Email);
    await expect(page).toHaveURL(/\/event-ticket\//);
    await expect(page.getByText('Entries Remaining')).toBeVisible();

    await page.getByRole('link', { name: 'All tickets' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { name: 'TICKETS' })).toBeVisible();
    await expect(page.getByText('Asha Verma').first()).toBeVisible();
    await expect(page.locator('main header'), 'no text about a ticket to come').toHaveText(/^([A-Z]-\d\d)?Dashboard$/);

    expect(await violations(page, ['#app'])).toEqual([]);
    const search = page.getByLabel('Search');
    await search.fill('no such thing');
    await expect(page.getByRole('article')).toHaveCount(0);
    await search.fill('bhopal');
    const card = page.getByRole('article').first();
    for (const label of ['Date', 'Time', 'Gate', 'Row', 'Seat'])
      await expect(card.getByText(label, { exact: true })).toBeVisible();
    await expect(card.getByRole('img')).toHaveAttribute('width', '120');

    await card.getByRole('link').click();
    await expect(page).toHaveURL(/\/event-ticket\//);
    await expect(page.getByText('Entries Remaining')).toBeVisible();
    await expect(page.getByText('03', { exact: true })).toBeVisible();
    await expect(page.locator('dt:text-is("Lane") + dd')).toHaveText(/^A/);
    await expect(page.getByRole('img', { name: /QR code/ })).toHaveAttribute('width', '200');
    expect(await violations(page, ['#app'])).toEqual([]);
    const calendar = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Add to calendar' }).click();
    expect((await calendar).suggestedFilename()).toMatch(/\.ics$/);
    const paper = await page.pdf({ preferCSSPageSize: true });
    expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

    await expect.poll(() => isKept(page)).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText('Entries Remaining')).toBeVisible();
    await expect(page.getByText('You are offline.', { exact: false })).toBeVisible();
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    await context.setOffline(false);

    const address = page.url();
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect
      .poll(() =>
        page.evaluate(() => ['token', 'user', 'tickets', 'signed_in'].filter((key) => localStorage.getItem(key))),
      )
      .toEqual([]);
    await expect.poll(() => isKept(page)).toBe(false);
    await page.goto(address);
    await expect(page.getByText(/You are not signed in/)).toBeVisible();
    await expect(page.getByText('Asha')).toHaveCount(0);
  });
});

const isKept = (page: Page): Promise<boolean> =>
  page.evaluate(
    async () => (await caches.has('ticket-page')) && (await (await caches.open('ticket-page')).keys()).length > 3,
  );

test('the six boxes accept typing, pasting and Backspace', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/login');
  await page.getByPlaceholder('Enter Email').fill(somebody().Email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'ENTER ONE-TIME PASSCODE' })).toBeVisible();
  await expect(page.getByText('Check your email for the OTP')).toBeVisible();
  const box = (number: number) => page.getByLabel(`Digit ${number}`);
  const code = async () => (await Promise.all([1, 2, 3, 4, 5, 6].map((number) => box(number).inputValue()))).join('|');

  await expect(box(1)).toBeFocused();
  await expect(box(1)).toHaveAttribute('autocomplete', 'one-time-code');
  await page.keyboard.type('1a2 3');
  expect(await code()).toBe('1|2|3|||');
  await expect(box(4)).toBeFocused();
  await page.keyboard.press('Backspace');
  expect(await code()).toBe('1|2||||');
  await expect(box(3)).toBeFocused();
  await page.evaluate(() => navigator.clipboard.writeText(' 48-15 16 '));
  await page.keyboard.press('Control+v');
  expect(await code()).toBe('4|8|1|5|1|6');
  await box(1).fill('230042'); // autofill writes the whole code into one box
  expect(await code()).toBe('2|3|0|0|4|2');

  await page.getByRole('button', { name: 'GO BACK' }).click();
  await expect(page.getByRole('heading', { name: 'SIGN IN' })).toBeVisible();
});

test.describe('refused', () => {
  test.use({ tolerated: { errors: [refusals, /net::ERR_INTERNET_DISCONNECTED/, /Something Went Wrong!/] } });

  test('a reloaded sign-in continues, and the profile can be corrected', async ({ page }) => {
    const { person } = await book(page.request);
    const email = person.Email;
    await page.goto('/login');
    await page.getByPlaceholder('Enter Email').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    const code = await mailedCode(email);
    // A visitor who returns from the mail app to a reloaded page still sees the code boxes.
    await page.reload();
    await typeCode(page, code);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { name: 'No tickets yet' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Finish payment/ })).toBeVisible();

    await page.getByRole('button', { name: 'Edit profile' }).click();
    await page.getByLabel('City').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('City is required')).toBeVisible();
    await page.getByLabel('City').fill('Indore');
    await page.route('**/api/update-profile', (route) => route.abort('internetdisconnected'), { times: 1 });
    await page.getByRole('button', { name: 'Save' }).click();
    const lost = page.getByText('The connection was lost.', { exact: false });
    await expect(lost).toBeInViewport();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Profile saved')).toBeInViewport();
    await expect(lost).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('Indore, Madhya Pradesh, India')).toBeVisible();
  });

  test("another code can be requested after a minute on the server's clock", async ({ page }) => {
    await page.clock.install();
    await page.goto('/login');
    await page.getByPlaceholder('Enter Email').fill('nobody');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/e-?mail/i);
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByPlaceholder('Enter Email').fill(somebody().Email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(/another code in 0:5\d|another one in 1:00/)).toBeVisible();
    await page.clock.fastForward('01:01');
    await page.getByRole('button', { name: 'Send another code' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'A code was sent a moment ago' })).toBeVisible();
  });
});
