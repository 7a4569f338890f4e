// What the holder sees after the organiser has cancelled a registration with a full refund on the command line.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bookAndPay } from './booking.ts';
import { expect, withServer } from './steps.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const test = withServer();

test('a refunded booking says when and how much was refunded, and does not congratulate', async ({ page, server }) => {
  const { id } = await bookAndPay(page.request);
  await page.goto(`/verify/${id}`);
  await expect(page.getByRole('heading', { name: /Congratulations/ })).toBeInViewport();

  execFileSync(
    process.env.E2E_BINARY ?? join(root, 'bin/transom'),
    ['action', 'cancel', id, '--refund', '3540', '--why', 'asked', '--yes'],
    {
      cwd: root,
      stdio: 'pipe',
      env: {
        ...process.env,
        TRANSOM_VAR: server.folder,
        TRANSOM_SITE_URL: server.url,
        TRANSOM_REHEARSAL: '1',
        TRANSOM_PAYMENT_PROVIDER: 'sandbox',
        TRANSOM_MAIL: 'outbox',
      },
    },
  );
  // The server issues the refund automatically.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This payment was refunded' })).toBeInViewport({ timeout: 1000 });
  }).toPass();
  await expect(page.getByText(/₹3,540 was refunded on .+20\d\d.*The ticket is no longer valid\./)).toBeInViewport();
  await expect(page.getByRole('heading', { name: /Congratulations/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /ticket/ })).toHaveCount(0);
});
