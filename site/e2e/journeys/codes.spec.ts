// Each journey has its own server, whose clock it moves.
import type { Page } from '@playwright/test';
import type { Server } from '../server.ts';
import { book } from './booking.ts';
import { askForCode, expect, mailedCode, refusals, typeCode, withServer } from './steps.ts';

const test = withServer();
test.use({ tolerated: { errors: [refusals] } });

const refused = 'That code is incorrect or has expired. Check it or request a new one.';

async function refuse(page: Page, code: string): Promise<void> {
  await typeCode(page, code);
  const answer = page.waitForResponse('**/api/verify-otp');
  await page.getByRole('button', { name: 'Continue' }).click();
  expect((await answer).status()).toBe(422);
  await expect(page.getByRole('alert').filter({ hasText: refused })).toBeVisible();
  await expect(page.getByLabel('Digit 1')).toHaveAccessibleDescription(refused);
  await expect(page.getByLabel('Digit 1')).toHaveValue('');
  await expect(page.getByLabel('Digit 1')).toBeFocused();
  await expect(page.getByText('OTP verified successfully!!')).toHaveCount(0);
}

async function accept(page: Page, code: string): Promise<void> {
  await typeCode(page, code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('OTP verified successfully!!')).toBeInViewport();
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** Moves the server's and the page's clocks by two minutes. */
async function askAgain(page: Page, server: Server): Promise<void> {
  await server.restartLater(2);
  await page.clock.fastForward('02:00');
  // The message about the first code has disappeared, so the next message is about the second code.
  const message = page.getByText('OTP sent successfully!!');
  await expect(message).toHaveCount(0);
  const answer = page.waitForResponse('**/api/send-otp');
  await page.getByRole('button', { name: 'Send another code' }).click();
  expect((await answer).status()).toBe(200);
  await expect(message).toBeInViewport();
  await expect(page.getByText(/another code in/)).toBeVisible();
}

test('after GO BACK the same address continues with its code, even with another address in between', async ({
  page,
  server,
}) => {
  const email = (await book(page.request)).person.Email;
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/send-otp')) asked++;
  });
  const back = () => page.getByRole('button', { name: 'GO BACK' }).click();
  const go = async (address: string) => {
    await page.getByPlaceholder('Enter Email').fill(address);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('ENTER ONE-TIME PASSCODE')).toBeVisible();
    await expect(page.getByText(/another code in/)).toBeVisible();
  };
  await page.goto('/login');
  await askForCode(page, email);
  const code = await mailedCode(email, [], server.folder);
  await back();
  await expect(page.getByPlaceholder('Enter Email')).toHaveValue(email);
  await go(email.toUpperCase());
  await expect(page.getByText('The code we sent earlier is still valid.')).toBeInViewport();
  await expect(page.getByText('OTP sent successfully!!')).toHaveCount(0);
  await back();
  await go('somebody.else@example.org');
  await back();
  await page.reload();
  await go(email);
  expect(asked).toBe(2);
  await accept(page, code);
});

test('only the code that was sent last signs in', async ({ page, server }) => {
  const email = (await book(page.request)).person.Email;
  await page.clock.install();
  await page.goto('/login');
  await askForCode(page, email);
  const first = await mailedCode(email, [], server.folder);
  await askAgain(page, server);
  const second = await mailedCode(email, [first], server.folder);
  await refuse(page, first);
  await accept(page, second);
});
