import { test as base, expect, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { type Server, startServer } from './server.ts';

const test = base.extend<{ server: Server }>({
  server: async ({}, use) => {
    const server = await startServer({ rehearsal: true, name: 'localhost', invented: true });
    await use(server);
    await server.stop();
  },
  baseURL: ({ server }, use) => use(server.url),
});
test.use({ viewport: { width: 1400, height: 1000 } });

const gate = (page: Page, n: number) => page.frameLocator(`iframe[title="Gate ${n}"]`);
const verdict = (page: Page, n: number) => gate(page, n).getByRole('dialog', { name: 'Verdict' });
const hold = (page: Page, n: number, what: RegExp) =>
  page
    .getByRole('button', { name: new RegExp(`^Gate ${n}: show .*${what.source}`) })
    .first()
    .click();

test('one press opens two gates and the desk; a ticket that both gates scan without a network is a conflict', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await expect(async () => {
    await page.goto('/rehearsal/gate');
    expect(await page.locator('[data-text]').count()).toBeGreaterThan(20);
  }).toPass();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open two gates and the desk' }).click();
  await expect(page.locator('#state')).toContainText('Ready', { timeout: 60_000 });
  await expect(page.frameLocator('#desk-window').getByRole('heading', { name: 'Check-in', level: 1 })).toBeVisible();

  for (const [what, words] of [
    [/not a ticket/, 'Not a ticket'],
    [/another event/, 'Ticket for another event'],
    [/forged/, 'Forged'],
    [/void/, 'Void ticket'],
  ] as const) {
    await hold(page, 1, what);
    await expect(verdict(page, 1)).toContainText(words);
  }
  await hold(page, 1, /, for two$/);
  await expect(verdict(page, 1)).toContainText('1 of 2 admitted');
  await expect(verdict(page, 1)).toContainText('Check-in counted for 11 April 2025, not for today');
  await verdict(page, 1).getByRole('button', { name: 'Admit the second person' }).click();
  await expect(verdict(page, 1)).toContainText('2 of 2 admitted');

  const good = /(?<!for two|void|unpaid|replaced|event|wrong|ticket)$/;
  for (const n of [1, 2]) {
    await page
      .getByRole('region', { name: `Gate ${n}` })
      .getByLabel('Network off')
      .check();
    await expect(gate(page, n).getByText('No network; still works')).toBeAttached();
    await hold(page, n, good);
    await expect(verdict(page, n)).toContainText('1 of 1 admitted');
    await page
      .getByRole('region', { name: `Gate ${n}` })
      .getByRole('button', { name: 'Remove ticket' })
      .click();
  }
  await gate(page, 1)
    .locator('body')
    .evaluate(() => location.reload());
  await expect(gate(page, 1).getByText('No network; still works')).toBeAttached();
  for (const n of [1, 2, 1]) {
    const section = page.getByRole('region', { name: `Gate ${n}` });
    await section.getByLabel('Network off').uncheck();
    await section.getByLabel('Network off').dispatchEvent('change');
    await expect(gate(page, n).getByText('All sent')).toBeAttached({ timeout: 30_000 });
  }
  for (const n of [1, 2]) {
    const line = gate(page, n).getByRole('region', { name: 'Conflicts' }).getByRole('button');
    await expect(line).toContainText('1 ticket was admitted twice', { timeout: 30_000 });
    await expect(line).toContainText(/Gate 1.* and Gate 2/);
    await line.click();
    const told = gate(page, n).getByRole('dialog', { name: 'Admitted twice' });
    for (const name of ['Gate 1', 'Gate 2'])
      await expect(told).toContainText(new RegExp(`\\d\\d:\\d\\d ${name}.*, Bhopal`));
    await told.getByRole('button', { name: 'I have read this' }).click();
    await expect(line).toBeHidden();
  }
  await expect(page.frameLocator('#desk-window').getByText('Admitted twice')).toBeVisible({ timeout: 30_000 });
});
