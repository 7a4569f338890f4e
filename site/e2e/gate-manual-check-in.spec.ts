import { expect } from '@playwright/test';
import { violations } from './axe.ts';
import {
  buy,
  closeVerdict,
  deskCall,
  deviceAtDesk,
  emptyCamera,
  keepVerdicts,
  live,
  lookUp,
  named,
  sendAll,
  start,
  test,
  tooSmall,
  verdict,
  width,
} from './gate-device.ts';

test('while a volunteer gives a reason, the person stays on the screen and nothing is scanned', async ({
  request,
  enrolled,
}) => {
  const [one, two] = [await buy(request), await buy(request)];
  const { page } = await enrolled('Patient gate', [one.qr, two.qr, '']);
  await start(page);
  await expect(verdict(page)).toContainText('Already inside', { timeout: 30_000 });
  const form = verdict(page).locator('form');
  await expect(async () => {
    await verdict(page).getByRole('button', { name: 'Admit manually' }).click({ timeout: 15_000 });
    await expect(form).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(form).toContainText('Already inside');
  const asked = (await form.locator('.holder').textContent())!;
  expect([one.name, two.name]).toContain(asked);
  // Wait until the film has shown both tickets again.
  const time = () => page.evaluate(() => document.querySelector('video')!.currentTime);
  const before = await time();
  await expect.poll(time, { timeout: 60_000 }).toBeGreaterThan(before + 7.5);
  await expect(form.locator('.holder')).toHaveText(asked);
  await emptyCamera(page);
  await form.getByLabel('Another reason').fill('Came back with water');
  await form.getByRole('button', { name: 'Admit', exact: true }).click();
  await expect(verdict(page)).toContainText('Manual check-in');
  await expect(verdict(page)).toContainText(asked);
});

test('without a network, a manual check-in is possible; the server finds the ticket, and no name is stored', async ({
  request,
  enrolled,
}) => {
  const ticket = await buy(request);
  const name = named('Torn gate');
  const { page, context } = await enrolled(name, [], { before: (page) => keepVerdicts(page, 5000) });
  await context.setOffline(true);
  const type = async (text: string) => {
    await lookUp(page, text);
    await expect(page.getByRole('dialog', { name: 'Manual check-in' })).toContainText('No network, so');
  };
  await type(ticket.id.slice(0, 8));
  await expect(page.getByLabel('Code on the ticket')).toHaveValue(ticket.id.slice(0, 8));
  expect(await violations(page)).toEqual([]);
  expect(await tooSmall(page)).toEqual([]);
  await page.getByRole('button', { name: 'torn or smudged' }).click();
  await expect(verdict(page)).toContainText('Manual check-in');
  await expect(verdict(page)).toContainText('manual check-in, not verified');
  await expect(verdict(page)).not.toContainText('Admitted');
  await expect(verdict(page)).toHaveAttribute('data-kind', 'manual');
  expect(await violations(page, ['.verdict'])).toEqual([]);
  expect(await width(page)).toBeLessThanOrEqual(320);
  await closeVerdict(page);
  await page.getByRole('button', { name: 'Manual' }).click();
  await page.getByLabel('Code on the ticket').fill(ticket.id.slice(0, 8));
  await page.getByRole('button', { name: 'torn or smudged' }).click();
  await expect(verdict(page)).toContainText('Already inside');
  await expect(verdict(page)).toContainText('If the ticket is for two and this is the second person');
  await expect(verdict(page)).toContainText(new RegExp(`Last admitted at \\d\\d:\\d\\d: .*${name}.*, Bhopal`));
  await verdict(page).getByRole('button', { name: 'Next' }).click();
  // A name is not a code and is not stored, even if it has as many letters as a code.
  for (const name of ['Priyanka', ticket.name]) {
    await type(name);
    await expect(page.getByLabel('Code on the ticket')).toHaveValue('');
    if (name !== ticket.name) await page.getByRole('button', { name: 'Close' }).click();
  }
  await page.getByLabel('Code on the ticket').fill(ticket.name);
  await expect(page.getByRole('button', { name: 'The desk agreed' })).toBeDisabled();
  await page.getByLabel('Code on the ticket').fill('');
  await page.getByRole('button', { name: 'The desk agreed' }).click();
  await expect(verdict(page)).toContainText('Without a code');
  await verdict(page).getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'This phone' }).click();
  await expect(page.getByRole('button', { name: 'Sign out this phone' })).toBeDisabled();
  await page.getByRole('button', { name: 'Close' }).click();
  await sendAll(page);
  await page.getByRole('button', { name: 'This phone' }).click();
  await page.getByRole('button', { name: 'Sign out this phone' }).click();
  await page.getByRole('button', { name: 'Sign out and delete everything' }).click();
  await expect(page.getByRole('heading', { name: 'Enrol this phone' })).toBeVisible();
  const { devices, to_show } = await live(request);
  const device = devices.find((one) => one.name === name)!;
  expect(device).toMatchObject({ have: 3, in: 1, unsent: 0 });
  expect(device.wiped_at).not.toBe('');
  const shown = to_show.filter((scan) => scan.device === device.name);
  expect(shown.map(({ quarantine }) => quarantine ?? '').sort()).toEqual(['', 'unread']);
  expect(shown).toContainEqual(expect.objectContaining({ code: ticket.id.slice(0, 8), name: ticket.name }));
});

