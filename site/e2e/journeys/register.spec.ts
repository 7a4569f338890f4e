import { bookAndPay } from './booking.ts';
import {
  addCard,
  addPhoto,
  chooseTicket,
  expect,
  file,
  fillForm,
  pay,
  picture,
  refusals,
  registerUntilPayment,
  somebody,
  startRegistration,
  test,
} from './steps.ts';

test('from the home page to a paid registration', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Register Now' }).first().click();
  await expect(page).toHaveURL(/\/register-now/);
  await startRegistration(page, 'IIA Professional');
  const person = somebody();
  await fillForm(page, person);
  await addPhoto(page);
  await addCard(page);
  const total = page.getByRole('complementary', { name: 'What you pay' });
  await expect(total).toContainText('₹3,540');
  await page.getByLabel('My spouse is coming with me').check();
  await expect(total).toContainText('₹7,080');
  await page.getByLabel('Name of spouse').fill('Ravi Verma');
  await page.getByRole('button', { name: 'Submit' }).click();

  await expect(page.getByRole('button', { name: 'Pay ₹7,080' })).toBeVisible();
  await pay(page);
  expect(new URL(page.url()).search).toBe('');
  await expect(page.getByText('₹7,080')).toBeVisible();
  const kept = await page.evaluate(() => ({
    token: localStorage.getItem('token'),
    user: localStorage.getItem('user'),
    draft: localStorage.getItem('registration-draft-member'),
  }));
  expect(kept.token).toBeTruthy();
  expect(kept.user).toContain('Asha');
  expect(kept.draft).toBeNull();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/login');
  await expect(page.getByPlaceholder('Enter Email')).toHaveValue(person.Email);
});

test('a declined payment lists causes, and one click leads to another payment for the same registration', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await registerUntilPayment(page, somebody());
  // The browser's Back button shows the top of the status page. Nothing is lost, even after a reload.
  await page.goBack();
  const heading = page.getByRole('heading', { name: 'Payment Verification in Progress' });
  await expect(heading).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Continue to payment' })).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.reload();
  await page.getByRole('link', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(
    page.getByRole('heading', { name: 'Payment failed. Please try again or contact support.' }),
  ).toBeVisible();
  for (const cause of ['Insufficient funds', 'Network issues', 'Declined by your bank'])
    await expect(page.getByText(cause)).toBeVisible();
  await expect(page.getByText(/^If you were charged anyway, the payment will appear here/)).toBeVisible();
  const address = page.url();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: /^Pay ₹/ })).toBeVisible();
  await page.goBack();
  await expect(heading).toBeVisible();
  await page.getByRole('link', { name: 'Continue to payment' }).click();
  await pay(page);
  expect(page.url()).toBe(address);
});

test.describe('without the server', () => {
  test.use({ tolerated: { errors: [/Failed to load resource/, /Something Went Wrong!/] } });

  test('a server error shows that the payment is safe, and the request number', async ({ page }) => {
    await page.route('**/api/verify-payment', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 500, status: 'error', error: 'unknown_failure', request_id: 'abc123' },
      }),
    );
    await page.goto('/verify/aaaaaaaaaaaaaaaaaaaa');
    await expect(page.getByText('If you have paid, your payment is safe. This page will show it.')).toBeVisible();
    await expect(page.getByText('Request number: abc123')).toBeVisible();
  });
});

test('a plan for other institutes asks for the institute', async ({ page }) => {
  await chooseTicket(page, 'Members of Other Institutes');
  await expect(page.getByRole('region', { name: 'Your ticket' })).toContainText('With spouse ₹16,000 plus GST');
  await fillForm(page, somebody());
  // Of several errors, one is shown as a toast.
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Please upload aadhar card photo to proceed!')).toBeInViewport();
  await expect(page.getByText('Please select institute!')).toHaveCount(0);
  await addPhoto(page);
  await addCard(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Please select institute!')).toBeInViewport();
  await expect(page.getByLabel('Institute')).toBeFocused();
  await page.getByLabel('Institute').selectOption('Indian Institute of Interior Designer');
  await page.getByLabel('Membership number').fill('TR123');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Invalid Membership No, please re-enter')).toBeInViewport();
  const wrong = 'This is not a membership number of the Indian Institute of Interior Designer.';
  await expect(page.getByText(wrong)).toBeVisible();
  await expect(page.getByLabel('Membership number')).toBeFocused();
  await page.getByLabel('Membership number').fill('IN 4711');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('button', { name: 'Pay ₹9,440' })).toBeVisible();
});

