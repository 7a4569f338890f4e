// What the device stores: its assignment, its scans, and who is inside, according to the server and the device's own
// later scans. If the storage is lost, the gate continues in memory (decision 0139).

import type { GateScan, GateSetup, ScanVerdict } from '../types/wire.gen';
import { clocks, dateIn } from './clocks';
import type { Reason } from './decide';
import { type Entry, entryKey, hashOf } from './hashes';
import { type ScreenState, type Subject, undoableMs } from './state';
import type { Device, Store } from './store';
import { type Marker, unmark } from './store';
import * as texts from './texts';
import { fromBase64, fromBase64url, type Keys } from './token';

/** How many of a ticket's people are inside, and the last admission. */
export interface Inside {
  inside: number;
  last: { at: number; day: string; device: string } | undefined;
}

type Recorded = Pick<Subject, 'ticket' | 'by'>;

export class Records {
  keys: Keys = new Map();
  seq = 0;
  private entries = new Map<string, Entry>();
  /** This device's scans, sent or unsent, that the server's entries do not include yet. */
  private own: GateScan[] = [];
  /** Scans that count, in order. The key has the printed code, because some scans contain nothing else. */
  private counted = new Map<string, GateScan[]>();
  private queue: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  /** The last scan. */
  latest: GateScan | undefined;
  private reconnecting: Promise<void> | undefined;

  constructor(
    readonly store: Store,
    readonly known: Device,
    private readonly screen: ScreenState,
  ) {}

  async load(before?: Marker): Promise<void> {
    // A browser may close a hidden page's database and refuse to open it again; the next write then tries again.
    this.store.onLost = () => document.visibilityState === 'visible' && void this.save();
    this.seq = await this.store.lastSeq();
    if (before) await this.fill(before);
    const all = await this.store.scansFrom(1);
    for (const scan of all) this.count(scan);
    this.own = all.filter(({ seq }) => seq > this.known.covered);
    this.entries = new Map((await this.store.entries()).map((entry) => [entry.key, entry]));
    this.take(this.known.setup);
    this.latest = all.at(-1);
    await this.offerUndo();
  }

  /** After a reload, offers to undo the last scan. The device has not stored the holder's name. */
  private async offerUndo(): Promise<void> {
    const { verdict = '', ticket = '', list = '', wall = 0 } = this.latest ?? {};
    const until = wall + undoableMs;
    if (!['in', 'out', 'overruled'].includes(verdict) || Date.now() > until) return;
    const { inside } = this.insideOf(await hashOf(this.salt(), ticket), codeOf(ticket), Number.POSITIVE_INFINITY);
    const left = verdict === 'out';
    const before = left ? inside + 1 : Math.max(inside - 1, 0);
    this.screen.offerUndo({ holder: '', code: codeOf(ticket), inside: before, left, list, until });
  }

  /** Adds a refused scan for each lost scan number, so that no number is used twice. */
  private async fill({ seq, unsent }: Marker): Promise<void> {
    if (seq > this.seq) this.known.have = Math.max(this.known.have, seq - unsent);
    while (this.seq < seq) {
      await this.store.add(this.scanOf({ ticket: '', by: '' }, 'refused', 'unreadable', 'lost with the storage'));
      this.seq++;
    }
  }

  now = () => Date.now() + this.known.offset;

  salt = () => fromBase64(this.known.setup.salt);

  /** How many scans are unsent: all of them if the server does not know this device. */
  unsent = () => this.seq - (this.screen.now.unknownDevice ? 0 : this.known.have);

  toSend = (most: number) => this.own.filter(({ seq }) => seq > this.known.have).slice(0, most);

  save = () => this.keep(() => this.store.save(this.known));

  all = async (): Promise<GateScan[]> => (this.screen.now.storageLost ? this.own : this.store.scansFrom(1));

  /** Reloads from disk the scans that the server has lost. */
  reload = () =>
    this.keep(async () => {
      this.own = await this.all();
    });

  /** Writes to disk. After two failed attempts, the second with a new connection, the storage counts as lost. */
  private async keep(write: () => Promise<void>): Promise<void> {
    if (this.screen.now.storageLost) return;
    try {
      await write().catch(() => this.reconnect().then(write));
    } catch {
      this.lose();
    }
  }

  private reconnect(): Promise<void> {
    this.reconnecting ??= this.connect().finally(() => {
      this.reconnecting = undefined;
    });
    return this.reconnecting;
  }

  /** The data on disk must be as this page left it, apart from a scan that is being written. */
  private async connect(): Promise<void> {
    await this.store.connect();
    const [known, last] = [await this.store.known(), await this.store.lastSeq()];
    if (known?.device !== this.known.device || last < this.seq || last > this.seq + 1) throw new Error('another disk');
  }

  /** Keeps everything in memory from now on, and closes the verdict, which may be from before the loss. */
  private lose = (): void => {
    if (!this.screen.now.storageLost) this.screen.set({ storageLost: true, verdict: undefined, asking: false });
  };

  async forget(): Promise<void> {
    this.screen.set({ phase: 'opening' });
    try {
      await this.store.wipe();
      unmark();
    } finally {
      location.reload();
    }
  }

  /** The age of the lists in seconds; -1 if there are none. */
  listAge = () => (this.known.listsAt ? Math.max(0, Math.round((this.now() - this.known.listsAt) / 1000)) : -1);

