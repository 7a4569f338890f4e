import { expect } from '@playwright/test';
import type { GateScan } from '../src/types/wire.gen.ts';
import {
  admit,
  assignment,
  begin,
  checkInManually,
  disk,
  enrol,
  friday,
  list,
  once,
  row,
  saturday,
  state,
  sync,
  test,
  tickets,
} from './gate-program.ts';

test.describe('the disk', () => {
  test('a device that has lost its database connection connects again and loses nothing', async ({ page, server }) => {
    server.instead = 'nothing';
    await admit(page, 'one');
    await page.evaluate(() => window.connections.at(-1)!.close());
    expect(await admit(page, 'two')).toBe('in');
    expect((await state(page)).storageLost).toBe(false);
    expect(await disk(page)).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
  });

  test('scan numbers that were used only in memory are not used again', async ({ page, server }) => {
    await admit(page, 'one');
    await sync(page);
    await page.evaluate(() => {
      window.broken = true;
    });
    await admit(page, 'two');
    await sync(page);
    expect(tickets(server.scans)).toEqual(['one', 'two']);
    server.instead = 'nothing';
    await admit(page, 'lost');
    expect((await state(page)).storageLost).toBe(true);
    // The page is closed without warning and opened again; only the first scan is on the disk.
    await begin(page);
    expect((await state(page)).missing).toBe(1);
    await admit(page, 'four');
    server.instead = undefined;
    await sync(page);
    expect(server.scans.map(({ seq, ticket }) => [seq, ticket])).toEqual([
      [1, 'one'],
      [2, 'two'],
      [3, ''],
      [4, 'four'],
    ]);
    expect(server.duplicate_scans).toBe(0);
    expect((await state(page)).unsent).toBe(0);
  });

  test('a request that is still running stores nothing once the data has been deleted', async ({ page, server }) => {
    let release = () => {};
    server.gate = new Promise((resolve) => {
      release = resolve;
    });
    const asked = server.asked.length;
    await page.evaluate(() => void window.engine.sync());
    await expect.poll(() => server.asked.length).toBeGreaterThan(asked);
    // If wipe() did not wait for the response, the page would reload within these 300 ms.
    await page.evaluate(async () => {
      void window.engine.wipe();
      await new Promise((done) => setTimeout(done, 300));
    });
    const loaded = page.waitForEvent('load');
    release();
    await loaded;
    expect(await disk(page)).toEqual([]);
  });
});

test.describe('the content', () => {
  test('entries keep their list if the content changes the order of the lists', async ({ page, server }) => {
    server.rows = [{ place: 1, row: row('one', 0, 0) }];
    await sync(page);
    server.setup = { ...assignment, version: '2', lists: [list('lunch'), list('entry')] };
    await sync(page);
    expect(await admit(page, 'one')).toBe('already_in');
    await page.evaluate(() => window.engine.choose({ list: 'lunch' }));
    expect(await admit(page, 'one')).toBe('in');
  });

  test('a removed list is no longer used; without any list, nothing can be decided', async ({ page, server }) => {
    server.setup = { ...assignment, version: '2', lists: [list('lunch')] };
    await sync(page);
    expect((await state(page)).list).toBe('lunch');
    expect(await admit(page, 'one')).toBe('in');
    server.setup = { ...assignment, version: '3', lists: [] };
    await sync(page);
    expect(await admit(page, 'two')).toBe('undecided');
  });

  // Version 1 identified lists by position, so its entries cannot be used. Version 2 did not store entries by code.
  for (const version of [1, 2])
    test(`data from version ${version} is fetched again`, async ({ page, server }) => {
      server.rows = ['one', 'mine'].map((ticket, i) => ({ place: 5 + i, row: row(ticket, 0, 0) }));
      await admit(page, 'mine');
      await sync(page);
      await page.goto('/gate-program'); // The gate's program does not run here, so nothing else writes.
      await page.evaluate(async (older) => {
        const wanted = <T>(asked: IDBRequest<T>) =>
          new Promise<T>((done) => {
            asked.onsuccess = () => done(asked.result);
          });
        const db = await wanted(indexedDB.open('gate'));
        const read = (name: string) => wanted(db.transaction(name).objectStore(name).getAll());
        const [known, scans, entries] = (await Promise.all(['known', 'scans', 'entries'].map(read))) as object[][];
        db.close();
        await wanted(indexedDB.deleteDatabase('gate'));
        const asked = indexedDB.open('gate', older);
        asked.onupgradeneeded = () => {
          asked.result.createObjectStore('scans', { keyPath: 'seq' });
          const rows = asked.result.createObjectStore('entries', { keyPath: 'key' });
          const byPosition = { key: 'aa:0:0', inside: 1, device: 1, minute: 1 };
          for (const entry of older === 1 ? [byPosition] : entries!) rows.put(entry);
          asked.result.createObjectStore('known').put(known![0], 'device');
          for (const scan of scans!) asked.transaction!.objectStore('scans').put(scan);
        };
        await wanted(asked);
        asked.result.close();
      }, version);
      server.asked = [];
      server.instead = 'nothing';
      await begin(page);
      expect(await admit(page, 'mine')).toBe('already_in');
      if (version === 2) expect(await admit(page, 'one')).toBe('already_in');
      server.instead = undefined;
      await sync(page);
      expect(server.asked[0]!.since).toBe(0);
      expect(await admit(page, 'one')).toBe('already_in');
    });

  test("a new day is selected automatically, once, by the server's clock", async ({ page, server }) => {
    await sync(page);
    expect((await state(page)).day).toBe(friday);
    server.ahead += 86_400_000;
    await sync(page);
    expect((await state(page)).day).toBe(saturday);
    await page.evaluate((day) => window.engine.choose({ day }), friday);
    await sync(page);
    expect((await state(page)).day).toBe(friday);
    expect(await admit(page, 'one')).toBe('in');
    expect((await state(page)).verdict!.day).toBe(friday);
  });
});

