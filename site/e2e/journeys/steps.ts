import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { type Server, startServer, type Wanted } from '../server.ts';

/** Every journey fails on an error in the page, even an invisible error such as a policy violation. */
export const test = base.extend<{ noErrors: undefined; tolerated: { errors: RegExp[] } }>({
  tolerated: [{ errors: [] }, { option: true }],
  noErrors: [
    async ({ page, tolerated }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      // Without this early listener, the browser's file dialog sometimes opens despite waitForEvent.
      page.on('filechooser', () => {});
      await use(undefined);
      expect(errors.filter((error) => !tolerated.errors.some((pattern) => pattern.test(error)))).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** The browser logs this when a request is refused. */
export const refusals = /Failed to load resource: the server responded with a status of 4\d\d/;

/** Each journey has its own rehearsal, for example to move its clock. */
export const withServer = (wanted: () => Partial<Wanted> = () => ({})) =>
  test.extend<{ server: Server }>({
    server: async ({}, use) => {
      const server = await startServer({ rehearsal: true, ...wanted() });
      await use(server);
      await server.stop();
    },
    baseURL: ({ server }, use) => use(server.url),
  });

/**
 * Desk tests in the same worker share one rehearsal, so each test adds its own people and leaves the clock alone. A
 * request that needs the passkey is refused at first.
 */
const sharing = (wanted: Partial<Wanted>) =>
  test.extend<object, { server: Server }>({
    server: [
      async ({}, use) => {
        const server = await startServer({ rehearsal: true, name: 'localhost', ...wanted });
        await use(server);
        await server.stop();
      },
      { scope: 'worker' },
    ],
    baseURL: ({ server }, use) => use(server.url),
    tolerated: { errors: [refusals] },
  });

/** Each journey has its own rehearsal with invented people. */
export const withDesk = () => withServer(() => ({ name: 'localhost', invented: true }));

/** For desk tests that share a server. `atFullDesk` has invented people, whom the tests must not change. */
export const atDesk = sharing({});
export const atFullDesk = sharing({ invented: true });

/** Signs the browser in, as the button for this role in a rehearsal does, without opening a page. */
export async function signInAtDesk(page: Page, role: string, site = ''): Promise<void> {
  const { origin } = new URL((await page.request.get(`${site}/robots.txt`)).url());
  const headers = { origin, 'sec-fetch-site': 'same-origin' };
  const data = { role: role.toLowerCase() };
  const answer = await page.request.post(`${site}/api/desk/sign-in/rehearsal`, { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** `pays` chooses the payment. Returns once the registration is shown. */
export async function addAtDesk(page: Page, person: Person, pays: () => Promise<void>): Promise<void> {
  await page.goto('/desk/add');
  await page.getByLabel('Category').selectOption({ label: 'IIA Professional' });
  await fillForm(page, person);
  await pays();
  await page.getByLabel('Reason', { exact: true }).fill('Wrote to the office');
  await expect(page.getByText('The confirmation with the ticket')).toBeVisible();
  await page.getByRole('button', { name: /^Register (?!and add)/ }).click();
  const touch = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const added = page.getByRole('heading', { level: 1, name: person['Last name'] });
  await expect(touch.or(added).first()).toBeVisible();
  if (await touch.isVisible()) await touch.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/desk\/registration\//);
}

export async function forFree(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Complimentary' }).check();
  await page.getByLabel('Why it is free').selectOption({ label: 'Speaker' });
}

/** Confirms with the passkey if the desk asks for it. */
export async function confirmAtDesk(page: Page, name: string): Promise<void> {
  const dialogs = page.getByRole('dialog');
  const passkey = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const button = dialogs.getByRole('button', { name, exact: true });
  await expect(button).toBeEnabled(); // once the preview is about what was typed last
  await button.press('Enter');
  await expect.poll(async () => (await passkey.isVisible()) || (await dialogs.count()) === 0).toBe(true);
  if (await passkey.isVisible()) await passkey.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(dialogs).toHaveCount(0);
}

let people = 0;

/** Encodes a number in letters, for use in names. */
const letters = (number: number): string =>
  [...number.toString(26)].map((digit) => String.fromCharCode(97 + parseInt(digit, 26))).join('');

/** People who share a name and date of birth count as one person. */
export function somebody(email = `visitor-${process.pid}-${Date.now()}-${++people}@example.org`) {
  return {
    'First name': 'Asha',
    'Last name': `Verma ${letters(process.pid)} ${letters(Date.now() * 100 + ++people)}`,
    Email: email,
    'Mobile number': '9876543210',
    'Membership number': `A${process.pid}M${Date.now() % 1_000_000}M${people}`,
    City: 'Bhopal',
  };
}

export type Person = ReturnType<typeof somebody>;

export const picture = (words: string, width = 1200, height = 800): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#dfe6e3' } })
    .composite([
      {
        input: Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
            <text x="50%" y="78%" font-size="${height / 11}" text-anchor="middle">${words}</text></svg>`,
        ),
      },
    ])
    .jpeg()
    .toBuffer();

export const file = (buffer: Buffer, name = 'picture.jpg') => ({ name, mimeType: 'image/jpeg', buffer });

export async function chooseTicket(page: Page, name: string): Promise<void> {
  await page.goto('/register-now');
  await startRegistration(page, name);
  await expect(page).toHaveURL(/\/bookings$/);
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
}

export const startRegistration = (page: Page, name: string): Promise<void> =>
  page
    .getByRole('article', { name })
    .getByRole('button', { name: /^Register Now/ })
    .click();

export async function fillForm(page: Page, person: Partial<Person>, born = '1990-05-01'): Promise<void> {
  for (const [label, value] of Object.entries(person)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Gender').selectOption('female');
  await page.getByLabel('Date of birth').fill(born);
  await page.getByLabel('State').selectOption('Madhya Pradesh');
}

export async function addPhoto(page: Page): Promise<void> {
  await page.getByLabel('Profile photo').setInputFiles(file(await picture('portrait', 900, 1200)));
  await expect(page.getByText(/^Uploaded \(/).first()).toBeVisible();
}

/** Covers the number as suggested, and gives consent. */
export async function addCard(page: Page): Promise<void> {
  await page.getByLabel('Aadhar card').setInputFiles(file(await picture('1234 5678 9012')));
  const tool = page.getByRole('dialog', { name: 'Cover the first eight digits' });
  await tool.getByLabel('Only the last four digits are visible').check();
  await tool.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByText(/^Uploaded \(/)).toHaveCount(2);
  await page.getByLabel(/^I agree/).check();
}

export async function registerUntilPayment(page: Page, person: Person, ticket = 'IIA Professional'): Promise<void> {
  await chooseTicket(page, ticket);
  await fillForm(page, person);
  await addPhoto(page);
  await addCard(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('button', { name: /^Pay ₹/ })).toBeVisible();
}

export async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(page.getByRole('heading', { name: 'Congratulations! Your Registration is Successful' })).toBeVisible();
  await expect(page.getByText('Booking code')).toBeVisible();
}

/** Returns the code that was emailed to an address and is not one of the known codes. */
export async function mailedCode(
  email: string,
  known: readonly string[] = [],
  folder = process.env.E2E_FOLDER!,
): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(() => (code = codesTo(email, folder).find((candidate) => !known.includes(candidate))), {
      message: `a code mailed to ${email}`,
    })
    .toBeTruthy();
  return code!;
}

function codesTo(email: string, folder: string): string[] {
  const outbox = join(folder, 'outbox');
  return readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
    .filter((mail) => mail.includes(email))
    .flatMap((mail) => /^\W{0,2}([0-9]{6})\W{0,2}$/m.exec(mail)?.[1] ?? []);
}

/** The server handles the next request to this address, but the browser never gets the response. */
export const loseResponse = (page: Page, address: string) =>
  page.route(
    address,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

export async function askForCode(page: Page, email: string): Promise<void> {
  await page.getByPlaceholder('Enter Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('OTP sent successfully!!')).toBeInViewport();
}

export async function signIn(page: Page, email: string): Promise<string> {
  await askForCode(page, email);
  const code = await mailedCode(email);
  await typeCode(page, code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('OTP verified successfully!!')).toBeInViewport();
  return code;
}

export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1').click();
  await page.keyboard.type(code);
}
