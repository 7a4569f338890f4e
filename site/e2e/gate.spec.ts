import { expect, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import {
  buy,
  deskCall,
  deviceAtDesk,
  enrol,
  invite,
  isCached,
  keepVerdicts,
  lookUp,
  named,
  sendAll,
  start,
  stored,
  test,
  tooSmall,
  verdict,
  width,
  withFilmedCamera,
} from './gate-device.ts';

test('a phone is enrolled once, reads a ticket, and shows the holder and the count', async ({ request, device }) => {
  const ticket = await buy(request);
  const name = named('North gate');
  const address = await invite(request, name);
  const { page } = await device([ticket.qr, '', '']);
  await keepVerdicts(page);
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Yes, enrol this phone' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await tooSmall(page)).toEqual([]);
  await page.route('**/api/gate/sync', (route) => route.abort());
  await enrol(page, address);
  await expect(page.getByText('No lists yet. ')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.unrouteAll();
  await sendAll(page);
  await expect(page.getByText('No lists yet. ')).toBeHidden();
  expect(await violations(page)).toEqual([]);
  expect(await tooSmall(page)).toEqual([]);
  await start(page);
  await expect(verdict(page)).toContainText('Admitted');
  await expect(verdict(page)).toContainText(ticket.name);
  expect(await violations(page, ['.verdict'])).toEqual([]);
  await verdict(page).getByRole('button', { name: 'Next' }).click();
  // The film shows the ticket again after a pause. A code that stays in view is not scanned twice.
  await expect(verdict(page)).toContainText('Already inside');
  await expect(verdict(page)).toContainText(new RegExp(`Last admitted at \\d\\d:\\d\\d: .*${name}.*, Bhopal`));
  expect(await tooSmall(page)).toEqual([]);
  await verdict(page).getByRole('button', { name: 'Admit manually' }).click();
  expect(await tooSmall(page)).toEqual([]);
  await page.getByRole('button', { name: 'The desk agreed' }).click();
  await expect(verdict(page)).toContainText('Manual check-in');
  expect(await width(page)).toBeLessThanOrEqual(320);

  const second = await device([ticket.qr, '', '']);
  await second.page.goto(address);
  await expect(second.page.getByRole('alert')).toContainText('works once');
  await expect.poll(async () => (await deviceAtDesk(request, name))?.in).toBe(2);
});

test('without a network, the gate continues, even after a reload, and sends everything later', async ({
  request,
  enrolled,
}) => {
  const [one, two] = [await buy(request), await buy(request)];
  const name = named('Dead hall');
  const { page, context } = await enrolled(name, [
    one.qr,
    two.qr,
    'https://example.org/menu',
    `${one.qr.slice(0, -3)}AAA`,
  ]);
  await isCached(page);
  await context.setOffline(true);
  await page.reload();
  await start(page);
  for (const words of [one.name, two.name, 'Not a ticket', 'Forged']) await expect(verdict(page)).toContainText(words);
  await expect(page.getByText('No network; still works')).toBeVisible();
  await expect(page.getByText(/\d+ to send/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/\d+ to send/)).toBeVisible();
  await sendAll(page);
  const device = await deviceAtDesk(request, name);
  expect(device.have).toBeGreaterThanOrEqual(4);
  expect(device.in).toBe(2);
});

/** Deletes what the browser stores for the page while it is open. */
async function clear(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' });
}

const lost = (page: Page) => page.getByText(/has lost its stored data\. (\d+ scans? ha(s|ve) not been sent|All scans)/);

test('a page whose storage is deleted while it is open says so, continues and sends its scans from memory', async ({
  request,
  enrolled,
}) => {
  const ticket = await buy(request);
  const name = named('Cleared gate');
  const faults: string[] = [];
  const { page, context } = await enrolled(name, [ticket.qr, `${ticket.qr.slice(0, -3)}AAA`, '']);
  page.on('pageerror', (fault) => faults.push(fault.message));
  await context.setOffline(true);
  await start(page);
  await expect(verdict(page)).toContainText('Admitted');
  await clear(page);
  await expect(lost(page)).toBeVisible({ timeout: 30_000 });
  await expect(verdict(page)).toContainText('Forged', { timeout: 30_000 });
  await expect(verdict(page)).toContainText('lost its stored data');
  await expect(verdict(page)).toContainText('Already inside', { timeout: 30_000 });
  await sendAll(page);
  const device = await deviceAtDesk(request, name);
  expect(device.in).toBe(1);
  expect(device.have).toBeGreaterThanOrEqual(3);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Enrol this phone' })).toBeVisible();
  await expect(page.getByText('This phone has lost its stored data.')).toBeVisible();
  await enrol(page, await invite(request, 'Enrolled again'));
  await expect(page.getByText('lost its stored data')).toBeHidden();
  expect(faults).toEqual([]);
});

test('a new day is selected automatically; if another day is chosen, every ticket says so', async ({
  request,
  device,
}) => {
  const ticket = await buy(request);
  const address = await invite(request, 'Gate of two days');
  const { page } = await device();
  // The server's date is one of the event's days.
  let today = '';
  await page.route('**/api/gate/enrol', async (route) => {
    const body = await (await route.fetch()).json();
    today = new Intl.DateTimeFormat('sv-SE', { timeZone: body.setup.zone }).format(body.now);
    body.setup.days.push({ ...body.setup.days[0], date: today, display: 'Today' });
    body.setup.my_days.push(today);
    await route.fulfill({ json: body });
  });
  await enrol(page, address);
  const day = page.getByLabel('Day');
  await expect(day).toHaveValue(today);
  await day.selectOption({ index: 0 });
  await expect(page.getByText(', but today is ')).toBeVisible();
  expect(await tooSmall(page)).toEqual([]);
  await lookUp(page, ticket.id.slice(0, 8));
  await page.getByRole('button', { name: new RegExp(ticket.name) }).click();
  await expect(verdict(page)).toContainText(/Check-in counted for .+ not for today/);
  await expect(verdict(page)).not.toContainText('admitted today');
  await verdict(page).getByRole('button', { name: 'Next' }).click();
  // Refusals are not counted for any day.
  await lookUp(page, ticket.id.slice(0, 8));
  await page.getByRole('button', { name: new RegExp(ticket.name) }).click();
  await expect(verdict(page)).toContainText('Already inside');
  await expect(verdict(page)).not.toContainText('counted for');
  await verdict(page).getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: /^Count / }).click();
  await expect(day).toHaveValue(today);
  await expect(page.getByText(', but today is ')).toBeHidden();
});

