import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { bookAndPay } from './booking.ts';
import {
  addAtDesk,
  askForCode,
  expect,
  file,
  forFree,
  mailedCode,
  picture,
  refusals,
  signInAtDesk,
  somebody,
  typeCode,
  withServer,
} from './steps.ts';

const test = withServer(() => ({ name: 'localhost' }));
// A request that needs the passkey is refused at first.
test.use({ tolerated: { errors: [refusals] }, viewport: { width: 390, height: 844 } });

const keyField = 'Key file for the identity documents';
const wrongKey = '# a comment\nAGE-SECRET-KEY-1HY08K2TQ66TUKJ2SG4A6AUCEG5Q6RMEQ4G6QW9GE4KQHUD3QALCSDHVWLN\n';

async function openQueue(page: Page): Promise<void> {
  await page.goto('/desk/document-check');
  await expect(page.getByRole('heading', { level: 1, name: 'Document check' })).toBeVisible();
}

const openKeyFile = (page: Page, folder: string) =>
  page.getByLabel(keyField).setInputFiles(join(folder, 'keys', 'identity-papers.identity'));

/** Opens the key file, confirms with the passkey if asked, and waits for the document. */
async function openKey(page: Page, folder: string, name: RegExp): Promise<void> {
  await openKeyFile(page, folder);
  await expect(page.getByText('The key file is open in this window.')).toBeVisible();
  const shown = page.getByRole('img', { name });
  const touch = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(shown.or(touch).first()).toBeVisible();
  if (await touch.isVisible()) await touch.getByRole('button', { name: 'Continue' }).click();
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
}

test('documents are approved and rejected by keyboard, and a better one is sent', async ({ page, server, browser }) => {
  const first = await bookAndPay(page.request);
  const second = await bookAndPay(page.request);
  await signInAtDesk(page, 'Registrar');
  await page.goto(`/desk/registration/${second.id}`);
  await page.getByRole('link', { name: '(check it now)' }).click();
  await expect(page.getByText(/^Person 2 of 2/)).toBeVisible();
  await openQueue(page);
  const asked: string[] = [];
  const opened = new Set<string | null>();
  page.on('request', (request) => {
    asked.push(new URL(request.url()).pathname);
    if (request.url().endsWith('/documents/open')) opened.add(request.postData());
  });
  await expect(page.getByText('Locked. Open the key file to see documents.')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Photo of / })).toBeVisible();
  for (const [text, message] of [
    [wrongKey.slice(0, -4), /^The key in this file is damaged\./],
    ['# a comment\n', /^This file contains no age key\./],
    [wrongKey, /^This is not the key for these documents\./],
  ] as const) {
    const other = { name: 'other.txt', mimeType: 'text/plain', buffer: Buffer.from(text) };
    await page.getByLabel(keyField).setInputFiles(other);
    await expect(page.getByText(message)).toBeVisible();
  }
  expect(asked).not.toContain('/api/desk/documents/open');
  await page.getByRole('heading', { level: 1 }).click(); // a letter typed into a field is not a shortcut
  await page.keyboard.press('a');
  await expect(page.getByText('Open the document before you approve it.')).toBeVisible();
  expect(asked).not.toContain('/api/desk/document-approve');
  // As when the passkey question is left, the document does not arrive.
  await page.route('**/documents/open', (route) => route.fulfill({ status: 404, body: '{}' }), { times: 1 });
  await openKeyFile(page, server.folder);
  await page.getByRole('button', { name: 'Load the document' }).click();
  await expect(page.getByRole('img', { name: /’s identity document$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Forget the key' }).click();
  await openKey(page, server.folder, new RegExp(`Asha ${first.person['Last name']}’s identity document`, 'i'));
  expect(opened.size, 'each opening is logged, so the next document waits').toBe(1);
  expect(await violations(page)).toEqual([]);

  const forward = page.getByRole('button', { name: 'Next person' });
  await forward.press('Enter');
  await expect(page.getByText(/^Person 2 of 2/)).toBeVisible();
  await expect(forward).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('img', { name: /’s identity document$/ })).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByText(/^Person 1 of 1/)).toBeVisible();
  const next = page.getByRole('article', { name: new RegExp(second.person['Last name'], 'i') });
  await expect(next.getByRole('img', { name: /’s identity document$/ })).toBeVisible();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: /^Reject .+’s identity document$/ });
  await expect(dialog.getByRole('button', { name: 'The picture is not sharp enough to read.' })).toBeFocused();
  await expect(dialog.getByText(/^The seat is kept until /)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Reason for the person')).toHaveValue('The picture is not sharp enough to read.');
  await expect.poll(() => violations(page)).toEqual([]); // wait for the button's final colours
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing to check')).toBeVisible();
  await expect(page.getByText('One person was asked for a replacement document.')).toBeVisible();

  const visitor = await browser.newPage({ baseURL: server.url, viewport: { width: 390, height: 844 } });
  await visitor.goto('/login');
  await askForCode(visitor, second.person.Email);
  await typeCode(visitor, await mailedCode(second.person.Email, [], server.folder));
  await visitor.getByRole('button', { name: 'Continue' }).click();
  const form = visitor.getByRole('region', { name: 'Please send another identity document' });
  await form.getByLabel('Aadhar card').setInputFiles(file(await picture('9876 5432 1098')));
  const tool = visitor.getByRole('dialog', { name: 'Cover the first eight digits' });
  await tool.getByLabel('Only the last four digits are visible').check();
  await tool.getByRole('button', { name: 'Use this picture' }).click();
  await expect(form.getByText(/^Uploaded \(/)).toBeVisible();
  await form.getByRole('button', { name: 'Send the document' }).click();
  await expect(form.getByText('Please agree to the use of your identity document to proceed.')).toBeVisible();
  await expect(form.getByLabel(/^I agree/)).toBeFocused();
  await form.getByLabel(/^I agree/).check();
  expect(await violations(visitor)).toEqual([]);
  await form.getByRole('button', { name: 'Send the document' }).click();
  await expect(form).toHaveCount(0);
  await expect(visitor.getByRole('heading', { level: 1 })).toBeFocused();
  await visitor.close();

  await page.reload();
  await expect(page.getByText('A new document, sent after a rejection')).toBeVisible();
  await openKey(page, server.folder, new RegExp(`Asha ${second.person['Last name']}’s identity document`, 'i'));
  await page.getByRole('button', { name: 'Approve document (a)' }).click();
  await expect(page.getByText('Nothing to check')).toBeVisible();
});

