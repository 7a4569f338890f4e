import { expect, type Page, test } from '@playwright/test';
import { violations } from '../axe.ts';
import { type Server, startServer } from '../server.ts';
import { mailedCode } from './steps.ts';

let server: Server;
test.beforeAll(async () => {
  server = await startServer({ rehearsal: true, name: 'localhost' });
});
test.afterAll(() => server.stop());

const email = 'mira@example.org';

async function giveAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function invite(page: Page): Promise<string> {
  await page.goto(`${server.url}/desk/staff`);
  await expect(page.getByRole('heading', { name: 'This is a rehearsal' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Organiser' }).click();
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await dialog.getByLabel('Name').fill('Mira Rao');
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Role').selectOption('organiser');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/say why/);
  await dialog.getByLabel('Reason').fill('a second organiser');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const told = page.getByRole('dialog', { name: 'Mira Rao has been invited' });
  return (await told.getByText('/desk#invitation=').textContent())!;
}

/** Enters the address and the emailed code, and returns the code. */
async function prove(page: Page, known: string[]): Promise<string> {
  await page.getByLabel('Your email address').fill(email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  const code = await mailedCode(email, known, server.folder);
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  return code;
}

const inside = (page: Page) => expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();

test('invitation, code, passkey, confirmation, and the end of an unused session', async ({ page, browser }) => {
  const link = await invite(page);
  const device = await browser.newContext();
  const mira = await device.newPage();
  await giveAuthenticator(mira);

  await mira.goto(link);
  await expect(mira.getByText('You are invited.')).toBeVisible();
  await expect(mira).not.toHaveURL(/invitation/);
  const first = await prove(mira, []);
  await mira.getByLabel('Name of this device').fill('Office laptop');
  await mira.getByRole('button', { name: 'Create my passkey' }).click();
  await inside(mira);

  await mira.getByRole('button', { name: 'Sign out' }).click();
  await expect(mira.getByText('You have been signed out.')).toBeVisible();
  await server.restartLater(2); // a code can be requested once a minute
  await mira.reload();
  await prove(mira, [first]);
  await mira.getByRole('button', { name: 'Use my passkey' }).click();
  await inside(mira);

  await server.restartLater(10); // the passkey was used more than five minutes ago
  await mira.goto(`${server.url}/desk/sales`);
  await mira.getByRole('button', { name: 'Pause sales All categories' }).click();
  const ask = mira.getByRole('dialog', { name: 'Pause sales: All categories' });
  await ask.getByLabel('What visitors see').fill('We move to a larger hall. Come again at six.');
  await ask.getByLabel('Reason').fill('the hall');
  await ask.getByRole('button', { name: 'Pause sales' }).click();
  const touch = mira.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(touch.getByRole('button', { name: 'Continue' })).toBeFocused();
  await mira.keyboard.press('Enter');
  await expect(mira.getByText(/paused by Mira Rao/)).toBeVisible();
  await expect(mira.getByRole('dialog')).toHaveCount(0);
  expect(await violations(mira)).toEqual([]);

  const visitor = await browser.newPage();
  await visitor.goto(`${server.url}/register-now`);
  await expect(visitor.getByText('We move to a larger hall. Come again at six.').first()).toBeVisible();
  await expect(visitor.getByRole('button', { name: /^Register Now/ })).toHaveCount(0);

  await mira.goto(`${server.url}/desk/activity-log`);
  const pause = mira.getByRole('row').filter({ hasText: 'sales pause' });
  await expect(pause).toContainText('Mira Rao');
  await expect(pause).toContainText('the hall');
  expect(await violations(mira)).toEqual([]);
  await mira.goto(`${server.url}/desk/staff`);
  await expect(mira.getByRole('row').filter({ hasText: 'Office laptop' })).toBeVisible();
  expect(await violations(mira)).toEqual([]);

  await server.restartLater(45); // the session was last used more than half an hour ago
  await mira.getByRole('link', { name: /Activity log/ }).click();
  await expect(mira.getByText('You were signed out')).toBeVisible();
});
