import { expect, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { buy, closeVerdict, enrol, invite, lookUp, start, test, tooSmall, verdict, width } from './gate-device.ts';

const phones = [
  [320, 568],
  [390, 780],
  [844, 390],
] as const;

/** The colours of a screen's edges: the first, middle and last pixel of each edge. */
async function edges(page: Page): Promise<string[]> {
  const picture = (await page.screenshot()).toString('base64');
  const blank = await page.context().newPage(); // the gate's policy does not allow data: pictures
  const seen = await blank.evaluate(async (data) => {
    const image = Object.assign(new Image(), { src: `data:image/png;base64,${data}` });
    await image.decode();
    const { width, height } = image;
    const brush = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!;
    brush.drawImage(image, 0, 0);
    const places = [0, 0.5, 1].flatMap((part) => {
      const [x, y] = [Math.round(part * (width - 1)), Math.round(part * (height - 1))];
      return [0, 1].flatMap((end) => [
        [end * (width - 1), y],
        [x, end * (height - 1)],
      ]);
    });
    return places.map(([x, y]) => [...brush.getImageData(x!, y!, 1, 1).data.slice(0, 3)].join(' '));
  }, picture);
  await blank.close();
  return seen;
}

test("a verdict's colour fills the screen up to every edge", async ({ request, device }) => {
  const address = await invite(request, 'Coloured gate');
  const { page, context } = await device();
  await page.goto(new URL('/gate', address).href);
  await page.getByLabel('Address of the invitation').fill('hello');
  await page.getByRole('button', { name: 'Open invitation' }).click();
  await expect(page.getByText('Ask the desk to show a new code')).toBeVisible();
  await enrol(page, address);
  await context.setOffline(true);
  for (const [width, height] of phones) {
    await page.setViewportSize({ width, height });
    for (let side = 0; side < 2; side++) {
      await page.getByRole('button', { name: 'Manual' }).click();
      await page.getByRole('button', { name: 'The desk agreed' }).click();
      await expect(verdict(page)).toContainText('not verified');
      // The edges show the background, and a darker bar on one side.
      const seen = [...new Set(await edges(page))].sort();
      expect(seen).toEqual([expect.stringMatching(/^166 14[56] 4[89]$/), '255 224 74']);
      await closeVerdict(page);
    }
  }
});

/** The keys of a hand scanner. Returns whether the page used the Enter key itself. */
const scan = (page: Page, text: string) =>
  page.evaluate((keys) => {
    const press = (key: string) =>
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    for (const key of keys) press(key);
    return !press('Enter');
  }, text);

test('a hand scanner needs no open field, and its Enter presses no button', async ({ request, enrolled }) => {
  const [one, two] = [await buy(request), await buy(request)];
  const { page } = await enrolled('Gate with a scanner');
  for (const { qr, name } of [one, two]) {
    expect(await scan(page, qr)).toBe(true);
    await expect(verdict(page)).toContainText(name);
    await expect(verdict(page)).toContainText('Admitted');
  }
  await closeVerdict(page);
  expect(await scan(page, 'short')).toBe(false);
  await page.getByRole('button', { name: 'Type code' }).click();
  await expect(page.getByLabel('Code under the QR code')).toBeFocused();
  expect(await scan(page, one.qr), 'the field gets the code').toBe(false);
});

const isDayCut = (page: Page) =>
  page.getByLabel('Day').evaluate((box: HTMLSelectElement) => {
    const text = document.createElement('span');
    text.style.cssText = 'position: absolute; white-space: nowrap';
    text.style.font = getComputedStyle(box).font;
    text.textContent = box.selectedOptions[0]!.text;
    document.body.append(text);
    const wanted = text.getBoundingClientRect().width;
    text.remove();
    return wanted + 40 > box.clientWidth;
  });

test('on a small phone everything is in view; even many warnings leave room for the camera and the buttons', async ({
  request,
  device,
}) => {
  const ticket = await buy(request);
  const address = await invite(request, 'Gate that says much');
  const { page, context } = await device(['']);
  await page.route('**/api/gate/sync', async (route) => {
    const body = await (await route.fetch()).json();
    const scans = ['East gate with a very long name of its own', 'West gate'].map((device) => ({
      device,
      place: 'Bhopal',
      at: '2025-04-11T04:00:00Z',
      verdict: 'in',
      why: '',
    }));
    const code = (n: number) => ({ key: `k${n}`, code: `ticket${n}`, list: 'entry', day: '2025-04-11', scans });
    body.conflicts = Array.from({ length: 40 }, (_, n) => code(n));
    await route.fulfill({ json: body });
  });
  await enrol(page, address);
  const conflicts = page.getByRole('region', { name: 'Conflicts' }).getByRole('button');
  await expect(conflicts).toContainText('40 tickets were admitted twice');
  await expect(conflicts).toContainText('Newest: ticket0, East gate');
  expect((await conflicts.boundingBox())!.height).toBeLessThan(80);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.setViewportSize({ width: 320, height: 568 });
  for (const way of ['In', 'Out']) await expect(button(way)).toBeInViewport({ ratio: 1 });
  const place = (await button('Start scanning').boundingBox())!;
  expect(place.x + place.width / 2).toBeCloseTo(160, 0);
  await button('This phone').click();
  for (const name of ['Sign out this phone', 'Close']) await expect(button(name)).toBeInViewport({ ratio: 1 });
  await button('Close').click();
  await conflicts.click();
  await expect(button('I have read this')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Ticket ticket39')).toBeAttached();
  expect(await violations(page)).toEqual([]);
  await button('Close').click();
  await page.unrouteAll({ behavior: 'wait' }); // A request may still be running.
  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('tickets withdrawn or used elsewhere since then')).toBeVisible();
  await expect(page.locator('.work')).not.toContainText(/\d{4}-\d\d-\d\d/);
  for (const [wide, high] of [
    [320, 568],
    [640, 360],
  ] as const) {
    await page.setViewportSize({ width: wide, height: high });
    await expect(page.getByText('All sent')).toBeInViewport({ ratio: 1 });
    await expect(button('Start scanning')).toBeInViewport({ ratio: 1 });
    await button('Start scanning').click({ trial: true });
    expect(await isDayCut(page)).toBe(false);
    expect(await width(page)).toBeLessThanOrEqual(wide);
  }
  await start(page);
  for (const [wide, high] of phones) {
    await page.setViewportSize({ width: wide, height: high });
    const said = page.locator('.warnings');
    await said.evaluate((box) => {
      box.scrollTop = 0;
      scrollTo(0, 0);
    });
    for (const name of ['Stop scanning', 'Type code', 'Manual', 'This phone']) {
      await expect(button(name)).toBeInViewport({ ratio: 1 });
      await button(name).click({ trial: true });
    }
    await expect(said).toBeInViewport({ ratio: 1 });
    expect((await page.locator('.eye').boundingBox())!.height).toBeGreaterThanOrEqual(200);
    await expect(conflicts.getByText('40 tickets were admitted twice')).toBeInViewport({ ratio: 1 });
    const asked = page.getByText(', but today is ');
    await asked.evaluate((line) => line.scrollIntoView({ block: 'nearest', behavior: 'instant' }));
    await expect(asked).toBeInViewport({ ratio: 0.9 });
    expect(await width(page)).toBeLessThanOrEqual(wide);
    expect(await violations(page)).toEqual([]);
  }
  // The on-screen keyboard leaves little space, but everything can be reached by scrolling.
  await page.setViewportSize({ width: 320, height: 300 });
  for (const name of ['Stop scanning', 'Type code', 'Manual', 'This phone']) await button(name).click({ trial: true });
  expect(await width(page)).toBeLessThanOrEqual(320);
  expect(await tooSmall(page)).toEqual([]);
  // When a reason is asked for, the reasons and the Back button are in view.
  await page.setViewportSize({ width: 320, height: 568 });
  for (let i = 0; i < 2; i++) {
    await lookUp(page, ticket.qr);
    await expect(verdict(page)).toContainText(i ? 'Already inside' : 'Admitted');
    if (i > 0) continue;
    await button('Next').click();
    // Neither Undo nor the last person's name takes space from the camera or the first warning.
    await expect(button('Undo')).toBeInViewport({ ratio: 1 });
    await page.locator('.warnings').evaluate((box) => {
      box.scrollTop = 0;
    });
    await expect(conflicts.getByText('40 tickets were admitted twice')).toBeInViewport({ ratio: 1 });
    expect((await page.locator('.eye').boundingBox())!.height).toBeGreaterThanOrEqual(200);
    const [eye, foot] = [await page.locator('.eye').boundingBox(), await page.locator('.foot').boundingBox()];
    expect(eye!.y + eye!.height).toBeLessThanOrEqual(foot!.y + 1);
  }
  await button('Admit manually').click();
  for (const [wide, high] of [
    [320, 568],
    [844, 390],
    [320, 300],
  ] as const) {
    await page.setViewportSize({ width: wide, height: high });
    await expect(button('Back')).toBeInViewport({ ratio: 1 });
    for (const name of ['The desk agreed', 'Wrong person scanned earlier', 'Left without a scan', 'Back'])
      await button(name).click({ trial: true });
    await page.getByLabel('Another reason').fill('x');
    await button('Admit').click({ trial: true });
    expect(await width(page)).toBeLessThanOrEqual(wide);
    expect(await tooSmall(page)).toEqual([]);
  }
});

test('the buttons of a verdict stay in place when the photo arrives', async ({ request, device }) => {
  const address = await invite(request, 'Gate with photos');
  const { page } = await device();
  let release = () => {};
  await page.route('**/api/gate/photo', async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    await route.continue();
  });
  await enrol(page, address);
  for (const [width, height] of [
    [320, 568],
    [351, 700],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    const { qr } = await buy(request, undefined, undefined, { spouse: true, spouseName: 'Ravi Verma', amount: 7080 });
    const asked = page.waitForRequest('**/api/gate/photo');
    await lookUp(page, qr);
    await asked;
    const second = verdict(page).getByRole('button', { name: 'Admit the second person' });
    const [before, undo] = [await second.boundingBox(), verdict(page).getByRole('button', { name: 'Undo' })];
    await expect(undo).toBeInViewport({ ratio: 1 });
    release();
    await expect(verdict(page).getByRole('img', { name: 'Ticket holder' })).toBeVisible();
    expect(await second.boundingBox()).toEqual(before);
    await expect(undo).toBeInViewport({ ratio: 1 });
    await closeVerdict(page);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