  /** Runs `work` after all earlier work, so that the counts change one step at a time. */
  inTurn(work: () => Promise<void>): Promise<void> {
    this.waiting++;
    const done = this.queue.then(work).finally(() => {
      this.waiting--;
    });
    this.queue = done.catch(() => undefined);
    return done;
  }

  isBusy = () => this.waiting > 0;

  /** Applies the assignment. The chosen list and day stay if they are still assigned. */
  take(given: GateSetup): void {
    const { known } = this;
    const setup = {
      ...given,
      my_lists: given.my_lists.filter((mine) => given.lists.some(({ id }) => id === mine)),
      my_days: given.my_days.filter((mine) => given.days.some(({ date }) => date === mine)),
    };
    known.setup = setup;
    this.keys = new Map(setup.keys.flatMap(({ id, public_key }) => keyOf(id, public_key)));
    if (!setup.my_lists.includes(known.list)) known.list = setup.my_lists[0] ?? '';
    const today = dateIn(setup.zone, this.now());
    if (!setup.my_days.includes(known.day))
      known.day = setup.my_days.includes(today) ? today : (setup.my_days[0] ?? '');
    this.screen.set({ setup, list: known.list, day: known.day });
  }

  /** When a new day begins by the server's clock, switches to that day once, if it is assigned. */
  newDay(): void {
    const { known } = this;
    const today = dateIn(known.setup.zone, this.now());
    if (today === known.date || !known.setup.my_days.includes(today)) return;
    known.date = today;
    known.day = today;
    this.screen.set({ day: today });
  }

  /** Counts how many of a ticket's people are inside, from the server's entry and this device's newer scans. */
  insideOf(hash: string, code: string, places: number, covered = this.known.covered): Inside {
    const { list, day, devices } = this.known;
    const entry = this.entries.get(entryKey(hash, list, day));
    let inside = entry?.inside ?? 0;
    let last = entry?.minute
      ? { at: entry.minute * 60_000, day, device: devices[entry.device] ?? texts.anotherPhone }
      : undefined;
    const scans = this.counted.get(entryKey(code, list, day)) ?? [];
    const undone = scans.filter(({ verdict }) => verdict === 'undo').map(({ seq }) => seq - 1);
    const exits = scans.filter(({ verdict }) => verdict === 'out').map(({ seq }) => seq);
    for (const { seq, verdict, wall, offset } of scans) {
      if (seq <= covered || undone.includes(seq)) continue;
      if (verdict === 'undo') {
        if (seq - 1 <= covered) inside = exits.includes(seq - 1) ? inside + 1 : Math.max(inside - 1, 0);
      } else if (verdict === 'out') inside = Math.max(inside - 1, 0);
      else {
        inside = verdict === 'in' ? Math.max(inside, Math.min(inside + 1, places)) : inside + 1;
        last = { at: wall + offset, day, device: '' };
      }
    }
    return { inside, last };
  }

  /** Like insideOf, but for a typed code; counts all of this device's scans if there is no entry for the code. */
  insideByCode(hash: string, code: string): Inside {
    const { list, day, covered } = this.known;
    return this.insideOf(hash, codeOf(code), 1, this.entries.has(entryKey(hash, list, day)) ? covered : 0);
  }

  private count(scan: GateScan): void {
    if (scan.verdict === 'refused' || scan.ticket === '') return;
    const key = entryKey(codeOf(scan.ticket), scan.list, scan.day);
    this.counted.set(key, [...(this.counted.get(key) ?? []), scan]);
  }

  /** Writes a scan to disk before it is shown, unless the storage is lost. */
  record = (subject: Recorded, verdict: ScanVerdict, reason: Reason | '', why = ''): Promise<void> =>
    this.write(this.scanOf(subject, verdict, reason, why));

  /** Uses the undone scan's list and day, even if another list has been chosen since. */
  async undo(): Promise<void> {
    const { ticket, by, list, day } = this.latest!;
    await this.write({ ...this.scanOf({ ticket, by }, 'undo', '', ''), list, day });
  }

  private async write(scan: GateScan): Promise<void> {
    await this.keep(() => this.store.add(scan));
    this.own.push(scan);
    this.seq = scan.seq;
    this.latest = scan;
    this.count(scan);
  }

  private scanOf(subject: Recorded, verdict: ScanVerdict, reason: Reason | '', why: string): GateScan {
    const { known } = this;
    return {
      seq: this.seq + 1,
      ticket: subject.ticket,
      list: known.list,
      day: known.day,
      venue: known.setup.venue,
      verdict,
      reason,
      why,
      by: subject.by,
      offline: !this.screen.now.online,
      ...clocks(),
      offset: known.offset,
      list_age: this.listAge(),
    };
  }

  /** If `whole`, the server's entries replace all earlier entries. */
  async merge(entries: Entry[], change: Pick<Device, 'cursor' | 'covered' | 'listsAt'>, whole: boolean): Promise<void> {
    Object.assign(this.known, change);
    await this.keep(() => this.store.merge(this.known, entries, whole));
    this.own = this.own.filter(({ seq }) => seq > change.covered);
    if (whole) this.entries.clear();
    for (const entry of entries) this.entries.set(entry.key, entry);
  }
}

/** The part of a ticket ID that is printed on the ticket. A registration code, which is shorter, stays as it is. */
export const codeOf = (ticket: string) => ticket.slice(0, 8);

const keyOf = (id: string, text: string): [string, Uint8Array<ArrayBuffer>][] => {
  const key = fromBase64url(text);
  return key ? [[id, key]] : [];
};
