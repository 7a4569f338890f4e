import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, signInAtDesk, atFullDesk as test } from './steps.ts';

const rowLinks = (page: Page) => page.locator('#room tbody tr td:first-child a');

test('going back from a registration restores the row and the focus, from the search and from the tasks', async ({
  page,
}) => {
  await signInAtDesk(page, 'Registrar');
  await page.goto('/desk/registrations?state=paid');
  const row = rowLinks(page).nth(40);
  const name = await row.textContent();
  await row.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => scrollY);
  expect(top).toBeGreaterThan(0);
  await row.click();
  await expect(page.getByRole('heading', { level: 1, name: name! })).toBeVisible();
  expect(await page.evaluate(() => scrollY), 'a room begins at its top').toBe(0);
  await page.goBack();
  await expect(rowLinks(page).nth(40)).toBeFocused();
  await expect(rowLinks(page).nth(40)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY)).toBe(top);
  await page.keyboard.press('ArrowDown');
  await expect(rowLinks(page).nth(41)).toBeFocused();
  // A click next to the link also opens the registration.
  const other = (await rowLinks(page).nth(29).textContent())!;
  await page.getByRole('row').nth(30).locator('td').nth(2).click();
  await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible();
  await page.goBack();
  await expect(rowLinks(page).nth(29)).toBeFocused();

  await page.goto('/desk/tasks');
  const task = page.locator('#room li a:not([href*="?"])').nth(2);
  const opened = (await task.getAttribute('href'))!;
  await task.click();
  await page.getByRole('link', { name: 'Back to Tasks' }).click();
  const focused = page.locator('#room li a:focus');
  await expect(focused).toHaveAttribute('href', opened);
  await expect(focused).toBeInViewport({ ratio: 1 });
});

test('in the search, the arrow key goes to the first result, and Enter opens the only one', async ({ page }) => {
  await signInAtDesk(page, 'Registrar');
  await page.goto('/desk');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Shortcuts' });
  await expect(help.getByText('in the search: go to the first registration found')).toBeVisible();
  await expect(help.getByText('in the search: open the list, or the only registration found')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('zoe');
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/registrations\?q=zoe/);
  await expect(rowLinks(page).first()).toBeFocused();
  await expect(rowLinks(page).first()).toContainText('Zoë');
  const code = (await page.locator('td[data-title="Code"]').first().textContent())!;
  await page.keyboard.press('/');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/registration/);
  await expect(page.getByRole('heading', { name: 'Actions', exact: true })).toBeVisible();
  await expect(page.locator('#room').getByText(code, { exact: true }).first()).toBeVisible();
  await page.goBack();
  await expect(rowLinks(page).first()).toBeFocused();
});

test('a printed list has all rows, or says which rows it has', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.body.dataset.printed = String(document.querySelectorAll('#room tbody tr').length);
    };
  });
  await signInAtDesk(page, 'Registrar');
  await page.goto('/desk/registrations?state=paid&sort=city&page=2');
  const counts = page.locator('#room').getByRole('status');
  await expect(counts).toContainText('Rows 51 to 100 are shown.');
  const count = Number.parseInt((await counts.textContent())!, 10);
  expect(count).toBeGreaterThan(100);
  await page.emulateMedia({ media: 'print' });
  await expect(counts).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Print list' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', String(count));
  await expect(page).toHaveURL(/state=paid&sort=city&per=1000$/);
  await expect(counts).not.toContainText('shown');
  const goesOn = page.getByText('The list goes on. Open its next page, and print that too.');
  await expect(goesOn).toHaveCount(0);

  // as if there were more than 1,000
  await page.route('**/api/desk/registrations', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, page: 2, sums: { ...body.sums, count: 2001 } } });
  });
  await page.reload();
  await expect(goesOn).toBeVisible();
  const address = page.url();
  await page.locator('body').evaluate((body) => delete body.dataset.printed);
  await page.getByRole('button', { name: 'Print list' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', String(count));
  expect(page.url()).toBe(address);
});