test.describe('sending', () => {
  test('a device without its scan numbers sends what it has and can be enrolled again', async ({ page, server }) => {
    server.instead = 'nothing';
    await admit(page, 'one');
    await admit(page, 'two');
    server.scans = Array.from({ length: 9 }, (_, i) => ({ seq: i + 1, ticket: `other ${i}` }) as GateScan);
    server.instead = undefined;
    await sync(page);
    expect(await state(page)).toMatchObject({ phase: 'lost', unsent: 0 });
    expect(server.duplicate_scans).toBe(2);
    await enrol(page, 'another secret');
    expect((await state(page)).phase).toBe('ready');
  });

  test('a server restored from a backup gets the lost scans again', async ({ page, server }) => {
    for (const ticket of ['one', 'two', 'three']) await admit(page, ticket);
    await sync(page);
    server.scans = server.scans.slice(0, 1);
    await sync(page);
    expect(tickets(server.scans)).toEqual(['one', 'two', 'three']);
    expect((await state(page)).unsent).toBe(0);
  });

  test('a server whose list of entries was restored sends the whole list again', async ({ page, server }) => {
    server.rows = [{ place: 8, row: row('gone', 0, 0) }];
    await sync(page);
    server.rows = [{ place: 3, row: row('one', 0, 0) }];
    server.asked = [];
    await sync(page);
    expect(server.asked.map(({ since }) => since)).toEqual([8, 0, 3]);
    expect(await admit(page, 'one')).toBe('already_in');
    expect(await admit(page, 'gone')).toBe('in');
  });

  test('a device that was signed out admits nobody, also after a reload, until this is reversed', async ({
    page,
    server,
  }) => {
    expect(await admit(page, 'one')).toBe('in');
    server.instead = { status: 401, body: { message: 'Signed out by the desk.', have: 1 } };
    await sync(page);
    expect(await admit(page, 'two')).toBe('signed_out');
    server.instead = 'nothing';
    await begin(page);
    expect(await state(page)).toMatchObject({ ended: true, refused: 'Signed out by the desk.' });
    expect(await admit(page, 'two')).toBe('signed_out');
    expect(await checkInManually(page, '')).toBe('signed_out');
    server.instead = undefined;
    await sync(page);
    await begin(page);
    expect(await state(page)).toMatchObject({ ended: false, refused: '' });
    expect(await admit(page, 'two')).toBe('in');
    await sync(page);
    expect(tickets(server.scans)).toEqual(['one', 'two']);
  });

  test('a server that does not know this device gets all scans after a new enrolment', async ({ page, server }) => {
    for (const ticket of ['one', 'two']) await admit(page, ticket);
    await sync(page);
    server.instead = { status: 401, body: { message: 'Not enrolled.' } };
    await sync(page);
    expect(await state(page)).toMatchObject({ unsent: 2, unknownDevice: true, refused: 'Not enrolled.' });
    // A single 401 response may be a mistake.
    server.instead = undefined;
    await sync(page);
    expect(await state(page)).toMatchObject({ unsent: 0, unknownDevice: false, refused: '' });
    server.token = 'of somebody else';
    await sync(page);
    await enrol(page, 'another secret');
    await sync(page);
    expect(server.left).toHaveLength(1); // the previous device was signed out
    expect(server.left).not.toContain(server.token);
    expect(server.scans.map(({ seq, ticket }) => [seq, ticket])).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
    expect((await state(page)).unsent).toBe(0);
  });

  test('on an unreliable network, requests contain fewer scans, and later more again', async ({ page, server }) => {
    server.instead = 'nothing';
    await page.evaluate(async () => {
      for (let i = 0; i < 70; i++) await window.engine.admission.code(`not a ticket ${i}`, 'typed');
    });
    for (let i = 0; i < 6; i++) await once(page);
    server.instead = undefined;
    server.asked = [];
    await once(page);
    expect(server.asked.map(({ scans }) => scans.length)).toEqual([20, 40, 10]);
    expect(server.scans).toHaveLength(70);
  });

  test('a server error is shown after three failures, until a request succeeds', async ({ page, server }) => {
    await sync(page);
    server.instead = { status: 500, body: { message: 'Something is broken.' } };
    for (let i = 0; i < 2; i++) await once(page);
    expect((await state(page)).refused).toBe('');
    await once(page);
    expect(await state(page)).toMatchObject({ refused: 'Something is broken.', online: true });
    server.instead = undefined;
    await once(page);
    expect((await state(page)).refused).toBe('');
  });
});
