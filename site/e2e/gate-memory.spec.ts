// What a telephone of the gate keeps, and how it hands that in: its program without the screen, in a real browser with
// a real IndexedDB, against a server that loses, repeats and forgets as this test tells it to.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page, type Route } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import type { Gate } from '../src/gate/gate.ts';
import type { GateConflict, GateScan, GateSetup } from '../src/types/wire.gen.ts';

declare global {
  interface Window {
    gate: { gate: Gate };
    engine: Gate;
    /** Whether every write fails. */
    broken: boolean;
    connections: IDBDatabase[];
  }
}

const salt = Buffer.from('a salt of sixteen');
const [friday, saturday] = ['2025-04-11', '2025-04-12'];
const list = (id: string) => ({ id, name: id, days: [], from: '', times: 1, in_and_out: false, who: [] });

const assignment: GateSetup = {
  version: '1',
  event: 'Event',
  event_mark: 1,
  zone: 'Asia/Kolkata',
  rehearsal: false,
  keys: [],
  salt: salt.toString('base64'),
  categories: [],
  days: [friday, saturday].map((date) => ({ date, venue: 'hall', city: 'City', display: date })),
  lists: [list('entry'), list('lunch')],
  lanes: [],
  name: 'Gate',
  venue: 'hall',
  city: 'City',
  my_days: [friday, saturday],
  my_lists: ['entry', 'lunch'],
  may_search: true,
  expires_at: '2025-04-14T00:00:00Z',
};

/** A row of entries: one seat inside, on a list and a day by their places. */
function row(ticket: string, listAt: number, dayAt: number): Buffer {
  const hash = createHash('sha256')
    .update(Buffer.concat([salt, Buffer.from(ticket)]))
    .digest();
  return Buffer.concat([hash.subarray(0, 8), Buffer.from([listAt, dayAt, 1, 0, 9, 1, 0xba, 0x5b, 0x20])]);
}

const ok = { code: 200, status: 'success' };

/** The server as a telephone sees it. It knows one device at a time. */
class Server {
  token = '';
  /** The unbroken row of the device. */
  scans: GateScan[] = [];
  strays = 0;
  setup = assignment;
  rows: { place: number; row: Buffer }[] = [];
  /** What was asked, in order. */
  asked: { scans: GateScan[]; since: number }[] = [];
  /** Who said that they forget everything, by their tokens. */
  left: (string | undefined)[] = [];
  /** Answers this instead; "nothing" is a network that fails. */
  instead: 'nothing' | { status: number; body: object } | undefined;
  ahead = Date.parse(`${friday}T09:00:00Z`) - Date.now();
  /** Settled before an answer goes out. */
  gate: Promise<void> = Promise.resolve();
  /** Those who wait for news; each is answered by a press. */
  waiting: (() => void)[] = [];
  conflicts: GateConflict[] = [];

  async answer(route: Route): Promise<void> {
    const body = route.request().postDataJSON();
    const name = new URL(route.request().url()).pathname.split('/').at(-1);
    if (name === 'enrol') return this.enrol(route, body.token);
    if (name === 'sync') this.asked.push(body);
    if (name === 'wait') {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      return route.fulfill({ json: { ...ok, last: this.rows.at(-1)?.place ?? 0 } }).catch(() => undefined);
    }
    if (name === 'leave') {
      this.left.push(route.request().headers().authorization);
      return route.fulfill({ json: ok });
    }
    if (this.instead === 'nothing' || name !== 'sync') return route.abort();
    if (this.instead) return route.fulfill({ status: this.instead.status, json: this.instead.body });
    if (route.request().headers().authorization !== this.token)
      return route.fulfill({ status: 401, json: { message: 'Unknown.' } });
    for (const scan of body.scans as GateScan[]) this.take(scan);
    await this.gate;
    const rows = this.rows.filter(({ place }) => place > body.since);
    const last = this.rows.at(-1)?.place ?? 0;
    await route.fulfill({
      json: {
        ...ok,
        device: 'device',
        have: this.scans.length,
        strays: this.strays,
        now: this.now(),
        cursor: rows.at(-1)?.place ?? body.since,
        last,
        more: false,
        entries: Buffer.concat(rows.map((one) => one.row)).toString('base64'),
        ...(body.setup === this.setup.version ? {} : { setup: this.setup }),
        devices: {},
        conflicts: this.conflicts,
      },
    });
  }

