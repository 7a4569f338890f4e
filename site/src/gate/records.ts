// What the phone remembers: its assignment, its scans, and who is inside by what the server said and by what was
// done here since. Everything of it is on the disk first (store.ts). Once the disk is lost it goes on without one, and
// says so; numbers that were given meanwhile are not given again (store.ts).

import type { GateScan, GateSetup, ScanVerdict } from '../types/wire.gen';
import { clocks, dateIn } from './clocks';
import type { Reason } from './decide';
import { type Entry, entryKey, hashOf } from './hashes';
import type { ScreenState, Subject } from './state';
import type { Device, Store } from './store';
import { type Marker, unmark } from './store';
import * as texts from './texts';
import { fromBase64, fromBase64url, type Keys } from './token';

/** How many of a ticket are inside, and who admitted last. */
export interface Inside {
  inside: number;
  last: { at: number; day: string; device: string } | undefined;
}

/** What a scan says of its ticket; the hash is made where it is not known yet. */
type Recorded = Pick<Subject, 'ticket' | 'by'> & { hash?: string };

export class Records {
  keys: Keys = new Map();
  seq = 0;
  private entries = new Map<string, Entry>();
  /** Own scans that the entries do not hold yet; what is unsent is among them. */
  private own: GateScan[] = [];
  /** What of them counts, by the key of its entry. */
  private mine = new Map<string, GateScan[]>();
  /** Who is inside by all that was done here, by the printed code: a code that is typed says no more of its ticket. */
  private codes = new Map<string, Inside>();
  private queue: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private reconnecting: Promise<void> | undefined;

  constructor(
    readonly store: Store,
    readonly known: Device,
    private readonly screen: ScreenState,
  ) {}

  async load(before?: Marker): Promise<void> {
    // In the background a browser may cut the connection and give no other one; then the next write asks.
    this.store.onLost = () => document.visibilityState === 'visible' && void this.save();
    this.seq = await this.store.lastSeq();
    if (before) await this.fill(before);
    const all = await this.store.scansFrom(1);
    for (const scan of all) this.rememberCode(scan);
    this.own = all.filter(({ seq }) => seq > this.known.covered);
    this.entries = new Map((await this.store.entries()).map((entry) => [entry.key, entry]));
    this.take(this.known.setup);
    await this.overlay();
  }

  /**
   * Scans that were in memory only have spent their numbers: records that count nothing take them, of which the server
   * has the first.
   */
  private async fill({ seq, unsent }: Marker): Promise<void> {
    if (seq > this.seq) this.known.have = Math.max(this.known.have, seq - unsent);
    while (this.seq < seq) {
      await this.store.add(this.scanOf({ ticket: '', by: '' }, 'refused', 'unreadable', 'lost with the storage'));
      this.seq++;
    }
  }

  now = () => Date.now() + this.known.offset;

  salt = () => fromBase64(this.known.setup.salt);

  /** A server that does not know this phone has nothing of it. */
  unsent = () => this.seq - (this.screen.now.stranger ? 0 : this.known.have);

  /** The next scans that the server has not. */
  toSend = (most: number) => this.own.filter(({ seq }) => seq > this.known.have).slice(0, most);

  save = () => this.keep(() => this.store.save(this.known));

  /** Every scan that is still here. */
  all = async (): Promise<GateScan[]> => (this.screen.now.storageLost ? this.own : this.store.scansFrom(1));

  /** Reads again what the server had, and has no longer. */
  reload = () =>
    this.keep(async () => {
      this.own = await this.all();
    });

  /** Writes to the disk. One write that fails also after a new connection means that nothing more can be kept. */
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

  /** The disk is believed when it is as this page has left it; a scan may be under way. */
  private async connect(): Promise<void> {
    await this.store.connect();
    const [known, last] = [await this.store.known(), await this.store.lastSeq()];
    if (known?.device !== this.known.device || last < this.seq || last > this.seq + 1) throw new Error('another disk');
  }

  /** From now on everything is in memory only. What is on the screen may be of before, so it goes. */
  private lose = (): void => {
    if (!this.screen.now.storageLost) this.screen.set({ storageLost: true, verdict: undefined, asking: false });
  };

  /** Removes everything from this phone, and begins anew. */
  async forget(): Promise<void> {
    this.screen.set({ phase: 'opening' });
    try {
      await this.store.wipe();
      unmark();
    } finally {
      location.reload();
    }
  }

  /** In seconds; -1 when there are no lists. */
  listAge = () => (this.known.listsAt ? Math.max(0, Math.round((this.now() - this.known.listsAt) / 1000)) : -1);

