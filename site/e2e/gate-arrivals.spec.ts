import { buy, closeVerdict, devices, lookUp, verdict } from './gate-device.ts';
import { expect, signInAtDesk, withServer } from './journeys/steps.ts';

const test = withServer(() => ({ name: 'localhost' })).extend(devices);

test('the device and the desk show how many people are expected and how many have arrived', async ({
  page: desk,
  request,
  server,
  enrolled,
}) => {
  const ticket = await buy(request, undefined, server.folder);
  await buy(request, undefined, server.folder, { spouse: true, spouseName: 'Ravi Verma', amount: 7080 });
  const { page } = await enrolled('Counting gate', [], { url: server.url });
  await page.setViewportSize({ width: 390, height: 780 });
  const shown = page.locator('.state .arrived');
  await expect(shown).toHaveText('Arrived 0 of 3');
  await lookUp(page, ticket.id.slice(0, 8));
  await page.locator('.people').getByRole('button').click();
  await expect(verdict(page)).toContainText('Admitted');
  await closeVerdict(page);
  // The server counts at most every two seconds, and a device that scans nothing asks again only after twenty.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(shown).toHaveText('Arrived 1 of 3', { timeout: 1000 });
  }).toPass();
  await page.getByRole('button', { name: 'This phone' }).click();
  await expect(page.getByRole('dialog')).toContainText('1 of 3');
  await signInAtDesk(desk, 'Organiser');
  await desk.goto('/desk/gate');
  const entry = desk
    .getByRole('table', { name: 'Who is inside, by list' })
    .getByRole('row')
    .filter({ hasText: 'Entry' });
  await expect(entry).toContainText('1 of 3');
});