  private async enrol(route: Route, token: string): Promise<void> {
    [this.token, this.scans, this.strays] = [token, [], 0];
    await route.fulfill({ json: { ...ok, device: `device of ${token}`, setup: this.setup, now: this.now() } });
  }

  private take(scan: GateScan): void {
    if (scan.seq === this.scans.length + 1) this.scans.push(scan);
    else if (scan.seq <= this.scans.length && JSON.stringify(this.scans[scan.seq - 1]) !== JSON.stringify(scan))
      this.strays++;
  }

  private now = () => Date.now() + this.ahead;
}

const test = base.extend<{ server: Server }, { program: string }>({
  program: [
    async ({}, use) => {
      const entry = fileURLToPath(new URL('../src/gate/gate.ts', import.meta.url));
      const lib = { entry, formats: ['iife' as const], name: 'gate' };
      const made = await build({ configFile: false, logLevel: 'error', build: { write: false, lib } });
      const [{ output }] = made as [Rolldown.RolldownOutput];
      await use(output[0].code);
    },
    { scope: 'worker' },
  ],
  server: async ({ page, program }, use) => {
    const server = new Server();
    await page.route('**/gate-program', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><script src="gate-program.js"></script>' }),
    );
    await page.route('**/gate-program.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `${program};window.gate = gate;` }),
    );
    await page.route('**/api/gate/*', (route) => server.answer(route));
    await page.addInitScript(() => {
      const transaction = IDBDatabase.prototype.transaction;
      IDBDatabase.prototype.transaction = function (...args) {
        if (window.broken && args[1] === 'readwrite') throw new DOMException('', 'UnknownError');
        return transaction.apply(this, args);
      };
      window.connections = [];
      const open = IDBFactory.prototype.open;
      IDBFactory.prototype.open = function (...args) {
        const asked = open.apply(this, args);
        asked.addEventListener('success', () => window.connections.push(asked.result));
        return asked;
      };
    });
    await begin(page);
    await enrol(page);
    await use(server);
  },
});

/** Opens the program, as a page does. */
async function begin(page: Page): Promise<void> {
  await page.goto('/gate-program');
  await page.evaluate(() => {
    window.engine = window.gate.gate;
    return window.engine.open();
  });
}

/** Opens it anew with nothing that happens by itself: what takes five seconds or more never comes. */
async function beginWithoutTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const real = window.setTimeout;
    window.setTimeout = ((work: () => void, ms = 0) => (ms < 5000 ? real(work, ms) : 0)) as typeof setTimeout;
  });
  await begin(page);
}

const enrol = async (page: Page, secret = 'a secret') =>
  expect(await page.evaluate((text) => window.engine.enrol(text), secret)).toBe('');

/** Admits a ticket, and says what the screen would. */
const admit = (page: Page, ticket: string, seats = 1) =>
  page.evaluate(
    async ([id, places]) => {
      const person = { ticket: id, code: '', name: 'Somebody', category: 1, seats: places, state: 'valid' };
      await window.engine.admission.choosePerson(person);
      const { kind, reason } = window.engine.state.verdict!;
      return reason || kind;
    },
    [ticket, seats] as const,
  );

const once = (page: Page) => page.evaluate(() => window.engine.sync());

/** Hands in everything that was done until now: what is under way may be of before. */
async function sync(page: Page): Promise<void> {
  await once(page);
  await once(page);
}

/** Lets somebody in by hand, by what is typed, and says what the screen would. */
const byHand = (page: Page, code: string, refused?: string) =>
  page.evaluate(
    async ([text, known]) => {
      const next = await window.engine.admission.byHand(text, 'torn', known);
      if (typeof next === 'string') return next;
      await next();
      const { kind, reason } = window.engine.state.verdict!;
      return reason || kind;
    },
    [code, refused] as const,
  );

const state = (page: Page) => page.evaluate(() => window.engine.state);
const tickets = (scans: GateScan[]) => scans.filter(({ verdict }) => verdict === 'in').map(({ ticket }) => ticket);

