// The gate in a real browser: a camera that films real tickets, with a network and without.
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { violations } from './axe.ts';
import {
  buy,
  deskCall,
  enrol,
  invite as inviteAt,
  live as liveAt,
  open as openAt,
  restCamera,
  start,
  telephone,
  telephoneWithFilm,
  verdict,
} from './gate-phone.ts';

/** What is smaller than a thumb in a glove: 64 px. */
const tooSmall = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, select, input')]
      .filter((one) => one.checkVisibility())
      .filter((one) => one.getBoundingClientRect().height < 64 || one.getBoundingClientRect().width < 64)
      .map((one) => one.outerHTML),
  );

/** A name that no other telephone has, also when a test is repeated on the same server. */
const named = (name: string) => `${name} ${Math.random().toString(36).slice(2, 7)}`;
const invite = (request: APIRequestContext, name: string) => inviteAt(request, process.env.E2E_URL!, name);
const live = (request: APIRequestContext) => liveAt(request, process.env.E2E_URL!);
const open = (browser: Browser, permissions?: string[]) => openAt(browser, process.env.E2E_URL!, permissions);

test('a telephone enrols once, reads a ticket, and says who and how often', async ({ request }) => {
  const ticket = await buy(request);
  const name = named('North gate');
  const address = await invite(request, name);
  await telephone([ticket.qr, '', ''], async (browser) => {
    const { page } = await open(browser);
    await page.goto(address);
    expect(await violations(page)).toEqual([]);
    expect(await tooSmall(page)).toEqual([]);
    await enrol(page, address);
    expect(await violations(page)).toEqual([]);
    expect(await tooSmall(page)).toEqual([]);
    await start(page);
    await expect(verdict(page)).toContainText('Admitted');
    await expect(verdict(page)).toContainText(ticket.name);
    expect(await violations(page, ['.verdict'])).toEqual([]);
    await verdict(page).getByRole('button', { name: 'Next' }).click();
    // The film shows the ticket again after a pause that is longer than a code that stays in view.
    await expect(verdict(page)).toContainText('Already inside');
    await expect(verdict(page)).toContainText(new RegExp(`Last admitted at \\d\\d:\\d\\d: .*${name}.*, Bhopal`));
    expect(await tooSmall(page)).toEqual([]);
    await verdict(page).getByRole('button', { name: 'Admit by hand' }).click();
    expect(await tooSmall(page)).toEqual([]);
    await page.getByRole('button', { name: 'The desk agreed' }).click();
    await expect(verdict(page)).toContainText('By hand');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

    const second = await open(browser);
    await second.page.goto(address);
    await expect(second.page.getByRole('alert')).toContainText('used up');
  });
  await expect.poll(async () => (await live(request)).devices.find((device) => device.name === name)?.in).toBe(2);
});

test('without a network it goes on, also after a reload, and hands everything in', async ({ request }) => {
  const [one, two] = [await buy(request), await buy(request)];
  const name = named('Dead hall');
  const address = await invite(request, name);
  await telephone([one.qr, two.qr, 'https://example.org/menu', `${one.qr.slice(0, -3)}AAA`], async (browser) => {
    const { page, context } = await open(browser);
    await enrol(page, address);
    await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await start(page);
    for (const words of [one.name, two.name, 'Not a ticket', 'Forged'])
      await expect(verdict(page)).toContainText(words);
    await expect(page.getByText('No network: goes on by itself')).toBeVisible();
    await expect(page.getByText(/\d+ to send/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/\d+ to send/)).toBeVisible();
    await context.setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByText('All sent')).toBeVisible({ timeout: 30_000 });
  });
  const device = (await live(request)).devices.find((one) => one.name === name)!;
  expect(device.have).toBeGreaterThanOrEqual(4);
  expect(device.in).toBe(2);
});