test('manual check-in takes one press on a small phone; when online, the code is looked up', async ({
  request,
  enrolled,
}) => {
  const ticket = await buy(request);
  const { page } = await enrolled('Ready gate');
  for (const [width, height] of [
    [390, 780],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'Manual' }).click();
    for (const name of [
      'The code is torn or smudged',
      'The visitor’s phone battery is empty',
      'The desk agreed',
      'Close',
    ])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel('Code on the ticket')).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Close' }).click();
  }
  await page.getByRole('button', { name: 'Manual' }).click();
  await page.getByLabel('Code on the ticket').fill('22222222');
  await page.getByRole('button', { name: 'The desk agreed' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'No ticket has this code' })).toBeVisible();
  expect(await tooSmall(page)).toEqual([]);
  await page.getByLabel('Code on the ticket').fill(ticket.id.slice(0, 8));
  await page.getByRole('button', { name: 'The desk agreed' }).click();
  await expect(verdict(page)).toContainText('Admitted');
  await expect(verdict(page)).toContainText(ticket.name);
  await expect(verdict(page)).toHaveAttribute('data-kind', 'in');
});

test('a device that may not search checks full codes, and a void ticket is refused in a manual check-in, too', async ({
  request,
  enrolled,
}) => {
  const [valid, taken] = [await buy(request), await buy(request)];
  const act = { id: taken.booking, version: 1, why: 'reported stolen', preview: false };
  await deskCall(request, 'void', act);
  const name = named('Private gate');
  const { page, context } = await enrolled(name, [], { may_search: false });
  const person = page.locator('.people').getByRole('button');
  const lookUp = async (text: string) => {
    await page.getByLabel('Code under the QR code', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Look up' }).click();
  };
  await page.getByRole('button', { name: 'Type code' }).click();
  await lookUp(valid.name);
  await expect(page.getByText('This phone may look up full codes only')).toBeVisible();
  await expect(person).toHaveCount(0);
  await lookUp(valid.id.slice(0, 8));
  await person.click();
  await expect(verdict(page)).toContainText('Admitted');
  await verdict(page).getByRole('button', { name: 'Next' }).click();
  const refused = async () => {
    await expect(verdict(page)).toContainText('No');
    await expect(verdict(page)).toContainText('Void ticket');
    await expect(verdict(page)).toHaveAttribute('data-kind', 'no');
    await expect(verdict(page).getByRole('button', { name: /manually/i })).toHaveCount(0);
    await verdict(page).getByRole('button', { name: 'Next' }).click();
  };
  await page.getByRole('button', { name: 'Type code' }).click();
  await lookUp(taken.id.slice(0, 8));
  await person.click();
  await refused();
  await page.getByRole('button', { name: 'Manual' }).click();
  await page.getByLabel('Code on the ticket').fill(taken.id.slice(0, 8));
  await page.getByRole('button', { name: 'The desk agreed' }).click();
  await refused();
  await expect(page.getByText('All sent')).toBeAttached();
  await context.setOffline(true);
  for (const code of [taken.id.slice(0, 8), taken.id]) {
    await page.getByRole('button', { name: 'Manual' }).click();
    await page.getByLabel('Code on the ticket').fill(code);
    await page.getByRole('button', { name: 'torn or smudged' }).click();
    await refused();
  }
  await page.getByRole('button', { name: 'Type code' }).click();
  await lookUp(taken.id.slice(0, 8));
  await refused();
  await context.setOffline(false);
  await sendAll(page);
  expect(await deviceAtDesk(request, name)).toMatchObject({ in: 1, unsent: 0 });
});
