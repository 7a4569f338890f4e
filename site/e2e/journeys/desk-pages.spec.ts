import type { Locator } from '@playwright/test';
import { violations } from '../axe.ts';
import { invite, sampleTickets } from '../gate-device.ts';
import { expect, atFullDesk as reading, refusals, signInAtDesk, withDesk } from './steps.ts';

const test = withDesk();
test.use({ tolerated: { errors: [refusals] } });

reading('a number on the overview links to exactly the people that it counts', async ({ page }) => {
  await signInAtDesk(page, 'Organiser');
  await page.goto('/desk');
  await expect(page.getByRole('link', { name: 'All registrations: 200' })).toBeVisible();
  const figure = page.getByRole('link', { name: /^Unfinished payments: / });
  const count = (await figure.textContent()) ?? '';
  await figure.click();
  await expect(page).toHaveURL(/registrations\?state=waiting$/);
  await expect(page.getByRole('status').filter({ hasText: `${count} registrations` })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(Number(count) + 1);
});

reading('a list is searched by keyboard and with accents, sorted, and the same after a reload', async ({ page }) => {
  await signInAtDesk(page, 'Registrar');
  await page.goto('/desk');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('zoe');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /^Zoë/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Name', exact: true })).toHaveAttribute('aria-sort', 'ascending');
  // The filters are collapsed until one is set.
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await page.getByText('Filters', { exact: true }).first().click();
  await page.getByRole('combobox').first().selectOption('paid');
  await expect(page).toHaveURL(/q=zoe/);
  await expect(page).toHaveURL(/sort=name/);
  // The previous list stays on the page until the new one has loaded.
  await expect(page.locator('td[data-title="Booking state"]').filter({ hasNotText: /^Paid$/ })).toHaveCount(0);
  const before = await page.getByRole('row').allInnerTexts();
  await page.reload();
  await expect(page.getByRole('row')).toHaveText(before.map((row) => new RegExp(row.split(/\s/)[0] ?? '')));
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveCount(0);
});

reading('a viewer sees counts and histories, but no amounts and no contact data', async ({ page }) => {
  await signInAtDesk(page, 'Viewer');
  await page.goto('/desk');
  await expect(page.getByRole('heading', { name: 'By category' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('₹');
  await page.goto('/desk/registrations?state=paid&page=99');
  await expect(page.getByText('This list has no page 99.')).toBeVisible();
  await page.getByRole('link', { name: /^Go to page \d+$/ }).click();
  await expect(page.getByRole('table', { name: 'Registrations' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.goto('/desk/registrations?state=part+refunded');
  await page.getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByRole('heading', { name: /History/ })).toBeVisible();
  await expect(page.getByText('The ticket was issued.')).toBeVisible();
  await expect(page.getByText('example.org')).toHaveCount(0);
});

test('a task is closed with a reason', async ({ page }) => {
  await signInAtDesk(page, 'Registrar');
  await page.goto('/desk/tasks');
  const before = Number.parseInt((await page.getByText(/^\d+ tasks, oldest first/).textContent()) ?? '', 10);
  await page
    .getByRole('button', { name: /^Mark as done: / })
    .first()
    .click();
  await page.getByLabel('What was done?').fill('called by phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByText(`${before - 1} tasks, oldest first.`)).toBeVisible();
  await expect(page.locator('#room'), 'the button that had the focus is gone').toBeFocused();
});

reading('on tablets and laptops nothing is too wide, and the search shows what it can find', async ({ page }) => {
  await signInAtDesk(page, 'Organiser');
  const tooWide = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('.scrolls')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((one) => `${one.textContent?.slice(0, 40)} is ${one.scrollWidth - one.clientWidth} px too wide`),
    );
  for (const room of ['', '/registrations', '/activity-log', '/gate', '/tasks']) {
    await page.goto(`/desk${room}`);
    await expect(page.locator('#room').locator('table, li').first()).toBeVisible();
    for (const width of [1280, 1000, 768]) {
      await page.setViewportSize({ width, height: 1024 });
      expect(await tooWide(), `${room} at ${width} px`).toEqual([]);
    }
    expect(await violations(page, ['#room']), room).toEqual([]);
  }
  const left = await page
    .getByRole('searchbox', { name: 'Search registrations' })
    .evaluate((field: HTMLInputElement) => {
      const style = getComputedStyle(field);
      const pen = document.createElement('canvas').getContext('2d')!;
      pen.font = style.font;
      const inner = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      return inner - pen.measureText(field.placeholder).width;
    });
  expect(left).toBeGreaterThan(0);
});

reading('gate staff start on the check-in page; the filters expand when a tablet is turned', async ({ page }) => {
  await page.goto('/desk');
  await page.getByRole('button', { name: 'Gate', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check-in' })).toBeVisible();
  await expect(page).toHaveURL(/\/desk\/gate$/);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Registrar', exact: true }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Registrations' }).click();
  await expect(page.getByRole('table', { name: 'Registrations' })).toBeVisible();
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.getByText('Filters', { exact: true }).first().click();
  await expect(page.getByLabel('Registered to')).toBeVisible();
});

test('a toast covers neither the header, the end of the page, nor what has the focus', async ({ page }) => {
  await signInAtDesk(page, 'Organiser');
  await page.goto('/desk/registrations?state=paid');
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('textbox', { name: 'Note' }).fill('requested by phone');
  await page.getByRole('button', { name: 'Save note' }).click();
  const message = page.locator('.Toastify__toast');
  await message.hover(); // pauses the toast's timer
  const covered = () =>
    message.evaluate((toast) => {
      const box = toast.getBoundingClientRect();
      return [...document.querySelectorAll('header *, nav a, #room *')]
        .filter((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const isLeaf = one.matches('a, button, input, p, dd, li') && right > left;
          return isLeaf && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
        })
        .map((one) => one.textContent);
    });
  // With its timer paused, the message stays even if the pointer leaves it.
  await message.getByRole('progressbar', { includeHidden: true }).evaluate((bar) => bar.getAnimations()[0]!.pause());
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(covered).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  const focusedBehind = await message.evaluate((toast) => {
    scrollTo(0, 0);
    return [...document.querySelectorAll<HTMLElement>('#room :is(a, button, summary, textarea)')]
      .filter((control) => {
        control.focus();
        return control.getBoundingClientRect().bottom > toast.getBoundingClientRect().top;
      })
      .map((control) => control.textContent);
  });
  expect(focusedBehind, 'a control that receives the focus is above the toast').toEqual([]);
});

reading('the Sales and Staff pages use the width of a laptop', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAtDesk(page, 'Organiser');
  const boxOf = async (found: Locator) => (await found.boundingBox())!;
  for (const name of ['Sales', 'Staff']) {
    await page.goto(`/desk/${name.toLowerCase()}`);
    const table = page.getByRole('table', { name });
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    const [room, cells] = [await boxOf(page.locator('#room')), await boxOf(table.getByRole('row').nth(1))];
    expect(cells.width, name).toBeGreaterThan(0.9 * room.width);
    expect(room.width, name).toBeGreaterThan(0.75 * 1440);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(1440);
  }
  const [first, second] = [await boxOf(page.getByRole('term').first()), await boxOf(page.getByRole('term').nth(1))];
  expect(second.y).toBe(first.y);
  expect(second.x).toBeGreaterThan(first.x);
});

reading('the charts label their columns, also in print; a partial refund has its own mark', async ({ page }) => {
  await signInAtDesk(page, 'Organiser');
  await page.goto('/desk');
  const marks = page.getByRole('img', { name: /^Registrations by day, from/ }).locator('text');
  await expect(marks.last()).toHaveText(/^\d+ \w+$/);
  const sign = (state: string) =>
    page.getByRole('rowheader', { name: state, exact: true }).locator('path').getAttribute('d');
  expect(await sign('Partly refunded')).not.toBe(await sign('Paid'));
  await page.getByRole('link', { name: 'by time of day, on the check-in page' }).click();
  const hours = page.getByRole('img', { name: /^Admissions in ten-minute intervals from/ }).locator('text');
  await page.emulateMedia({ media: 'print' });
  await expect(hours.last()).toHaveText(/^\d\d:\d\d$/);
  await expect(hours.last()).toBeVisible();
});

test("a second window shows the first window's change and keeps its own text, and the log names the person", async ({
  page,
}) => {
  await signInAtDesk(page, 'Registrar');
  await page.goto('/desk/registrations?state=paid');
  await page.getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Assign seat' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(page.url());
  const code = (await page
    .locator('#room')
    .getByText(/^[A-Z]{6}$/)
    .first()
    .textContent())!;
  for (const [window, row] of [
    [other, 'C'],
    [page, 'D'],
  ] as const) {
    await window.getByRole('button', { name: 'Assign seat' }).click();
    await window.getByRole('textbox', { name: 'Row' }).fill(row);
    await window.getByRole('textbox', { name: 'Reason' }).fill('sits with the jury');
    if (window === page) break;
    await window.getByRole('button', { name: 'Save seat' }).click();
    await expect(window.getByRole('dialog')).toHaveCount(0);
  }
  const late = page.getByRole('alert').filter({ hasText: 'in another window' });
  await expect(late).toContainText(/you, in another window: Seat assigned.*Row: C/);
  await expect(late).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Save seat' })).toBeDisabled();
  await expect(page.getByRole('textbox', { name: 'Reason' }), 'the focus stays while somebody types').toBeFocused();
  await late.getByRole('button', { name: 'I have read it' }).click();
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Row' })).toHaveValue('D');
  await page.getByRole('button', { name: 'Save seat' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto('/desk/activity-log');
  await page.getByRole('searchbox', { name: 'Registration', exact: true }).fill(code.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`booking=${code.toLowerCase()}`));
  await expect(page.getByRole('searchbox', { name: 'Registration', exact: true })).toBeFocused();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('row').nth(1).getByRole('link')).toContainText(code);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(3);
});

test("an invitation names the phone's days and lists, and the desk sees that it was used", async ({ page }) => {
  await signInAtDesk(page, 'Organiser');
  await page.goto('/desk/gate');
  await page.getByRole('button', { name: 'Enrol a device' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Lunch table');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('the lunch of one day');
  await dialog.getByLabel('City').selectOption('bhopal');
  const boxes = (group: string) => dialog.getByRole('group', { name: group }).getByRole('checkbox');
  await expect(boxes('Days')).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  for (const day of await boxes('Days').all()) await day.uncheck();
  await dialog.getByRole('button', { name: 'Show the code' }).click();
  await expect(dialog.getByText('Choose at least one day.')).toBeVisible();
  await expect(boxes('Days').last()).toBeFocused();
  await boxes('Days').last().check();
  await boxes('Lists').first().uncheck();
  const [day, list] = await Promise.all(
    ['Days', 'Lists'].map((group) => dialog.getByRole('group', { name: group }).locator('label').last().innerText()),
  );
  await dialog.getByRole('button', { name: 'Show the code' }).click();
  const address = (await page.getByRole('link', { name: 'Open it in this browser' }).getAttribute('href'))!;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  const phone = await page.context().newPage();
  await phone.goto(address);
  await expect(phone.locator('dt:text-is("Days") + dd')).toHaveText(day!);
  await expect(phone.locator('dt:text-is("Lists") + dd')).toHaveText(list!);
  await phone.getByRole('button', { name: 'Yes, enrol this phone' }).click();
  await expect(dialog).toContainText('Lunch table has been enrolled', { timeout: 30_000 });
  await expect(dialog.getByRole('img')).toBeHidden();
});

test('a manual check-in is counted for the ticket that the desk names, or for none, with a reason', async ({
  page,
  request,
  server,
}) => {
  // A device admits three people with codes that match no ticket.
  const secret = (await invite(request, 'Torn gate', { url: server.url })).split('enrol=')[1]!;
  const token = `tg1_${Buffer.alloc(32, 7).toString('base64url')}`;
  const post = async (name: string, data: object) => {
    const answer = await request.post(`${server.url}/api/gate/${name}`, { data, headers: { authorization: token } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const { setup, now } = await post('enrol', { secret, token });
  const clock = { wall: now, mono: 1000, origin: 5, offset: 0, list_age: -1 };
  const scan = { ticket: '22222222', list: 'entry', day: setup.my_days[0], venue: 'bhopal', verdict: 'in', ...clock };
  const scans = [1, 2, 3].map((seq) => ({
    ...scan,
    seq,
    reason: 'unreadable',
    why: 'torn',
    by: 'typed',
    offline: true,
  }));
  await post('sync', { ...clock, scans, since: 0, battery: -1, unsent: 0, withdrawn: '', setup: '' });
  const held = (await sampleTickets(request, server.url)).find(({ what }) => !/ticket|forged|void/.test(what))!;
  const code = /event-ticket\/(\w{8})/.exec(held.text)![1]!;

  await signInAtDesk(page, 'Registrar');
  await page.goto('/desk/tasks');
  const acts = page.getByRole('button', { name: 'Identify the ticket' });
  await expect(acts).toHaveCount(3);
  await acts.first().click();
  const dialog = page.getByRole('dialog', { name: 'Whose ticket was it?' });
  await dialog.getByRole('button', { name: 'Count it for this ticket' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await expect(dialog).toContainText('Please say why');
  await dialog.getByRole('textbox', { name: 'Code' }).fill('zzzzzzzz');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('asked at the door');
  await dialog.getByRole('button', { name: 'Count it for this ticket' }).click();
  await expect(dialog).toContainText('No ticket has this code.');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code);
  await dialog.getByRole('button', { name: 'Count it for this ticket' }).click();
  await expect(acts).toHaveCount(2);

  // The Check-in page offers the same form, for roles without access to tasks.
  await page.goto('/desk/gate');
  const shown = page.getByRole('button', { name: 'Whose ticket was it?' });
  await expect(shown).toHaveCount(2);
  await shown.first().click();
  await dialog.getByRole('checkbox', { name: 'Nobody knows' }).check();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('the caterer');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close it without a ticket' }).click();
  await expect(shown).toHaveCount(1);
  await page.goto('/desk/activity-log');
  for (const words of ['Manual check-in matched', 'asked at the door', 'Scan dismissed', 'the caterer'])
    await expect(page.getByRole('cell', { name: words }).first()).toBeVisible();
});
