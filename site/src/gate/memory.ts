// What the telephone remembers: its assignment, its scans, and who is inside by what the server said and by what was done
// here since. Everything of it is on the disk first (keeping.ts). Once the disk is lost it goes on without one, and says so.
import type { GateScan, GateSetup } from '../types/wire.gen';
import type { Board, Subject } from './board';
import { clocks, dateIn } from './clocks';
import { type Entry, entryKey, hashOf } from './hashes';
import type { Keeping, Known } from './keeping';
import { unmark } from './marker';
import { fromBase64, fromBase64url, type Keys } from './token';

/** How many of a ticket are inside, and who admitted last. */
export interface Inside {
  inside: number;
  last: { at: number; device: string } | undefined;
}

export class Memory {
  keys: Keys = new Map();
  seq = 0;
  private entries = new Map<string, Entry>();
  /** Own scans that the entries do not hold yet; what is unsent is among them. */
  private own: GateScan[] = [];
  /** What of them counts, by the key of its entry. */
  private mine = new Map<string, GateScan[]>();
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    readonly keeping: Keeping,
    readonly known: Known,
    private readonly board: Board,
  ) {}

  async load(): Promise<void> {
    this.keeping.onLost = this.lose;
    this.seq = await this.keeping.lastSeq();
    this.own = await this.keeping.scansFrom(this.known.covered + 1);
    this.entries = new Map((await this.keeping.entries()).map((entry) => [entry.key, entry]));
    this.take(this.known.setup);
    await this.overlay();
  }

  now = () => Date.now() + this.known.offset;

  salt = () => fromBase64(this.known.setup.salt);

  unsent = () => this.seq - this.known.have;

  /** The next scans that the server has not. */
  toSend = (most: number) => this.own.filter(({ seq }) => seq > this.known.have).slice(0, most);

  save = () => this.keep(() => this.keeping.save(this.known));

  /** Writes to the disk. One write that fails means that nothing more can be kept. */
  private async keep(write: () => Promise<void>): Promise<void> {
    if (this.board.state.storageLost) return;
    try {
      await write();
    } catch {
      this.lose();
    }
  }

  /** From now on everything is in memory only. What is on the screen may be of before, so it goes. */
  private lose = (): void => {
    if (!this.board.state.storageLost) this.board.set({ storageLost: true, verdict: undefined, asking: false });
  };

  /** Removes everything from this telephone, and begins anew. */
  async forget(): Promise<void> {
    await this.keeping.wipe();
    this.board.set({ phase: 'opening' });
    unmark();
    location.reload();
  }

  /** In seconds; -1 when there are no lists. */
  listAge = () => (this.known.listsAt ? Math.max(0, Math.round((this.now() - this.known.listsAt) / 1000)) : -1);

  /** One thing at a time changes what is counted. */
  inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.queue.then(work);
    this.queue = done.catch(() => undefined);
    return done;
  }

  /** The assignment; the list and the day that were chosen stay while they are part of it. */
  take(setup: GateSetup): void {
    const { known } = this;
    known.setup = setup;
    this.keys = new Map(setup.keys.flatMap(({ id, public_key }) => keyOf(id, public_key)));
    if (!setup.my_lists.includes(known.list)) known.list = setup.my_lists[0] ?? '';
    const today = dateIn(setup.zone, this.now());
    if (!setup.my_days.includes(known.day))
      known.day = setup.my_days.includes(today) ? today : (setup.my_days[0] ?? '');
    this.board.set({ setup, list: known.list, day: known.day });
  }

  keyOf(hash: string, list: string, day: string): string {
    const { lists, days } = this.known.setup;
    return entryKey(
      hash,
      lists.findIndex(({ id }) => id === list),
      days.findIndex(({ date }) => date === day),
    );
  }

  insideOf(key: string, places: number): Inside {
    const entry = this.entries.get(key);
    let inside = entry?.inside ?? 0;
    let last = entry?.minute
      ? { at: entry.minute * 60_000, device: this.known.devices[entry.device] ?? 'another telephone' }
      : undefined;
    for (const scan of this.mine.get(key) ?? []) {
      if (scan.verdict === 'out') inside = Math.max(inside - 1, 0);
      else {
        inside = scan.verdict === 'in' ? Math.max(inside, Math.min(inside + 1, places)) : inside + 1;
        last = { at: scan.wall + this.known.offset, device: 'this telephone' };
      }
    }
    return { inside, last };
  }

  /** Writes a scan to the disk; what is shown afterwards is true also after the battery has gone, unless the disk is lost. */
  async record(subject: Pick<Subject, 'ticket' | 'by'>, verdict: string, reason: string, why = ''): Promise<void> {
    const { known } = this;
    const scan: GateScan = {
      seq: this.seq + 1,
      ticket: subject.ticket,
      list: known.list,
      day: known.day,
      venue: known.setup.venue,
      verdict,
      reason,
      why,
      by: subject.by,
      offline: !this.board.state.online,
      ...clocks(),
      offset: known.offset,
      list_age: this.listAge(),
    };
    await this.keep(() => this.keeping.add(scan));
    this.own.push(scan);
    this.seq = scan.seq;
    this.board.set({ unsent: this.unsent() });
    await this.count(scan);
  }

  private async count(scan: GateScan): Promise<void> {
    if (scan.verdict === 'refused') return;
    const key = this.keyOf(await hashOf(this.salt(), scan.ticket), scan.list, scan.day);
    this.mine.set(key, [...(this.mine.get(key) ?? []), scan]);
  }

  private async overlay(): Promise<void> {
    this.mine.clear();
    for (const scan of this.own) await this.count(scan);
  }

  /** Takes what the server counted; on it lie the own scans that it does not cover. */
  async merge(entries: Entry[], change: Pick<Known, 'cursor' | 'covered' | 'listsAt'>): Promise<void> {
    Object.assign(this.known, change);
    await this.keep(() => this.keeping.merge(this.known, entries));
    this.own = this.own.filter(({ seq }) => seq > change.covered);
    for (const entry of entries) this.entries.set(entry.key, entry);
    await this.overlay();
  }
}

const keyOf = (id: string, text: string): [string, Uint8Array<ArrayBuffer>][] => {
  const key = fromBase64url(text);
  return key ? [[id, key]] : [];
};