test('each person is compared with an imported list of membership numbers', async ({ page }) => {
  const [member, stranger] = [await bookAndPay(page.request), await bookAndPay(page.request)];
  await signInAtDesk(page, 'Registrar');
  await openQueue(page);
  await page.getByRole('button', { name: 'Import membership numbers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import an institute’s membership numbers' });
  const send = async (text: string) => {
    const list = { name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await dialog.getByLabel('The institute’s file').setInputFiles(list);
    await dialog.getByRole('button', { name: 'Import membership numbers' }).click();
  };
  await send('Name,Number\nAsha,A1\n');
  await expect(dialog.getByText('Choose an institute.')).toBeVisible();
  await dialog.getByLabel('Institute', { exact: true }).selectOption({ index: 1 });
  await send('Name,Number\nAsha,A1\n');
  await expect(dialog.getByText('Line 1: there is no column "membership_no"')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await send(`Name,membership_no\nAsha,${member.person['Membership number']}\n`);
  await expect(page.getByText('1 number imported.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Import membership numbers' }).click();
  await dialog.getByLabel('Institute', { exact: true }).selectOption({ index: 1 });
  await expect(dialog.getByText(/replaces the present list of \d/)).toBeVisible();
  await page.keyboard.press('Escape');
  for (const [{ person }, mark] of [
    [member, 'Number found in the list'],
    [stranger, 'Number not found in the list'],
  ] as const) {
    await expect(page.getByRole('article', { name: new RegExp(person['Last name'], 'i') })).toContainText(mark);
    await page.keyboard.press('ArrowRight');
  }
});

test('without a stored document, staff enter which original was shown', async ({ page }) => {
  await signInAtDesk(page, 'Organiser');
  const person = somebody();
  await addAtDesk(page, person, () => forFree(page));
  await openQueue(page);
  const shown = page.getByRole('article', { name: new RegExp(person['Last name'], 'i') });
  await shown.getByLabel('The person showed the original at the desk').check();
  await shown.getByRole('button', { name: 'Approve number (a)' }).click();
  await expect(shown.getByText('Enter the kind of document that was shown')).toBeVisible();
  await shown.getByLabel('Document shown').fill('passport');
  expect(await violations(page)).toEqual([]);
  await shown.getByRole('button', { name: 'Approve number (a)' }).click();
  await expect(shown).toHaveCount(0);
});

test('the key is forgotten after ten idle minutes or two hidden minutes, and on sign-out', async ({ page, server }) => {
  const { person } = await bookAndPay(page.request);
  const paper = new RegExp(`Asha ${person['Last name']}’s identity document`, 'i');
  await page.clock.install();
  await signInAtDesk(page, 'Registrar');
  await openQueue(page);
  const open = page.getByText('The key file is open in this window.');
  const forgotten = async () => {
    await expect(page.getByLabel(keyField)).toBeVisible();
    await expect(open).toHaveCount(0);
    await expect(page.getByRole('img', { name: paper })).toHaveCount(0);
  };
  /** Hides or shows the window, as far as the page can tell. */
  const setHidden = (hidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);

  await openKey(page, server.folder, paper);
  await page.clock.fastForward('09:50');
  await page.keyboard.press('Shift');
  await page.clock.fastForward('09:50');
  await expect(open).toBeVisible();
  await page.clock.fastForward('00:20');
  await forgotten();

  await openKey(page, server.folder, paper);
  await setHidden(true);
  await page.clock.fastForward('01:50');
  await setHidden(false);
  await expect(open).toBeVisible();
  await setHidden(true);
  await page.clock.fastForward('02:10');
  await setHidden(false);
  await forgotten();

  await openKey(page, server.folder, paper);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Registrar', exact: true }).click(); // sign in again, in the same window
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Document check' }).click();
  await forgotten();
});
