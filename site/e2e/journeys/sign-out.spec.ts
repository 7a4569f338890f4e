import type { Page } from '@playwright/test';
import { bookAndPay, signInWithTicket } from './booking.ts';
import { chooseTicket, expect, refusals, signIn, test } from './steps.ts';

/** Without the device ID, which signing out keeps and which identifies nobody. */
const keptHere = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key !== 'device').sort(),
  );

async function openTicket(page: Page): Promise<void> {
  await signInWithTicket(page);
  await page.goto('/dashboard');
  await page.getByRole('article').getByRole('link').click();
  await expect(page.getByText('Entries Remaining')).toBeVisible();
}

test('signing out in one tab signs out in the other, and deletes the unfinished form', async ({ page, context }) => {
  await openTicket(page);
  const other = await context.newPage();
  await chooseTicket(other, 'IIA Professional');
  await other.getByLabel('City', { exact: true }).fill('Sehore');
  await expect.poll(() => keptHere(other)).toContainEqual(expect.stringMatching(/^registration-draft-/));
  await other.goto('/dashboard');
  await expect(other.getByText('Asha Verma').first()).toBeVisible();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  await expect(page.getByText('Asha')).toHaveCount(0);
  await expect.poll(() => keptHere(page)).toEqual([]);
  await expect.poll(() => keptHere(other)).toEqual([]);
});

test.describe('a session ended by the server', () => {
  test.use({ tolerated: { errors: [refusals] } });

  test('is explained on the sign-in page', async ({ page }) => {
    const { person } = await signInWithTicket(page);
    const explained = page.getByText('You were signed out. Please sign in again.');
    const token = await page.evaluate(() => localStorage.getItem('token')!);
    await page.request.post('/api/sign-out', { headers: { authorization: token }, data: { everywhere: true } });
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login$/);
    await expect(explained).toBeInViewport();
    await expect(page.getByPlaceholder('Enter Email')).toHaveValue(person.Email);
  });
});

test.describe('if the server fails', () => {
  test.use({ tolerated: { errors: [/Failed to load resource: the server responded with a status of 500/] } });

  test('the request number is shown on the dashboard, the ticket and the sign-in page', async ({ page }) => {
    await openTicket(page);
    const problem = { code: 500, status: 'error', error: 'unknown_failure', message: 'It failed.', request_id: '7KQ' };
    await page.route(/\/api\/(tickets|profile|send-otp)$/, (route) => route.fulfill({ status: 500, json: problem }));
    await page.reload();
    await expect(page.getByText('It failed (7KQ).')).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByText('It failed (7KQ).')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByPlaceholder('Enter Email').fill('somebody@example.org');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('It failed (7KQ).');
  });
});

// The headless shell does not keep pages in the back/forward cache.
test('going back after signing out shows no personal data', { tag: '@whole-browser' }, async ({ page }) => {
  await openTicket(page);
  await page.goto('/dashboard');
  await expect(page.getByText('Asha Verma').first()).toBeVisible();
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => persisted && document.body.setAttribute('data-back', 'whole')),
  );
  await page.goto('/faqs');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'SIGN IN' })).toBeVisible();
  // A page from the back/forward cache is shown without being loaded again.
  await page.evaluate(() => history.go(-2));
  await expect(page.locator('body')).toHaveAttribute('data-back', 'whole');
  await expect(page.getByRole('heading', { name: 'SIGN IN' })).toBeVisible();
  await expect(page.getByText('Asha')).toHaveCount(0);
  await expect(page.locator('[data-avatar]').first()).toBeHidden();
});

test('signing out works without the server, and responses that arrive later are not stored', async ({ page }) => {
  await openTicket(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/(profile|tickets)$/, async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await page.route('**/api/sign-out', () => undefined); // never answered
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'SIGN IN' })).toBeVisible();
  const answers = Promise.all([page.waitForResponse('**/api/profile'), page.waitForResponse('**/api/tickets')]);
  release();
  await Promise.all((await answers).map((answer) => answer.finished()));
  expect(await keptHere(page)).toEqual([]);
});

test.describe('refused', () => {
  test.use({ tolerated: { errors: [refusals] } });

  test("a path that starts with another site's name leads nowhere", async ({ page, baseURL }) => {
    for (const path of ['//evil.example/..%2fdashboard', '//dashboard', '//evil.example/..%2flogin']) {
      const answer = await page.goto(baseURL + path);
      expect(answer?.status()).toBe(404);
      await page.waitForLoadState('networkidle');
      expect(new URL(page.url()).origin).toBe(baseURL);
    }
  });

  for (const [name, heading] of [
    ['login', 'This sheet is not in the set'],
    ['dashboard', 'SIGN IN'],
  ] as const) {
    test(`/${name} at such an address, on a server that accepts it, stays on this site`, async ({ page, baseURL }) => {
      const html = await (await page.request.get(`/${name}`)).text();
      await page.route(/evil\.example/, (route) => route.fulfill({ contentType: 'text/html', body: html }));
      await page.goto(`${baseURL}//evil.example/..%2f${name}`);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      expect(new URL(page.url()).origin).toBe(baseURL);
    });
  }

  test('signing in does not lead back to such an address', async ({ page, baseURL }) => {
    const { person } = await bookAndPay(page.request);
    const html = await (await page.request.get('/dashboard')).text();
    await page.route(/evil\.example/, (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.goto(`${baseURL}//evil.example/..%2fdashboard`);
    await expect(page).toHaveURL('/login');
    await signIn(page, person.Email);
    await expect(page).toHaveURL('/dashboard');
  });
});