test('a browser whose database does not open says so, and can try again', async ({ page }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('asked')) return;
    sessionStorage.setItem('asked', 'yes');
    IDBFactory.prototype.open = () => {
      throw new DOMException('', 'UnknownError');
    };
  });
  await page.goto('/gate');
  await expect(page.getByRole('alert')).toContainText('does not store anything');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Enrol this phone' })).toBeVisible();
});

test('without permission to use the camera, the page says what to do', async ({ enrolled }) => {
  const { page } = await enrolled('No camera', [], { permissions: [] });
  await start(page);
  await expect(page.getByRole('alert')).toContainText(/may not use the camera|no camera/);
});

// Only the browser's own fake camera can play a film.
test('a browser without WebAssembly also reads tickets', { tag: '@whole-browser' }, async ({ request }) => {
  const ticket = await buy(request);
  const address = await invite(request, 'Locked down');
  // As in an iPhone's lockdown mode, there is neither WebAssembly nor just-in-time compilation.
  const flags = ['--js-flags=--jitless'];
  await withFilmedCamera([ticket.qr], flags, async ({ page }) => {
    await enrol(page, address);
    expect(await page.evaluate(() => typeof WebAssembly)).toBe('undefined');
    await start(page);
    await expect(verdict(page)).toContainText(ticket.name);
    await expect(verdict(page)).toContainText('Admitted');
  });
});

test('a device that the desk signed out says so and admits nobody; two presses delete its data', async ({
  request,
  enrolled,
}) => {
  const name = named('Lost gate');
  const { page } = await enrolled(name);
  const { id } = await deviceAtDesk(request, name);
  await deskCall(request, 'gate-revoke', { id, why: 'lost' });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('has signed this phone out')).toContainText('no longer count');
  await page.getByRole('button', { name: 'This phone' }).click();
  expect(await tooSmall(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign out this phone' }).click();
  await page.getByRole('button', { name: 'Sign out and delete everything' }).click();
  await expect(page.getByRole('heading', { name: 'Enrol this phone' })).toBeVisible();
  expect(Object.values(await stored(page))).toEqual([[], [], []]);
});