test('a void ticket is marked in its row and at the top of the registration', async ({ page }) => {
  await signInAtDesk(page, 'Registrar');
  for (const name of ['Cancelled', 'Refunded']) {
    await page.goto(`/desk/registrations?state=${name.toLowerCase()}`);
    await expect(page.locator('td[data-title="Booking state"]').first()).toHaveText(`${name} Ticket void`);
    await rowLinks(page).first().click();
    const head = page.locator('#room').getByText(name, { exact: true }).first().locator('..');
    await expect(head).toContainText('Ticket void');
    await expect(head.getByText('Ticket void')).toBeInViewport();
  }
  await page.goto('/desk/registrations?state=paid');
  await expect(page.locator('td[data-title="Booking state"]').first()).toHaveText('Paid');
});

test('a page that the role may not see says so, and requests no data', async ({ page }) => {
  for (const [role, closed] of [
    ['Viewer', ['add', 'gate']],
    ['Gate', ['registrations', 'registration/none', 'staff']],
  ] as const) {
    await signInAtDesk(page, role);
    for (const room of closed) {
      await page.goto(`/desk/${room}`);
      await expect(page.getByText(`Your role (${role}) cannot see this page.`)).toBeVisible();
      await expect(page.locator('#room').getByRole('textbox')).toHaveCount(0);
    }
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  }
});

test("on a phone no part of the frame is hidden, and the overview's tables fit", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAtDesk(page, 'Organiser');
  await page.goto('/desk');
  await expect(page.getByRole('table').first()).toBeVisible();
  const head = page.getByRole('banner');
  const sheets = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
  const wide = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('.scrolls')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((one) => one.textContent?.slice(0, 40)),
    );
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(head.getByRole('button', { name: 'Shortcuts' })).toBeInViewport({ ratio: 1 });
    const role = head.getByText('Organiser', { exact: true });
    await expect(role).toBeInViewport({ ratio: 1 });
    expect((await role.boundingBox())!.height, 'the role is one line').toBeLessThan(20);
    for (const sheet of await sheets.all()) await expect(sheet).toBeInViewport({ ratio: 1 });
    expect(await wide(), `${width} px`).toEqual([]);
    expect((await page.getByRole('navigation', { name: 'Menu' }).boundingBox())!.height).toBeLessThan(120);
  }
  const cell = page.locator('td[data-title="Registrations"]').first();
  const label = () => cell.evaluate((one) => getComputedStyle(one, '::before').content);
  expect(await label()).toBe('"Registrations"');
  expect(await violations(page)).toEqual([]);
  // The whole table is printed, even from a phone.
  await page.emulateMedia({ media: 'print' });
  expect(await label()).toBe('none');
  await expect(page.getByRole('columnheader', { name: 'Registrations' }).first()).toBeVisible();
});

test('a row is one line on a laptop and at most 72 px high on a phone, and the tab is named after the person', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAtDesk(page, 'Organiser');
  await page.goto('/desk/registrations');
  await expect(rowLinks(page).first()).toBeVisible();
  const tallest = () =>
    page
      .locator('#room tbody tr')
      .evaluateAll((rows) => Math.max(...rows.map((row) => row.getBoundingClientRect().height)));
  const name = (await rowLinks(page).first().textContent())!;
  const named = (text: string) =>
    rowLinks(page)
      .first()
      .evaluate((link, text) => Object.assign(link, { textContent: text }), text)
      .then(() => undefined);
  await named('Ishwari Venkatanarasimharajuvaripeta Deśpāṇḍe Thiruvananthapuram');
  expect(await tallest()).toBeLessThanOrEqual(40);
  await expect(page.locator('td[data-title="Amount"]').first()).toBeInViewport({ ratio: 1 });
  await named(name);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await tallest()).toBeLessThanOrEqual(72);
  await rowLinks(page).first().click();
  await expect.poll(() => page.title()).toMatch(new RegExp(`^${name} · [A-Z]{6} · `));
});

test('a page with an invalid filter in its address says so and links to all registrations', async ({ page }) => {
  await signInAtDesk(page, 'Registrar');
  for (const [query, said] of [
    ['company=X', 'A list cannot be filtered by "company"'],
    ['state=nonsense', '"nonsense" is not a value of this filter.'],
  ]) {
    await page.goto(`/desk/registrations?${query}`);
    await expect(page.getByRole('alert')).toContainText(said!);
    await expect(page.getByText('marked fields')).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show all registrations' }).click();
    await expect(rowLinks(page).first()).toBeVisible();
    await expect(page).toHaveURL(/registrations$/);
  }
});
