import { book, bookAndPay, signInFor } from './booking.ts';
import {
  addCard,
  addPhoto,
  chooseTicket,
  expect,
  fillForm,
  loseResponse,
  mailedCode,
  refusals,
  signIn,
  somebody,
  test,
  typeCode,
} from './steps.ts';

test('two people share an email address: each ticket names its holder, and the profile says whose it is', async ({
  page,
  request,
}) => {
  const first = somebody();
  const second = { ...somebody(first.Email), 'First name': 'Bhanu' };
  await bookAndPay(request, first);
  await signInFor(page, await bookAndPay(request, second));
  await page.goto('/dashboard');
  const cards = page.getByRole('article').filter({ has: page.getByText('Holder') });
  await expect(cards).toHaveCount(2);
  for (const { 'First name': name, 'Last name': family } of [first, second]) {
    const holder = cards.getByText(`${name} ${family}`, { exact: true });
    await holder.scrollIntoViewIfNeeded();
    await expect(holder).toBeInViewport();
    await expect(page.getByRole('img', { name: `QR code for ${name} ${family}'s ticket` })).toHaveCount(1);
  }
  const profile = page.getByRole('region', { name: 'Your profile' });
  await expect(profile).toContainText(`This is Asha ${first['Last name']}’s profile.`);
  const invoices = page.getByRole('link', { name: /^Tax invoice/ });
  await expect(invoices).toHaveCount(2);
  await invoices.last().click();
  await expect(page.getByRole('article', { name: 'Tax invoice' })).toContainText(/(Asha|Bhanu) Verma/);
});

test.describe('an unpaid registration for the same person', () => {
  test.use({ tolerated: { errors: [refusals, /net::ERR_FAILED/, /Something Went Wrong!/] } });

  test('the form shows it; its payment can be resumed, or it can be changed with a code sent to its address', async ({
    page,
    request,
  }) => {
    const person = somebody();
    const { id } = await book(request, person); // unknown to this browser
    await chooseTicket(page, 'IIA Professional');
    await fillForm(page, { ...person, City: 'Indore' });
    await addPhoto(page);
    await addCard(page);
    await page.getByRole('button', { name: 'Submit' }).click();

    const offer = page.getByRole('group', { name: 'The unpaid registration' });
    await expect(page.getByText('You already have an unpaid registration for this ticket.')).toBeInViewport();
    await expect(offer.getByRole('link', { name: 'Continue to payment' })).toHaveAttribute('href', `/verify/${id}`);
    await expect(offer.getByText(/If you mistyped that address/)).toHaveCount(0);
    await expect(page.getByLabel('City')).toHaveValue('Indore');
    await expect(page.getByText(/^Uploaded \(/)).toHaveCount(2);

    const address = offer.getByLabel('Email address of that registration');
    await expect(address).toHaveValue(person.Email);
    await loseResponse(page, '**/send-otp');
    await address.press('Enter');
    await expect(address).toHaveAccessibleDescription(/cannot reach the server/);
    await address.press('Enter');
    const code = await mailedCode(person.Email);
    await typeCode(page, code === '000000' ? '000001' : '000000');
    await offer.getByRole('button', { name: 'Verify and submit again' }).click();
    await expect(offer.getByText('That code is incorrect or has expired.')).toBeInViewport();
    await typeCode(page, code);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Pay ₹3,540' })).toBeVisible();
    await page.goto(`/verify/${id}`);
    await expect(page.getByRole('link', { name: /pay/i }).first()).toBeVisible();
  });
});

test('a browser stays known after the sign-out, and is forgotten on request', async ({ page, request }) => {
  const { person } = await bookAndPay(request);
  const device = () => page.evaluate(() => localStorage.getItem('device'));
  await page.goto('/login');
  const first = await signIn(page, person.Email);
  await expect(page).toHaveURL(/\/dashboard$/);
  const id = await device();
  expect(id).toMatch(/^[a-z2-7]{32}$/);
  const ended = page.waitForResponse('**/api/sign-out');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await ended;
  await expect.poll(device).toBe(id);

  // The first code was sent less than a minute ago, but now the browser is known.
  await page.getByPlaceholder('Enter Email').fill(person.Email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await typeCode(page, await mailedCode(person.Email, [first]));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await device()).toBe(id);
  await page.getByRole('button', { name: 'Forget this device' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(device).toBeNull();
});