/** The numbers and tickets on the disk. */
const disk = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((done) => {
      const asked = indexedDB.open('gate');
      asked.onsuccess = () => done(asked.result);
    });
    const scans = await new Promise<GateScan[]>((done) => {
      const asked = db.transaction('scans').objectStore('scans').getAll();
      asked.onsuccess = () => done(asked.result);
    });
    db.close();
    return scans.map(({ seq, ticket }) => [seq, ticket]);
  });

test.describe('the disk', () => {
  test('a connection that was cut is opened again, and nothing is lost', async ({ page, server }) => {
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

  test('numbers that were given without the disk are not given again', async ({ page, server }) => {
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
    // The page is killed, and opens on what the disk has: the first scan.
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
    expect(server.strays).toBe(0);
    expect((await state(page)).unsent).toBe(0);
  });

  test('an answer under way does not write after everything was forgotten', async ({ page, server }) => {
    let release = () => {};
    server.gate = new Promise((resolve) => {
      release = resolve;
    });
    const asked = server.asked.length;
    await page.evaluate(() => void window.engine.sync());
    await expect.poll(() => server.asked.length).toBeGreaterThan(asked);
    // It waits for the answer; a page that did not would be loaded again by now.
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

test.describe('what the content says', () => {
  test('entries keep their list when the content puts the lists in another order', async ({ page, server }) => {
    server.rows = [{ place: 1, row: row('one', 0, 0) }];
    await sync(page);
    server.setup = { ...assignment, version: '2', lists: [list('lunch'), list('entry')] };
    await sync(page);
    expect(await admit(page, 'one')).toBe('already_in');
    await page.evaluate(() => window.engine.choose({ list: 'lunch' }));
    expect(await admit(page, 'one')).toBe('in');
  });

  test('a list that is gone is counted no longer; without any, it is said that nothing can be decided', async ({
    page,
    server,
  }) => {
    server.setup = { ...assignment, version: '2', lists: [list('lunch')] };
    await sync(page);
    expect((await state(page)).list).toBe('lunch');
    expect(await admit(page, 'one')).toBe('in');
    server.setup = { ...assignment, version: '3', lists: [] };
    await sync(page);
    expect(await admit(page, 'two')).toBe('undecided');
  });

  test('a disk of before, which named lists by their places, is fetched anew', async ({ page, server }) => {
    server.rows = [{ place: 5, row: row('one', 0, 0) }];
    await admit(page, 'mine');
    await sync(page);
    await page.goto('/gate-program'); // no program runs there yet that could write meanwhile
    await page.evaluate(async () => {
      const wanted = <T>(asked: IDBRequest<T>) =>
        new Promise<T>((done) => {
          asked.onsuccess = () => done(asked.result);
        });
      const db = await wanted(indexedDB.open('gate'));
      const read = (name: string) => wanted(db.transaction(name).objectStore(name).getAll());
      const [known, scans] = [await read('known'), await read('scans')] as [object[], object[]];
      db.close();
      await wanted(indexedDB.deleteDatabase('gate'));
      const asked = indexedDB.open('gate', 1);
      asked.onupgradeneeded = () => {
        asked.result.createObjectStore('scans', { keyPath: 'seq' });
        asked.result
          .createObjectStore('entries', { keyPath: 'key' })
          .put({ key: 'aa:0:0', inside: 1, device: 1, minute: 1 });
        asked.result.createObjectStore('known').put(known[0], 'device');
        for (const scan of scans) asked.transaction!.objectStore('scans').put(scan);
      };
      await wanted(asked);
      asked.result.close();
    });
    server.asked = [];
    server.instead = 'nothing';
    await begin(page);
    expect(await admit(page, 'mine')).toBe('already_in');
    server.instead = undefined;
    await sync(page);
    expect(server.asked[0]!.since).toBe(0);
    expect(await admit(page, 'one')).toBe('already_in');
  });

  test('a new day is counted by itself, once, by the clock of the server', async ({ page, server }) => {
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

test.describe('handing in', () => {
  test('who has lost its numbers hands in what it has, and can be enrolled again', async ({ page, server }) => {
    server.instead = 'nothing';
    await admit(page, 'one');
    await admit(page, 'two');
    server.scans = Array.from({ length: 9 }, (_, i) => ({ seq: i + 1, ticket: `other ${i}` }) as GateScan);
    server.instead = undefined;
    await sync(page);
    expect(await state(page)).toMatchObject({ phase: 'lost', unsent: 0 });
    expect(server.strays).toBe(2);
    await enrol(page, 'another secret');
    expect((await state(page)).phase).toBe('ready');
  });

  test('a server that was put back gets again what it has lost', async ({ page, server }) => {
    for (const ticket of ['one', 'two', 'three']) await admit(page, ticket);
    await sync(page);
    server.scans = server.scans.slice(0, 1);
    await sync(page);
    expect(tickets(server.scans)).toEqual(['one', 'two', 'three']);
    expect((await state(page)).unsent).toBe(0);
  });

  test('a server whose entries were put back is asked for all of them', async ({ page, server }) => {
    server.rows = [{ place: 8, row: row('gone', 0, 0) }];
    await sync(page);
    server.rows = [{ place: 3, row: row('one', 0, 0) }];
    server.asked = [];
    await sync(page);
    expect(server.asked.map(({ since }) => since)).toEqual([8, 0, 3]);
    expect(await admit(page, 'one')).toBe('already_in');
    expect(await admit(page, 'gone')).toBe('in');
  });

  test('signed out it lets nobody in, and goes on when the desk takes that back', async ({ page, server }) => {
    expect(await admit(page, 'one')).toBe('in');
    server.instead = { status: 401, body: { message: 'Signed out.', have: 1 } };
    await sync(page);
    expect(await admit(page, 'two')).toBe('signed_out');
    expect(await page.evaluate(() => window.engine.state.ended)).toBe(true);
    server.instead = undefined;
    await sync(page);
    expect(await admit(page, 'two')).toBe('in');
    await sync(page);
    expect(tickets(server.scans)).toEqual(['one', 'two']);
  });

  test('signed out it lets nobody in after a reload without a network either', async ({ page, server }) => {
    server.instead = { status: 401, body: { message: 'Signed out by the desk.', have: 0 } };
    await sync(page);
    server.instead = 'nothing';
    await begin(page);
    expect(await state(page)).toMatchObject({ ended: true, refused: 'Signed out by the desk.' });
    expect(await admit(page, 'one')).toBe('signed_out');
    expect(await byHand(page, '')).toBe('signed_out');
    server.instead = undefined;
    await sync(page);
    await begin(page);
    expect(await state(page)).toMatchObject({ ended: false, refused: '' });
    expect(await admit(page, 'one')).toBe('in');
  });

  test('a server that knows nothing of this telephone gets everything when it is enrolled again', async ({
    page,
    server,
  }) => {
    for (const ticket of ['one', 'two']) await admit(page, ticket);
    await sync(page);
    server.instead = { status: 401, body: { message: 'Not enrolled.' } };
    await sync(page);
    expect(await state(page)).toMatchObject({ unsent: 2, stranger: true, refused: 'Not enrolled.' });
    // One such answer may be a mistake.
    server.instead = undefined;
    await sync(page);
    expect(await state(page)).toMatchObject({ unsent: 0, stranger: false, refused: '' });
    server.token = 'of somebody else';
    await sync(page);
    await enrol(page, 'another secret');
    await sync(page);
    expect(server.left).toHaveLength(1); // what it was before has ended
    expect(server.left).not.toContain(server.token);
    expect(server.scans.map(({ seq, ticket }) => [seq, ticket])).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
    expect((await state(page)).unsent).toBe(0);
  });

  test('through a network that fails it sends less at once, and more again', async ({ page, server }) => {
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

  test('a server that refuses is said after three answers, until it takes', async ({ page, server }) => {
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

test.describe('other doors', () => {
  test('what is scanned while a report is under way goes out behind it, not with the next one', async ({
    page,
    server,
  }) => {
    await beginWithoutTimers(page);
    await sync(page);
    let release = () => {};
    server.gate = new Promise((resolve) => {
      release = resolve;
    });
    const asked = server.asked.length;
    await page.evaluate(() => void window.engine.sync());
    await expect.poll(() => server.asked.length).toBeGreaterThan(asked);
    expect(await admit(page, 'one')).toBe('in');
    // What is sent once the answer is on the screen finds a report under way, which does not hold it.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
    expect(tickets(server.scans)).toEqual([]);
    release();
    await expect.poll(() => tickets(server.scans)).toEqual(['one']);
  });

  test('news is fetched when it comes, without waiting for the next report', async ({ page, server }) => {
    server.waiting = [];
    await beginWithoutTimers(page);
    await expect.poll(() => server.waiting.length).toBeGreaterThan(0);
    await sync(page);
    server.rows = [{ place: 4, row: row('one', 0, 0) }];
    const asked = server.asked.length;
    for (const tell of server.waiting) tell();
    await expect.poll(() => server.asked.length).toBe(asked + 1);
    await sync(page);
    expect(await admit(page, 'one')).toBe('already_in');
  });

  test('who was let in here and elsewhere at the same moment is said while they stand there', async ({
    page,
    server,
  }) => {
    const moment = (device: string) => ({ device, place: 'City', at: '2025-04-11T09:00:00Z', verdict: 'in' });
    const conflict = {
      key: 'one:entry:1',
      code: 'one',
      list: 'entry',
      day: friday,
      scans: [moment('Gate'), moment('Other gate')],
    };
    await sync(page);
    expect(await admit(page, 'one')).toBe('in');
    server.conflicts = [conflict as unknown as GateConflict];
    await sync(page);
    expect((await state(page)).verdict).toMatchObject({
      kind: 'ask',
      reason: 'let_in_twice',
      last: { device: 'Other gate' },
    });
    // It is told once, and of the ticket on the screen alone.
    expect(await admit(page, 'two')).toBe('in');
    await sync(page);
    expect((await state(page)).verdict!.kind).toBe('in');
  });

  test('what was let in twice is said after a reload without a network, until it is read or is no more', async ({
    page,
    server,
  }) => {
    const conflict = (code: string) => ({
      key: `${code}:entry:${friday}:1`,
      code,
      list: 'entry',
      day: friday,
      scans: [{ device: 'Other gate', place: 'City', at: '2025-04-11T09:00:00Z', verdict: 'in', why: 'for Meenakshi' }],
    });
    const told = async () => (await state(page)).conflicts.map(({ code }) => code);
    server.conflicts = [conflict('one'), conflict('two')] as unknown as GateConflict[];
    await sync(page);
    server.instead = 'nothing';
    await begin(page);
    expect(await told()).toEqual(['one', 'two']);
    // Nobody's name lies on the disk, and in what people write there may be one.
    expect(JSON.stringify((await state(page)).conflicts)).not.toContain('Meenakshi');
    await page.evaluate(() => window.engine.readConflicts());
    await begin(page);
    expect(await told()).toEqual([]);
    server.instead = undefined;
    server.conflicts = [conflict('two'), conflict('three')] as unknown as GateConflict[];
    await sync(page);
    server.instead = 'nothing';
    await begin(page);
    expect(await told()).toEqual(['three']);
    server.instead = undefined;
    server.conflicts = [];
    await sync(page);
    server.instead = 'nothing';
    await begin(page);
    expect(await told()).toEqual([]);
  });
});

test.describe('by hand', () => {
  const code = 'k3x7q2ab';

  test('a code that was typed here before is already in, also after it was sent and the page was left', async ({
    page,
    server,
  }) => {
    server.instead = 'nothing';
    await sync(page);
    expect(await byHand(page, code)).toBe('hand');
    expect(await byHand(page, code)).toBe('already_in');
    expect((await state(page)).verdict).toMatchObject({ kind: 'ask', unread: code, last: { day: friday, device: '' } });
    server.instead = undefined;
    await sync(page);
    expect((await state(page)).unsent).toBe(0);
    server.instead = 'nothing';
    await begin(page);
    await sync(page);
    expect(await byHand(page, code)).toBe('already_in');
    // Of another day or list nothing is known, and somebody without a code is never the same.
    await page.evaluate((day) => window.engine.choose({ day }), saturday);
    expect(await byHand(page, code)).toBe('hand');
    for (let i = 0; i < 2; i++) expect(await byHand(page, '')).toBe('hand');
    await page.evaluate((day) => window.engine.choose({ day }), friday);
    // Whoever was told so decides.
    expect(await byHand(page, code, code)).toBe('hand');
    server.instead = undefined;
    await sync(page);
    expect(server.scans.map(({ verdict, reason, ticket }) => [verdict, reason, ticket])).toEqual([
      ['in', 'unreadable', code],
      ['refused', 'already_in', ''],
      ['refused', 'already_in', ''],
      ['in', 'unreadable', code],
      ['in', 'unreadable', ''],
      ['in', 'unreadable', ''],
      ['overruled', 'unreadable', code],
    ]);
  });

  test('a code is that of the ticket that was scanned here, and the other way round', async ({ page, server }) => {
    server.instead = 'nothing';
    await sync(page);
    expect(await admit(page, `${code}cdefghijklmnopqa`)).toBe('in');
    expect(await byHand(page, code)).toBe('already_in');
    expect(await byHand(page, 'a2b3c4d5')).toBe('hand');
    expect(await admit(page, 'a2b3c4d5cdefghijklmnopqa')).toBe('already_in');
  });

  test('with a network a code is looked up, and its ticket decided about; one that nobody has is said', async ({
    page,
    server,
  }) => {
    await sync(page);
    let people: object[] = [];
    await page.route('**/api/gate/find', (route) => route.fulfill({ json: { ...ok, people } }));
    expect(await byHand(page, code)).toContain('No ticket has this code');
    expect(server.scans).toEqual([]);
    const person = { ticket: `${code}cdefgh`, code, name: 'Somebody', category: 1, seats: 1, state: 'void' };
    people = [person];
    expect(await byHand(page, code)).toBe('void');
    people = [
      { ...person, ticket: 'older' },
      { ...person, state: 'valid' },
    ];
    expect(await byHand(page, code)).toBe('in');
    expect((await state(page)).verdict!.byHand).toBeUndefined();
  });
});

test.describe('the end', () => {
  const isForgotten = (page: Page) => expect.poll(() => disk(page).catch(() => undefined)).toEqual([]);

  test('when the server says that the event is over, everything is forgotten once it is sent', async ({
    page,
    server,
  }) => {
    await admit(page, 'one');
    await sync(page);
    server.instead = 'nothing';
    await admit(page, 'two');
    server.instead = { status: 401, body: { message: 'Over.', have: 1, over: true } };
    await sync(page);
    expect(await disk(page)).toHaveLength(2);
    server.instead = { status: 401, body: { message: 'Over.', have: 2, over: true } };
    await page.evaluate(() => void window.engine.sync());
    await isForgotten(page);
    await expect.poll(() => server.left).toEqual([server.token]);
  });

  test('a telephone that hears no server forgets everything by itself a week after the event', async ({
    page,
    server,
  }) => {
    await admit(page, 'one');
    await sync(page);
    server.instead = 'nothing';
    await begin(page);
    expect(await disk(page)).toHaveLength(1);
    await page.clock.setSystemTime(Date.now() + 12 * 86_400_000);
    await begin(page).catch(() => undefined); // it loads itself again
    await isForgotten(page);
  });
});

test.describe('codes', () => {
  test('two codes in one picture are one scan each', async ({ page, server }) => {
    server.instead = 'nothing';
    await page.evaluate(async () => {
      for (const text of ['A', 'B', 'A', 'B', 'A']) await window.engine.admission.code(text, 'camera');
    });
    expect((await state(page)).scanned).toBe(2);
  });

  test('a code that must be looked up holds nobody up, and without a network it is said', async ({ page, server }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/gate/find', async (route) => {
      await held;
      await route.abort();
    });
    await page.evaluate(() => window.engine.admission.code('abcdefghijklmnopqrstuvwxya', 'camera'));
    expect(await admit(page, 'one')).toBe('in');
    release();
    await expect.poll(async () => (await state(page)).verdict!.reason).toBe('not_looked_up');
    await sync(page);
    expect(server.scans.map(({ reason }) => reason)).toEqual(['', 'unreadable']);
  });
});