test('industry associates enter their company and no membership number', async ({ page }) => {
  await page.goto('/industry-associates-registration');
  await page.getByRole('link', { name: 'Reserve your spot now' }).click();
  await expect(page).toHaveURL(/#registrationForm$/);
  await expect(page.getByLabel('Membership number')).toHaveCount(0);
  const { 'Membership number': _, ...person } = somebody();
  await fillForm(page, person);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Brand/Company Name is required')).toBeVisible();
  await expect(page.getByText('Designation is required')).toBeVisible();
  await page.getByLabel('Brand/Company name').fill('Lattice and Sons');
  await page.getByLabel('Designation').fill('Partner');
  await expect(page.getByLabel('Legal name of the firm')).toHaveCount(0);
  await expect(page.getByLabel('Address for the invoice')).toBeVisible(); // this price needs it even without a GSTIN
  await page.getByLabel('GST number').fill('27ABCDE1234F1Z0');
  await page.getByLabel('Legal name of the firm').fill('Lattice and Sons LLP');
  await page.getByLabel('Address for the invoice').fill('1 Hill Road, Pune');
  await page.getByLabel('Address for the invoice').blur();
  await expect(page.getByText('Please end the address with its PIN code')).toBeVisible();
  await page.getByLabel('Address for the invoice').fill('1 Hill Road, Pune 411001');
  await addPhoto(page);
  await addCard(page);
  await page.getByLabel('My spouse is coming with me').check();
  await page.getByLabel('Name of spouse').fill('Ravi Verma');
  await expect(page.getByRole('complementary', { name: 'What you pay' })).toContainText('₹1,47,500');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('button', { name: 'Pay ₹1,47,500' })).toBeVisible();
});

test('without a chosen ticket, the visitor is sent to the tickets', async ({ page }) => {
  await page.goto('/bookings');
  await expect(page).toHaveURL(/\/register-now\/?#register-now$/);
});

test('every rule shows its message beside its field, and the first invalid field gets the focus', async ({ page }) => {
  await chooseTicket(page, 'IIA Professional');
  await page.getByRole('button', { name: 'Submit' }).click();
  for (const message of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Mobile number is required',
    'Date of birth is required',
    'Membership number is required',
    'State is required',
    'City is required',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription(/First name is required/);

  await page.getByLabel('First name').pressSequentially('As4ha');
  await expect(page.getByLabel('First name')).toHaveValue('Asha');
  await expect(page.getByText('First name is required')).toHaveCount(0);
  await expect(page.getByLabel('Gender')).toHaveAttribute('aria-required', 'false');
  await expect(page.getByLabel('Gender')).not.toHaveAttribute('aria-invalid');
  const mobile = page.getByLabel('Mobile number');
  await mobile.pressSequentially('+91 98765+43210');
  await expect(mobile).toHaveValue('9876543210'); // India's country code is removed
  await mobile.clear();
  await mobile.pressSequentially('+45 2012 x3456');
  await expect(mobile).toHaveValue('+4520123456');
  const number = page.getByLabel('Membership number');
  await number.pressSequentially('a15');
  await number.press('ArrowLeft');
  await number.pressSequentially('bc');
  await expect(number).toHaveValue('A1BC5');
  await expect(page.getByLabel('State').getByRole('option')).toHaveCount(38);
  await page.getByLabel('Country').selectOption('Nepal');
  await page.getByLabel('State').fill('Bagmati'); // with Nepal, State is a text field
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('City').focus();
  await expect(page.getByText('Mobile number must be 10 digits')).toBeVisible();
  await expect(page.getByText('Invalid email format')).toBeVisible();
});

test('typed text survives a reload; pictures do not', async ({ page }) => {
  await chooseTicket(page, 'IIA Professional');
  const person = somebody();
  await fillForm(page, person);
  await addPhoto(page);
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue(person.Email);
  await expect(page.getByLabel('State')).toHaveValue('Madhya Pradesh');
  await expect(page.getByText('Required.')).toHaveCount(2);
  page.once('dialog', (question) => question.dismiss());
  await page.getByRole('button', { name: 'Clear the form' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(person.Email);
  page.once('dialog', (question) => question.accept());
  await page.getByRole('button', { name: 'Erase everything I typed' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue('');
});

test.describe('refused', () => {
  test.use({ tolerated: { errors: [refusals] } });

  test('a visitor who has already paid is asked to sign in', async ({ page }) => {
    const { person } = await bookAndPay(page.request);
    await chooseTicket(page, 'IIA Professional');
    await fillForm(page, person);
    await addPhoto(page);
    await addCard(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('link', { name: 'Sign in to see your ticket' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(person.Email);
  });
});

test('a newer picture replaces one that is still uploading; a file that is not a picture replaces none', async ({
  page,
}) => {
  await chooseTicket(page, 'IIA Professional');
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/upload-assets'));
  let first = true;
  await page.route('**/upload-assets', async (route) => {
    if (!first) return route.continue();
    first = false; // the first request is never answered
  });
  const photo = page.getByLabel('Profile photo');
  const onItsWay = page.waitForRequest('**/upload-assets');
  await photo.setInputFiles(file(await picture('one')));
  await expect(page.getByRole('button', { name: 'Please wait file uploading...' })).toBeDisabled();
  await onItsWay;
  await photo.setInputFiles(file(await picture('two')));
  await cancelled;
  await expect(page.getByText(/^Uploaded \(/)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();
  const broken = Buffer.from('not a picture');
  for (const [mimeType, buffer, says] of [
    ['image/heic', broken, /Please choose a PNG or JPEG file\./],
    ['image/jpeg', broken, /not a picture of at least 200 × 200 pixels/],
    ['application/pdf', broken, /Please choose a PNG or JPEG file\./],
    ['image/jpeg', await picture('flat', 600, 199), /not a picture of at least 200 × 200 pixels/],
  ] as const) {
    await photo.setInputFiles({ name: 'file', mimeType, buffer });
    await expect(photo).toHaveAccessibleDescription(says);
    await expect(page.getByText(/^Uploaded \(/)).toHaveCount(1);
    await expect(page.getByAltText('Your picture: Profile photo')).toBeVisible();
  }
});