test('two telephones that admit one ticket without a network are a conflict, told to both and to the desk', async ({
  request,
}) => {
  const ticket = await buy(request);
  const [east, west] = [named('East gate'), named('West gate')];
  const addresses = [await invite(request, east), await invite(request, west)];
  await telephone([ticket.qr], async (browser) => {
    const phones = await Promise.all([open(browser), open(browser)]);
    for (const [i, { page, context }] of phones.entries()) {
      await enrol(page, addresses[i]!);
      await context.setOffline(true);
      await start(page);
      await expect(verdict(page)).toContainText('Admitted');
    }
    for (const { page, context } of phones) {
      await context.setOffline(false);
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect(page.getByText('All sent')).toBeAttached({ timeout: 30_000 });
    }
    for (const { page } of phones) {
      await page.evaluate(() => dispatchEvent(new Event('online')));
      const line = page.getByRole('region', { name: 'Conflicts' }).getByRole('button');
      await expect(line).toContainText('1 ticket was let in twice', { timeout: 30_000 });
      await expect(line).toContainText(`${east} and ${west}`);
      await line.click();
      const told = page.getByRole('dialog', { name: 'Let in twice' });
      await expect(told).toContainText(new RegExp(`\\d\\d:\\d\\d ${east}, Bhopal`));
      await expect(told).toContainText(new RegExp(`\\d\\d:\\d\\d ${west}, Bhopal`));
      await expect(told).not.toContainText(ticket.name);
      expect(await violations(page)).toEqual([]);
      expect(await tooSmall(page)).toEqual([]);
      await told.getByRole('button', { name: 'I have read this' }).click();
      await expect(line).toBeHidden();
    }
  });
  const { conflicts } = await live(request);
  const here = conflicts.filter((conflict) => conflict.ticket === ticket.id);
  expect(here).toHaveLength(1);
  expect(here[0]!.scans.map(({ device }) => device).sort()).toEqual([east, west]);
});

test('a browser that has lost its storage is enrolled again; a typed name is found; nobody is kept on the telephone', async ({
  request,
}) => {
  const ticket = await buy(request);
  const address = await invite(request, 'South gate');
  await telephone([], async (browser) => {
    const { page, context } = await open(browser);
    await enrol(page, address);
    await page.getByRole('button', { name: 'Type' }).click();
    await page.getByLabel('Code under the QR code').fill(ticket.id.slice(0, 8));
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByRole('button', { name: new RegExp(ticket.name) }).click();
    await expect(verdict(page)).toContainText('Admitted');
    await expect(page.getByText('All sent')).toBeAttached();
    const kept = await page.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((done) => {
        const asked = indexedDB.open('gate');
        asked.onsuccess = () => done(asked.result);
      });
      const all = [...db.objectStoreNames].map(
        (name) =>
          new Promise((done) => {
            const asked = db.transaction(name).objectStore(name).getAll();
            asked.onsuccess = () => done(asked.result);
          }),
      );
      return JSON.stringify(await Promise.all(all));
    });
    expect(kept).toContain(ticket.id);
    expect(kept).not.toContain(ticket.name);
    await context.clearCookies();
    await page.evaluate(async () => {
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!);
    });
    await page.goto('about:blank');
    await page.goto('/gate');
    await expect(page.getByRole('heading', { name: 'Enrol this telephone' })).toBeVisible();
  });
});

/** Clears what the browser keeps for the page, while it is open. */
async function clear(page: Page, what: 'all' | 'indexeddb'): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: what });
}

const lost = (page: Page) => page.getByText(/has lost its storage\. (\d+ scans? to send|Everything)/);

test('storage that is cleared while the page is open is said; it goes on, and hands in what it has in memory', async ({
  request,
}) => {
  const ticket = await buy(request);
  const name = named('Cleared gate');
  const address = await invite(request, name);
  const faults: string[] = [];
  await telephone([ticket.qr, `${ticket.qr.slice(0, -3)}AAA`, ''], async (browser) => {
    const { page, context } = await open(browser);
    page.on('pageerror', (fault) => faults.push(fault.message));
    await enrol(page, address);
    await context.setOffline(true);
    await start(page);
    await expect(verdict(page)).toContainText('Admitted');
    await clear(page, 'all');
    await expect(lost(page)).toBeVisible({ timeout: 30_000 });
    await expect(verdict(page)).toContainText('Forged', { timeout: 30_000 });
    await expect(verdict(page)).toContainText('lost its storage');
    await expect(verdict(page)).toContainText('Already inside', { timeout: 30_000 });
    await context.setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByText('All sent')).toBeAttached({ timeout: 30_000 });
    const device = (await live(request)).devices.find((one) => one.name === name)!;
    expect(device.in).toBe(1);
    expect(device.have).toBeGreaterThanOrEqual(3);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Enrol this telephone' })).toBeVisible();
    await expect(page.getByText('This telephone has lost its storage.')).toBeVisible();
  });
  expect(faults).toEqual([]);
});

