import { expect, test } from './steps.ts';

const heard = 'Our team has been notified of the issue and is working to resolve it as quickly as possible.';

test.use({ tolerated: { errors: [/TypeError/, /Failed to load resource/, /Something Went Wrong/] } });

for (const [name, reachable] of [
  ['the team is informed', true],
  ['the server cannot be reached', false],
] as const) {
  test(`a program page fails, and ${name}`, async ({ page }) => {
    if (!reachable) await page.route('**/api/report-error', (route) => route.abort('connectionreset'));
    const report = page.waitForRequest('**/api/report-error');
    await page.addInitScript(() => Object.assign(localStorage, { token: 'x', signed_in: '1' }));
    await page.route('**/api/profile', (route) => route.abort('connectionreset'));
    const damaged = { status: 'success', tickets: [], rejected: null };
    await page.route('**/api/tickets', (route) => route.fulfill({ json: damaged }));
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Oops! It looks like something went wrong' })).toBeVisible();
    const sent = (await report).postDataJSON() as Record<string, string>;
    expect(sent).toEqual({ route: '/dashboard', release: expect.stringMatching(/^[\w-]{6,}$/), error: 'TypeError' });
    expect((await report).headers().authorization).toBe('');
    if (reachable) await expect(page.getByText(heard)).toBeInViewport();
    else await expect(page.getByText('Please try again in a moment.', { exact: false })).toBeInViewport();
    await expect(page.getByText(heard)).toBeVisible({ visible: reachable });
    await page.getByRole('link', { name: 'Get A Tickets' }).click();
    await expect(page).toHaveURL(/\/register-now/);
  });

  test(`the error page is opened, and ${name}`, async ({ page }) => {
    if (!reachable) await page.route('**/api/report-error', (route) => route.abort('connectionreset'));
    const report = page.waitForRequest('**/api/report-error');
    await page.goto('/error');
    expect((await report).postDataJSON()).toMatchObject({ route: '/error' });
    await expect(page.getByText(heard)).toBeVisible({ visible: reachable });
    await expect(page.getByText('Please try again in a moment.', { exact: false })).toBeVisible({
      visible: !reachable,
    });
  });
}

test("a ticket's or payment's address without its ID is not found, and is not an error", async ({ page }) => {
  for (const path of ['/event-ticket', '/event-ticket/', '/verify']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/404$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This sheet is not in the set');
  }
});