  /** One thing at a time changes what is counted. */
  inTurn(work: () => Promise<void>): Promise<void> {
    this.waiting++;
    const done = this.queue.then(work).finally(() => {
      this.waiting--;
    });
    this.queue = done.catch(() => undefined);
    return done;
  }

  isBusy = () => this.waiting > 0;

  /**
   * The assignment, of which the content may have lost a list or a day; the list and the day that were chosen stay
   * while they are part of it.
   */
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

  /**
   * A new date that is one of its days is counted from then on, by the server's clock; what is chosen later on it
   * stays.
   */
  newDay(): void {
    const { known } = this;
    const today = dateIn(known.setup.zone, this.now());
    if (today === known.date || !known.setup.my_days.includes(today)) return;
    known.date = today;
    known.day = today;
    this.screen.set({ day: today });
  }

  /** Of a ticket on a list and day; whoever was admitted here by the typed code of the ticket alone is among them. */
  insideOf(hash: string, code: string, places: number): Inside {
    const { list, day } = this.known;
    const key = entryKey(hash, list, day);
    const entry = this.entries.get(key);
    let inside = entry?.inside ?? 0;
    let last = entry?.minute
      ? { at: entry.minute * 60_000, day, device: this.known.devices[entry.device] ?? texts.anotherTelephone }
      : undefined;
    const scans = [...(this.mine.get(key) ?? []), ...(this.mine.get(entryKey(code, list, day)) ?? [])];
    for (const scan of scans.sort((a, b) => a.seq - b.seq)) {
      if (scan.verdict === 'out') inside = Math.max(inside - 1, 0);
      else {
        inside = scan.verdict === 'in' ? Math.max(inside, Math.min(inside + 1, places)) : inside + 1;
        last = { at: scan.wall + this.known.offset, day, device: '' };
      }
    }
    return { inside, last };
  }

  /**
   * Of what was typed: how many this phone has let in by it, or with the ticket on which it is printed. What
   * another phone did is known by the whole id only, and of the code of a registration nobody knows the ticket
   * here.
   */
  insideByCode(code: string): Inside {
    const { list, day } = this.known;
    return this.codes.get(entryKey(codeOf(code), list, day)) ?? { inside: 0, last: undefined };
  }

  private rememberCode({ ticket, list, day, verdict, wall, offset }: GateScan): void {
    if (verdict === 'refused' || ticket === '') return;
    const key = entryKey(codeOf(ticket), list, day);
    const before = this.codes.get(key);
    const inside = before?.inside ?? 0;
    const last = { at: wall + offset, day, device: '' };
    this.codes.set(
      key,
      verdict === 'out' ? { inside: Math.max(inside - 1, 0), last: before?.last } : { inside: inside + 1, last },
    );
  }

  /**
   * Writes a scan to the disk; what is shown afterwards is true also after the battery has gone, unless the disk is
   * lost.
   */
  async record(subject: Recorded, verdict: ScanVerdict, reason: Reason | '', why = ''): Promise<void> {
    const scan = this.scanOf(subject, verdict, reason, why);
    await this.keep(() => this.store.add(scan));
    this.own.push(scan);
    this.seq = scan.seq;
    this.rememberCode(scan);
    await this.count(scan, subject.hash);
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

  private async count(scan: GateScan, hash?: string): Promise<void> {
    if (scan.verdict === 'refused' || scan.ticket === '') return;
    const name = isUnread(scan) ? codeOf(scan.ticket) : (hash ?? (await hashOf(this.salt(), scan.ticket)));
    const key = entryKey(name, scan.list, scan.day);
    this.mine.set(key, [...(this.mine.get(key) ?? []), scan]);
  }

  private async overlay(): Promise<void> {
    this.mine.clear();
    for (const scan of this.own) await this.count(scan);
  }

  /** Takes what the server counted, or all of it anew; on it lie the own scans that it does not cover. */
  async merge(entries: Entry[], change: Pick<Device, 'cursor' | 'covered' | 'listsAt'>, whole: boolean): Promise<void> {
    Object.assign(this.known, change);
    await this.keep(() => this.store.merge(this.known, entries, whole));
    this.own = this.own.filter(({ seq }) => seq > change.covered);
    if (whole) this.entries.clear();
    for (const entry of entries) this.entries.set(entry.key, entry);
    await this.overlay();
  }
}

/** Somebody was admitted by a code that was typed, or by nothing. */
const isUnread = ({ verdict, reason }: GateScan) => verdict !== 'refused' && reason === 'unreadable';

/** What is printed of a ticket's id; the code of a registration is shorter. */
export const codeOf = (ticket: string) => ticket.slice(0, 8);

const keyOf = (id: string, text: string): [string, Uint8Array<ArrayBuffer>][] => {
  const key = fromBase64url(text);
  return key ? [[id, key]] : [];
};
