import { expect, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import {
  buy,
  closeVerdict,
  deviceAtDesk,
  isCached,
  keepVerdicts,
  knowsEntry,
  live,
  lookUp,
  named,
  sendAll,
  test,
  tooSmall,
  verdict,
  width,
} from './gate-device.ts';
import { signInAtDesk } from './journeys/steps.ts';

const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });
const question = (page: Page, of = 'check-in') => page.getByRole('dialog', { name: `Undo this ${of}?` });

async function admit(page: Page, code: string): Promise<void> {
  await lookUp(page, code);
  await page.locator('.people').getByRole('button').click();
  await expect(verdict(page)).toContainText('Admitted');
}

test('a wrong admission is undone without a network, even after a reload, and other devices follow', async ({
  request,
  enrolled,
}) => {
  const ticket = await buy(request);
  const code = ticket.id.slice(0, 8);
  const [name, other] = [named('Undoing gate'), named('Other gate')];
  const { page, context } = await enrolled(name, [], { before: keepVerdicts });
  const second = await enrolled(other, [], { before: keepVerdicts });
  await page.setViewportSize({ width: 320, height: 568 });
  await expect(undo(page)).toBeDisabled();
  const more = page.getByRole('button', { name: 'This phone' });
  const place = await more.boundingBox();
  await admit(page, code);
  expect(await tooSmall(page)).toEqual([]);
  await closeVerdict(page);
  await expect.poll(() => knowsEntry(second.page, ticket.id)).toBe(true);
  await page.reload();
  await expect(page.getByText(`Last: ${ticket.name}`)).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('All sent')).toBeAttached();
  await isCached(page);
  await context.setOffline(true);
  await page.reload();
  await expect(undo(page)).toBeInViewport();
  await expect(page.getByText(`Last: ${code}`), 'the device stores no names').toBeInViewport({ ratio: 1 });
  expect((await page.locator('.eye').boundingBox())!.height).toBeGreaterThanOrEqual(200);
  expect(await more.boundingBox()).toEqual(place);
  expect(await tooSmall(page)).toEqual([]);
  expect(await width(page)).toBeLessThanOrEqual(320);
  await undo(page).click();
  await question(page).getByRole('button', { name: 'Close' }).click();
  await expect(question(page)).toBeHidden();
  await undo(page).click();
  await expect(question(page)).toContainText(code);
  await expect(question(page)).toContainText(/Checked in at \d\d:\d\d · Entry/);
  expect(await violations(page)).toEqual([]);
  expect(await tooSmall(page)).toEqual([]);
  await question(page).getByRole('button', { name: 'Undo check-in' }).click();
  await expect(verdict(page)).toContainText('Undone');
  await expect(verdict(page)).toContainText('The ticket can be admitted again');
  expect(await violations(page, ['.verdict'])).toEqual([]);
  await closeVerdict(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Manual' })).toBeVisible();
  await expect(undo(page)).toBeDisabled();
  await sendAll(page);
  await expect.poll(() => knowsEntry(second.page, ticket.id)).toBe(false);
  expect(await deviceAtDesk(request, name)).toMatchObject({ have: 2, in: 0, unsent: 0 });
  const shown = (await live(request)).to_show.filter(({ device }) => device === name);
  expect(shown).toMatchObject([{ verdict: 'undo', code }]);
  await admit(second.page, code);
  await expect.poll(async () => (await deviceAtDesk(request, other)).in).toBe(1);
});

test('undo on the verdict itself also asks first; the desk sees who, and at which device', async ({
  request,
  page: desk,
  enrolled,
}) => {
  const ticket = await buy(request, undefined, undefined, { spouse: true, spouseName: 'Ravi Verma', amount: 7080 });
  const name = named('Quick gate');
  const { page } = await enrolled(name, [], { volunteer: 'Meena Rao', before: keepVerdicts });
  await admit(page, ticket.id.slice(0, 8));
  await verdict(page).getByRole('button', { name: 'Admit the second person' }).click();
  await expect(verdict(page)).toContainText('2 of 2 admitted');
  await verdict(page).getByRole('button', { name: 'Undo' }).click();
  await expect(question(page)).toContainText(ticket.name);
  await question(page).getByRole('button', { name: 'Undo check-in' }).click();
  await expect(verdict(page)).toContainText('Undone');
  await expect(verdict(page)).toContainText('Still admitted with this ticket: 1.');
  await sendAll(page);
  await signInAtDesk(desk, 'Organiser');
  await desk.goto('/desk/gate');
  const row = desk.getByRole('table', { name: 'Scans to check' }).getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Meena Rao');
  await expect(row).toContainText(ticket.name);
  await expect(row).toContainText(ticket.id.slice(0, 8));
});

test('an exit says how many are still inside, and can be undone without a network', async ({ request, enrolled }) => {
  const ticket = await buy(request, undefined, undefined, { spouse: true, spouseName: 'Ravi Verma', amount: 7080 });
  const name = named('Gate with exits');
  const { page, context } = await enrolled(name, [], { before: keepVerdicts });
  const way = (name: string) => page.getByRole('button', { name, exact: true });
  await admit(page, ticket.id.slice(0, 8));
  await verdict(page).getByRole('button', { name: 'Admit the second person' }).click();
  await expect(verdict(page)).toContainText('2 of 2 admitted');
  await closeVerdict(page);
  await context.setOffline(true);
  // A second press on the same half changes nothing.
  for (let press = 0; press < 2; press++) await way('Out').click();
  await expect(way('Out')).toHaveAttribute('aria-pressed', 'true');
  await expect(way('In')).toHaveAttribute('aria-pressed', 'false');
  await lookUp(page, ticket.qr);
  await expect(verdict(page)).toContainText('1 of 2 still inside');
  await verdict(page).getByRole('button', { name: 'Undo' }).click();
  await expect(question(page, 'exit')).toContainText(ticket.name);
  await expect(question(page, 'exit')).toContainText(/Left at \d\d:\d\d · Entry/);
  await expect(page.getByText(`Last out: ${ticket.name}`)).toBeInViewport({ ratio: 1 });
  expect(await violations(page)).toEqual([]);
  await question(page, 'exit').getByRole('button', { name: 'Undo exit' }).click();
  await expect(verdict(page)).toContainText('This exit does not count. Inside with this ticket: 2.');
  await closeVerdict(page);
  await sendAll(page);
  expect(await deviceAtDesk(request, name)).toMatchObject({ have: 4, in: 2, unsent: 0 });
  const shown = (await live(request)).to_show.filter(({ device }) => device === name);
  expect(shown).toMatchObject([{ verdict: 'undo', code: ticket.id.slice(0, 8) }]);
});
