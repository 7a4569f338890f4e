// The test searches the browser's whole profile folder, not only the known databases.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { writeFilm } from './film.ts';
import { buy, enrol, invite, start, verdict } from './gate-device.ts';
import { somebody } from './journeys/steps.ts';

function* filesOf(folder: string): Generator<[string, Buffer]> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) yield* filesOf(path);
    else if (found?.isFile()) yield [path, readFileSync(path)];
  }
}

/** The files that contain a string, with one or two bytes per character. */
function where(folder: string, wanted: Buffer | string): string[] {
  const forms = typeof wanted === 'string' ? [Buffer.from(wanted), Buffer.from(wanted, 'utf16le')] : [wanted];
  return [...filesOf(folder)].flatMap(([path, bytes]) => (forms.some((form) => bytes.includes(form)) ? [path] : []));
}

// A browser has only one profile folder and one fake camera, so this test starts its own browser.
const title = 'after a scan, a look-up and a photo, nothing on the disk names a visitor or the volunteer';
test(title, { tag: '@whole-browser' }, async ({ request }) => {
  // Names that no browser's own files contain. Each run has a new last name, because a person can register only once.
  const visitor = somebody();
  const lastName = `Zwetkowa${visitor['Last name'].replaceAll(' ', '').toLowerCase()}`;
  const person = { ...visitor, 'First name': 'Quirinella', 'Last name': lastName, 'Mobile number': '9123487650' };
  const ticket = await buy(request, person);
  const url = process.env.E2E_URL!;
  const address = await invite(request, 'Searched gate', { volunteer: 'Xaverine Volunteer' });
  const folder = mkdtempSync(join(tmpdir(), 'transom-disk-'));
  const film = join(folder, 'film.y4m');
  const profile = join(folder, 'profile');
  writeFilm(film, [ticket.qr, '', '']);
  const options = test.info().project.use.launchOptions;
  const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
  const launch = () =>
    chromium.launchPersistentContext(profile, {
      ...options,
      args: [...(options?.args ?? []), ...camera],
      baseURL: url,
      permissions: ['camera'],
      viewport: { width: 320, height: 640 },
    });
  try {
    const context = await launch();
    const page = await context.newPage();
    await page.goto(address);
    await expect(page.getByText('Xaverine Volunteer')).toBeVisible();
    await enrol(page, address);
    const pictures: Buffer[] = [];
    await page.route('**/api/gate/photo', async (route) => {
      const response = await route.fetch();
      if (response.ok()) pictures.push(await response.body());
      await route.fulfill({ response });
    });
    await start(page);
    await expect(verdict(page)).toContainText(`Quirinella ${lastName}`);
    await expect(verdict(page).getByRole('img', { name: 'Ticket holder' })).toBeVisible();
    await verdict(page).getByRole('button', { name: 'Next' }).click();
    await expect(verdict(page)).toContainText('Already inside');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Type code' }).click();
    await page.getByLabel('Code under the QR code').fill(lastName);
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByRole('button', { name: new RegExp(lastName) }).click();
    await expect(verdict(page)).toContainText(`Quirinella ${lastName}`);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('All sent')).toBeVisible();
    expect(pictures[0]!.length).toBeGreaterThan(1000);
    await context.close();

    // As a control, the same search finds what is stored on purpose.
    expect(where(profile, ticket.id), 'the ticket is among the scans').not.toEqual([]);
    const { Email: email, 'Mobile number': mobile, 'Membership number': membership } = person;
    for (const secret of ['Quirinella', 'Zwetkowa', 'Xaverine', email, mobile, membership, ticket.qr.split('#')[1]!])
      expect(where(profile, secret), secret).toEqual([]);
    for (const picture of pictures) expect(where(profile, picture.subarray(700, 764)), 'the photo').toEqual([]);

    const again = await launch();
    const wiped = await again.newPage();
    await wiped.goto('/gate');
    await wiped.getByRole('button', { name: 'This phone' }).click();
    await wiped.getByRole('button', { name: 'Sign out this phone' }).click();
    await wiped.getByRole('button', { name: 'Sign out and delete everything' }).click();
    await expect(wiped.getByRole('heading', { name: 'Enrol this phone' })).toBeVisible();
    await again.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