test('scans that were lost with the storage are named on the page that enrols again, until it has', async ({
  request,
}) => {
  const ticket = await buy(request);
  const address = await invite(request, 'Emptied gate');
  await telephone([ticket.qr], async (browser) => {
    const { page, context } = await open(browser);
    await enrol(page, address);
    await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
    await context.setOffline(true);
    await start(page);
    await expect(verdict(page)).toContainText('Admitted');
    await clear(page, 'indexeddb');
    await expect(lost(page)).toBeVisible({ timeout: 30_000 });
    await page.reload();
    await expect(page.getByText(/\d+ scans? had not been sent and may be missing/)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await context.setOffline(false);
    await enrol(page, await invite(request, 'Enrolled again'));
    await expect(page.getByText('lost its storage')).toBeHidden();
    await page.reload();
    await expect(page.getByText('All sent')).toBeVisible();
    await expect(page.getByText('lost its storage')).toBeHidden();
  });
});

test('who is admitted by hand stays on the screen while the reason is given, and nothing is scanned', async ({
  request,
}) => {
  const [one, two] = [await buy(request), await buy(request)];
  const address = await invite(request, 'Patient gate');
  await telephone([one.qr, two.qr, '', ''], async (browser) => {
    const { page } = await open(browser);
    await enrol(page, address);
    await start(page);
    await expect(verdict(page)).toContainText('Already inside', { timeout: 30_000 });
    const form = verdict(page).locator('form');
    await expect(async () => {
      await verdict(page).getByRole('button', { name: 'Admit by hand' }).click({ timeout: 1000 });
      await expect(form).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(form).toContainText('Already inside');
    const asked = (await form.locator('.holder').textContent())!;
    expect([one.name, two.name]).toContain(asked);
    // The film shows everything once more.
    const time = () => page.evaluate(() => document.querySelector('video')!.currentTime);
    const before = await time();
    await expect.poll(time, { timeout: 60_000 }).toBeGreaterThan(before + 10);
    await expect(form.locator('.holder')).toHaveText(asked);
    await restCamera(page);
    await form.getByLabel('Another reason').fill('Came back with water');
    await form.getByRole('button', { name: 'Admit', exact: true }).click();
    await expect(verdict(page)).toContainText('By hand');
    await expect(verdict(page)).toContainText(asked);
  });
});

test('without a network somebody whose code cannot be read is let in by hand; the server finds the ticket, and no name is kept', async ({
  request,
}) => {
  const ticket = await buy(request);
  const name = named('Torn gate');
  const address = await invite(request, name);
  await telephone([], async (browser) => {
    const { page, context } = await open(browser);
    await enrol(page, address);
    await context.setOffline(true);
    const type = async (text: string) => {
      await page.getByRole('button', { name: 'Type' }).click();
      await page.getByLabel('Code under the QR code, or a part').fill(text);
      await page.getByRole('button', { name: 'Look up' }).click();
      await expect(page.getByRole('dialog', { name: 'Let in by hand' })).toContainText('No network now');
    };
    await type(ticket.id.slice(0, 8));
    await expect(page.getByLabel('Code on the ticket')).toHaveValue(ticket.id.slice(0, 8));
    expect(await violations(page)).toEqual([]);
    expect(await tooSmall(page)).toEqual([]);
    await page.getByRole('button', { name: 'torn or smudged' }).click();
    await expect(verdict(page)).toContainText('Let in');
    await expect(verdict(page)).toContainText('by hand, not checked');
    await expect(verdict(page)).not.toContainText('Admitted');
    await expect(verdict(page)).toHaveAttribute('data-kind', 'hand');
    expect(await violations(page, ['.verdict'])).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await verdict(page).getByRole('button', { name: 'Next' }).click();
    // The same code again: this telephone knows when it let somebody in by it.
    await page.getByRole('button', { name: 'By hand' }).click();
    await page.getByLabel('Code on the ticket').fill(ticket.id.slice(0, 8));
    await page.getByRole('button', { name: 'torn or smudged' }).click();
    await expect(verdict(page)).toContainText('Already inside');
    await expect(verdict(page)).toContainText(new RegExp(`Last admitted at \\d\\d:\\d\\d: .*${name}.*, Bhopal`));
    await verdict(page).getByRole('button', { name: 'Next' }).click();
    // A name is no code, and is not written down; nor is one of as many letters as a code.
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
    await page.getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('button', { name: 'Sign this telephone out' })).toBeDisabled();
    await page.getByRole('button', { name: 'Close' }).click();
    await context.setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByText('All sent')).toBeAttached();
    // Signed out by its volunteer, which the desk sees.
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Sign this telephone out' }).click();
    await page.getByRole('button', { name: 'Really sign out and forget everything' }).click();
    await expect(page.getByRole('heading', { name: 'Enrol this telephone' })).toBeVisible();
  });
  const { devices, to_show } = await live(request);
  const device = devices.find((one) => one.name === name)!;
  expect(device).toMatchObject({ have: 3, in: 1, unsent: 0 });
  expect(device.wiped_at).not.toBe('');
  const shown = to_show.filter((scan) => scan.device === device.name);
  expect(shown.map(({ quarantine }) => quarantine ?? '').sort()).toEqual(['', 'unread']);
  expect(JSON.stringify(shown)).toContain(ticket.id.slice(0, 8));
  expect(JSON.stringify(shown)).not.toContain(ticket.name);
});

test('the desk sees that its code was used', async ({ page, request }) => {
  const name = named('Seen gate');
  await page.goto('/desk');
  await page.getByRole('button', { name: 'Organiser', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.goto('/desk/gate');
  await page.getByRole('button', { name: 'Enrol a device' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByLabel('City').selectOption('bhopal');
  await page.getByRole('textbox', { name: 'Why' }).fill('a second door');
  await page.getByRole('button', { name: 'Show the code' }).click();
  const address = (await page.getByRole('link', { name: 'Open it in this browser' }).getAttribute('href'))!;
  await telephone([], async (browser) => {
    const phone = await open(browser);
    await enrol(phone.page, address);
    await expect(page.getByRole('dialog')).toContainText(`${name} is enrolled`, { timeout: 30_000 });
    await expect(page.getByRole('dialog').getByRole('img')).toBeHidden();
  });
  expect((await live(request)).devices.some((device) => device.name === name)).toBe(true);
});

test('by hand is one press away, with all reasons in view, on small telephones too; with a network a code is looked up', async ({
  request,
}) => {
  const ticket = await buy(request);
  const address = await invite(request, 'Ready gate');
  await telephone([], async (browser) => {
    const { page } = await open(browser);
    await enrol(page, address);
    for (const [width, height] of [
      [390, 780],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.getByRole('button', { name: 'By hand' }).click();
      for (const name of [
        'The code is torn or smudged',
        'The visitor’s telephone is empty',
        'The desk agreed',
        'Close',
      ])
        await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
      await expect(page.getByLabel('Code on the ticket')).toBeInViewport({ ratio: 1 });
      await page.getByRole('button', { name: 'Close' }).click();
    }
    await page.getByRole('button', { name: 'By hand' }).click();
    await page.getByLabel('Code on the ticket').fill('22222222');
    await page.getByRole('button', { name: 'The desk agreed' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'No ticket has this code' })).toBeVisible();
    expect(await tooSmall(page)).toEqual([]);
    await page.getByLabel('Code on the ticket').fill(ticket.id.slice(0, 8));
    await page.getByRole('button', { name: 'The desk agreed' }).click();
    await expect(verdict(page)).toContainText('Admitted');
    await expect(verdict(page)).toContainText(ticket.name);
    await expect(verdict(page)).toHaveAttribute('data-kind', 'in');
    // In spite of a refusal: what can be done and its reasons are in view as well.
    await verdict(page).getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Type' }).click();
    await page.getByLabel('Code under the QR code').fill(ticket.id.slice(0, 8));
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByRole('button', { name: new RegExp(ticket.name) }).click();
    await expect(verdict(page)).toContainText('Already inside');
    await expect(verdict(page).getByRole('button', { name: 'Admit by hand' })).toBeInViewport({ ratio: 1 });
    await verdict(page).getByRole('button', { name: 'Admit by hand' }).click();
    for (const name of ['The desk agreed', 'Wrong person scanned before', 'Went out without a scan'])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  });
});

test('a telephone that may not search checks a full code, and lets nobody in by hand with a void ticket', async ({
  request,
}) => {
  const [valid, taken] = [await buy(request), await buy(request)];
  const act = { id: taken.booking, version: 1, why: 'reported stolen', preview: false };
  await deskCall(request, process.env.E2E_URL!, 'void', act);
  const name = named('Private gate');
  const address = await inviteAt(request, process.env.E2E_URL!, name, '', false);
  await telephone([], async (browser) => {
    const { page } = await open(browser);
    await enrol(page, address);
    const person = page.locator('.people').getByRole('button');
    const lookUp = async (text: string) => {
      await page.getByLabel('Code under the QR code', { exact: true }).fill(text);
      await page.getByRole('button', { name: 'Look up' }).click();
    };
    await page.getByRole('button', { name: 'Type' }).click();
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
      await expect(verdict(page).getByRole('button', { name: /by hand/i })).toHaveCount(0);
      await verdict(page).getByRole('button', { name: 'Next' }).click();
    };
    await page.getByRole('button', { name: 'Type' }).click();
    await lookUp(taken.id.slice(0, 8));
    await person.click();
    await refused();
    await page.getByRole('button', { name: 'By hand' }).click();
    await page.getByLabel('Code on the ticket').fill(taken.id.slice(0, 8));
    await page.getByRole('button', { name: 'The desk agreed' }).click();
    await refused();
    await expect(page.getByText('All sent')).toBeAttached();
  });
  expect((await live(request)).devices.find((device) => device.name === name)).toMatchObject({ in: 1, unsent: 0 });
});

/** The colours of a screen's edges: of each the first, the middle and the last pixel. */
async function edges(page: Page): Promise<string[]> {
  const picture = (await page.screenshot()).toString('base64');
  const blank = await page.context().newPage(); // the gate's own page shows no such pictures
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

test('the colour of a verdict reaches every edge of the screen', async ({ request }) => {
  const address = await invite(request, 'Coloured gate');
  await telephone([], async (browser) => {
    const { page, context } = await open(browser);
    await enrol(page, address);
    await context.setOffline(true);
    for (const [width, height] of [
      [320, 568],
      [390, 780],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (let side = 0; side < 2; side++) {
        await page.getByRole('button', { name: 'By hand' }).click();
        await page.getByRole('button', { name: 'The desk agreed' }).click();
        await expect(verdict(page)).toContainText('not checked');
        // The ground, and the bar of it at one side, which is darker.
        const seen = [...new Set(await edges(page))].sort();
        expect(seen).toEqual([expect.stringMatching(/^166 14[56] 4[89]$/), '255 224 74']);
        await verdict(page).getByRole('button', { name: 'Next' }).click();
      }
    }
  });
});

test('however many conflicts there are, they are one line, and the camera stays in reach', async ({ request }) => {
  const address = await invite(request, 'Gate of conflicts');
  await telephone([], async (browser) => {
    const { page } = await open(browser);
    await page.route('**/api/gate/sync', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.conflicts = Array.from({ length: 40 }, (_, i) => ({
        key: `k${i}`,
        code: `ticket${i}`,
        list: 'entry',
        day: '2025-04-11',
        scans: ['East gate with a very long name of its own', 'West gate'].map((device) => ({
          device,
          place: 'Bhopal',
          at: '2025-04-11T04:00:00Z',
          verdict: 'in',
        })),
      }));
      await route.fulfill({ json: body });
    });
    await page.setViewportSize({ width: 320, height: 568 });
    await enrol(page, address);
    const line = page.getByRole('region', { name: 'Conflicts' }).getByRole('button');
    await expect(line).toContainText('40 tickets were let in twice');
    await expect(line).toContainText('Newest: ticket0, East gate');
    expect((await line.boundingBox())!.height).toBeLessThan(80);
    await expect(page.getByRole('button', { name: 'Start scanning' })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Start scanning' }).click({ trial: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await line.click();
    const all = page.getByRole('dialog', { name: 'Let in twice' });
    await expect(all.getByRole('button', { name: 'I have read this' })).toBeInViewport({ ratio: 1 });
    await expect(all.getByText('Ticket ticket39')).toBeAttached();
    expect(await violations(page)).toEqual([]);
    await all.getByRole('button', { name: 'I have read this' }).click();
    await expect(line).toBeHidden();
  });
});

test('whatever is said at once, the camera and what the thumb needs stay in view, and all of it can be read', async ({
  request,
}) => {
  const ticket = await buy(request);
  const address = await invite(request, 'Gate that says much');
  await telephone([''], async (browser) => {
    const { page, context } = await open(browser);
    await page.route('**/api/gate/sync', async (route) => {
      const body = await (await route.fetch()).json();
      const scan = { device: 'East gate', place: 'Bhopal', at: '2025-04-11T04:00:00Z', verdict: 'in', why: '' };
      body.conflicts = [{ key: 'k', code: 'k3x7q2ab', list: 'entry', day: '2025-04-11', scans: [scan, scan] }];
      await route.fulfill({ json: body });
    });
    await enrol(page, address);
    await expect(page.getByText('1 ticket was let in twice')).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' }); // a report may be under way
    await context.setOffline(true);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByText('what was withdrawn or used elsewhere')).toBeVisible();
    await start(page);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    for (const [wide, high] of [
      [320, 568],
      [390, 780],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width: wide, height: high });
      const said = page.locator('.warnings');
      await said.evaluate((box) => {
        box.scrollTop = 0;
        scrollTo(0, 0);
      });
      for (const name of ['Stop', 'Type', 'By hand', 'More']) {
        await expect(button(name)).toBeInViewport({ ratio: 1 });
        await button(name).click({ trial: true });
      }
      await expect(said).toBeInViewport({ ratio: 1 });
      expect((await page.locator('.eye').boundingBox())!.height).toBeGreaterThanOrEqual(200);
      await expect(page.getByText('1 ticket was let in twice')).toBeInViewport({ ratio: 1 });
      const asked = page.getByText('Is that right?');
      await asked.evaluate((line) => line.scrollIntoView({ block: 'nearest', behavior: 'instant' }));
      await expect(asked).toBeInViewport({ ratio: 0.9 });
      expect(await width()).toBeLessThanOrEqual(wide);
      expect(await violations(page)).toEqual([]);
    }
    // With the keyboard of the telephone on the screen, little is left: all of it is reached by scrolling down.
    await page.setViewportSize({ width: 320, height: 300 });
    for (const name of ['Stop', 'Type', 'By hand', 'More']) await button(name).click({ trial: true });
    expect(await width()).toBeLessThanOrEqual(320);
    expect(await tooSmall(page)).toEqual([]);
    // The question why: its reasons, and the way back.
    await page.setViewportSize({ width: 320, height: 568 });
    for (let i = 0; i < 2; i++) {
      await button('Type').click();
      await page.getByLabel('Code under the QR code').fill(ticket.qr);
      await button('Look up').click();
      await expect(verdict(page)).toContainText(i ? 'Already inside' : 'Admitted');
      if (i === 0) await button('Next').click();
    }
    await button('Admit by hand').click();
    for (const [wide, high] of [
      [320, 568],
      [844, 390],
      [320, 300],
    ] as const) {
      await page.setViewportSize({ width: wide, height: high });
      await expect(button('Back')).toBeInViewport({ ratio: 1 });
      for (const name of ['The desk agreed', 'Wrong person scanned before', 'Went out without a scan', 'Back'])
        await button(name).click({ trial: true });
      await page.getByLabel('Another reason').fill('x');
      await button('Admit').click({ trial: true });
      expect(await width()).toBeLessThanOrEqual(wide);
      expect(await tooSmall(page)).toEqual([]);
    }
  });
});

/** Whether the closed box of the day has too little room for its words, beside its arrow. */
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

test('on a small telephone everything that matters is in view, and days are written out', async ({ request }) => {
  const address = await invite(request, 'Small gate');
  await telephone([], async (browser) => {
    const { page, context } = await open(browser);
    await page.setViewportSize({ width: 320, height: 568 });
    await enrol(page, address);
    await expect(page.getByText('All sent')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Type' })).toBeInViewport({ ratio: 1 });
    const button = (await page.getByRole('button', { name: 'Start scanning' }).boundingBox())!;
    expect(button.x + button.width / 2).toBeCloseTo(160, 0);
    expect(await isDayCut(page)).toBe(false);
    await page.getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('button', { name: 'Sign this telephone out' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Close' }).click();
    await context.setOffline(true);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByText('what was withdrawn or used elsewhere since is not known here')).toBeVisible();
    await expect(page.locator('.work')).not.toContainText(/\d{4}-\d\d-\d\d/);
    // With both sentences in sight, and lying on its side, there is room for the camera.
    for (const [width, height] of [
      [320, 568],
      [640, 360],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(page.getByText('All sent')).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'Start scanning' })).toBeInViewport({ ratio: 1 });
      await page.getByRole('button', { name: 'Start scanning' }).click({ trial: true });
      expect(await isDayCut(page)).toBe(false);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});

test('on a new day that day is counted; another one is said with every ticket, and left by a press', async ({
  request,
}) => {
  const ticket = await buy(request);
  const address = await invite(request, 'Gate of two days');
  await telephone([], async (browser) => {
    const { page } = await open(browser);
    // The day of the server's clock is one of the event's.
    let today = '';
    await page.route('**/api/gate/enrol', async (route) => {
      const body = await (await route.fetch()).json();
      today = new Intl.DateTimeFormat('sv-SE', { timeZone: body.setup.zone }).format(body.now);
      body.setup.days.push({ ...body.setup.days[0], date: today, display: 'Today' });
      body.setup.my_days.push(today);
      await route.fulfill({ json: body });
    });
    await enrol(page, address);
    const day = page.getByLabel('Day');
    await expect(day).toHaveValue(today);
    await day.selectOption({ index: 0 });
    await expect(page.getByText('Is that right?')).toBeVisible();
    expect(await tooSmall(page)).toEqual([]);
    await page.getByRole('button', { name: 'Type' }).click();
    await page.getByLabel('Code under the QR code').fill(ticket.id.slice(0, 8));
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByRole('button', { name: new RegExp(ticket.name) }).click();
    await expect(verdict(page)).toContainText(/Counted for .+ not today/);
    await verdict(page).getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: /^Count / }).click();
    await expect(day).toHaveValue(today);
    await expect(page.getByText('Is that right?')).toBeHidden();
  });
});

test('a browser whose database does not open says so, and is asked again', async ({ page }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('asked')) return;
    sessionStorage.setItem('asked', 'yes');
    IDBFactory.prototype.open = () => {
      throw new DOMException('', 'UnknownError');
    };
  });
  await page.goto('/gate');
  await expect(page.getByRole('alert')).toContainText('keeps nothing');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Enrol this telephone' })).toBeVisible();
});

test('without permission for the camera it says what to do', async ({ request }) => {
  const address = await invite(request, 'No camera');
  await telephone([], async (browser) => {
    const { page } = await open(browser, []);
    await enrol(page, address);
    await start(page);
    await expect(page.getByRole('alert')).toContainText(/may not use the camera|no camera/);
  });
});

// Only the whole browser's camera shows a film.
test('a browser without WebAssembly reads tickets too', { tag: '@whole-browser' }, async ({ request }) => {
  const ticket = await buy(request);
  const address = await invite(request, 'Locked down');
  // As in lockdown mode: neither WebAssembly nor a compiler of JavaScript.
  const flags = ['--js-flags=--jitless'];
  await telephoneWithFilm([ticket.qr], flags, async (browser) => {
    const { page } = await open(browser);
    await enrol(page, address);
    expect(await page.evaluate(() => typeof WebAssembly)).toBe('undefined');
    await start(page);
    await expect(verdict(page)).toContainText(ticket.name);
    await expect(verdict(page)).toContainText('Admitted');
  });
});

test('signed out by the desk it says so and lets nobody in; one touch, and a second that is sure, forget everything', async ({
  request,
}) => {
  const name = named('Lost gate');
  const address = await invite(request, name);
  await telephone([], async (browser) => {
    const { page } = await open(browser);
    await enrol(page, address);
    const { id } = (await live(request)).devices.find((device) => device.name === name)!;
    await deskCall(request, process.env.E2E_URL!, 'gate-revoke', { id, why: 'lost' });
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByText('was signed out by the desk')).toContainText('does not count');
    await page.getByRole('button', { name: 'More' }).click();
    expect(await tooSmall(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign this telephone out' }).click();
    await page.getByRole('button', { name: 'Really sign out and forget everything' }).click();
    await expect(page.getByRole('heading', { name: 'Enrol this telephone' })).toBeVisible();
    const left = await page.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((done) => {
        const asked = indexedDB.open('gate');
        asked.onsuccess = () => done(asked.result);
      });
      const count = (name: string) =>
        new Promise<number>((done) => {
          const asked = db.transaction(name).objectStore(name).count();
          asked.onsuccess = () => done(asked.result);
        });
      return Promise.all([...db.objectStoreNames].map(count));
    });
    expect(left).toEqual([0, 0, 0]);
  });
});
