// Runs the gate's program without its screen, in a real browser with a real IndexedDB. The test controls when the
// server loses, repeats or forgets data.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page, type Route } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import type { Gate } from '../src/gate/gate.ts';
import type { GateConflict, GateScan, GateSetup } from '../src/types/wire.gen.ts';
import { stored } from './gate-device.ts';

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
export const [friday, saturday] = ['2025-04-11', '2025-04-12'];
export const list = (id: string) => ({ id, name: id, days: [], from: '', times: 1, in_and_out: false, who: [] });

export const assignment: GateSetup = {
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

/** A row in the list of entries, with one person inside. The list and the day are identified by their positions. */
export function row(ticket: string, listAt: number, dayAt: number): Buffer {
  const hash = createHash('sha256')
    .update(Buffer.concat([salt, Buffer.from(ticket)]))
    .digest();
  return Buffer.concat([hash.subarray(0, 8), Buffer.from([listAt, dayAt, 1, 0, 9, 1, 0xba, 0x5b, 0x20])]);
}

export const ok = { code: 200, status: 'success' };

/** A simulated gate server for a single device. */
class Server {
  token = '';
  scans: GateScan[] = [];
  duplicate_scans = 0;
  setup = assignment;
  rows: { place: number; row: Buffer }[] = [];
  /** The device's requests to sync, in order. */
  asked: { scans: GateScan[]; since: number }[] = [];
  /** The tokens of the devices that have signed themselves out. */
  left: (string | undefined)[] = [];
  /** If set, the response to every sync; "nothing" is a network failure. */
  instead: 'nothing' | { status: number; body: object } | undefined;
  ahead = Date.parse(`${friday}T09:00:00Z`) - Date.now();
  /** Every response to a sync waits for this promise. */
  gate: Promise<void> = Promise.resolve();
  /** Functions that answer the pending requests for news. */
  waiting: (() => void)[] = [];
  conflicts: GateConflict[] = [];
  /** The names of other devices, by their numbers; the number in a row is 9. */
  devices: Record<number, string> = {};

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
        have: this.scans.length,
        duplicate_scans: this.duplicate_scans,
        now: this.now(),
        cursor: rows.at(-1)?.place ?? body.since,
        last,
        more: false,
        entries: Buffer.concat(rows.map((one) => one.row)).toString('base64'),
        ...(body.setup === this.setup.version ? {} : { setup: this.setup }),
        devices: this.devices,
        conflicts: this.conflicts,
      },
    });
  }

  private async enrol(route: Route, token: string): Promise<void> {
    [this.token, this.scans, this.duplicate_scans] = [token, [], 0];
    await route.fulfill({ json: { ...ok, device: `device of ${token}`, setup: this.setup, now: this.now() } });
  }

  private take(scan: GateScan): void {
    if (scan.seq === this.scans.length + 1) this.scans.push(scan);
    else if (scan.seq <= this.scans.length && JSON.stringify(this.scans[scan.seq - 1]) !== JSON.stringify(scan))
      this.duplicate_scans++;
  }

  private now = () => Date.now() + this.ahead;
}

export const test = base.extend<{ server: Server }, { program: string }>({
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
      const limit = AbortSignal.timeout;
      AbortSignal.timeout = (ms) => limit.call(AbortSignal, 20 * ms); // on a busy machine, a response may be late
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

export async function begin(page: Page): Promise<void> {
  await page.goto('/gate-program');
  await page.evaluate(() => {
    window.engine = window.gate.gate;
    return window.engine.open();
  });
}

/** Reopens the program without its timers: no timer of five seconds or more ever fires. */
export async function beginWithoutTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const real = window.setTimeout;
    window.setTimeout = ((work: () => void, ms = 0) => (ms < 5000 ? real(work, ms) : 0)) as typeof setTimeout;
  });
  await begin(page);
}

export const enrol = async (page: Page, secret = 'a secret') =>
  expect(await page.evaluate((text) => window.engine.enrol(text), secret)).toBe('');

export const admit = (page: Page, ticket: string, seats = 1) =>
  page.evaluate(
    async ([id, places]) => {
      const person = { ticket: id, code: '', name: 'Somebody', category: 1, seats: places, state: 'valid' };
      await window.engine.admission.choosePerson(person);
      const { kind, reason } = window.engine.state.verdict!;
      return reason || kind;
    },
    [ticket, seats] as const,
  );

export const once = (page: Page) => page.evaluate(() => window.engine.sync());

/** Two calls, because the first call may only join a sync that is already running. */
export async function sync(page: Page): Promise<void> {
  await once(page);
  await once(page);
}

export const checkInManually = (page: Page, code: string, refused?: string) =>
  page.evaluate(
    async ([text, known]) => {
      const next = await window.engine.admission.checkInManually(text, 'torn', known);
      if (typeof next === 'string') return next;
      await next();
      const { kind, reason } = window.engine.state.verdict!;
      return reason || kind;
    },
    [code, refused] as const,
  );

export const state = (page: Page) => page.evaluate(() => window.engine.state);
export const tickets = (scans: GateScan[]) =>
  scans.filter(({ verdict }) => verdict === 'in').map(({ ticket }) => ticket);

export const disk = async (page: Page) =>
  ((await stored(page)).scans as GateScan[]).map(({ seq, ticket }) => [seq, ticket]);
