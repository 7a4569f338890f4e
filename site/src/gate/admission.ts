// Turns a scanned or typed code into a verdict, one code at a time. This device decides; the server only looks up codes
// that have no signature, and adds the photo and the company.

import type { GateFindResponse, GatePerson } from '../types/wire.gen';
import { call, holderOf } from './call';
import { dateIn, timeIn } from './clocks';
import { decide, laneOf, placesOf, type Reason } from './decide';
import { afterPaint } from './feedback';
import { hasHash, hashOf } from './hashes';
import { codeOf, type Inside, type Records } from './records';
import type { ScreenState, Subject, Verdict } from './state';
import * as texts from './texts';
import { fromBase64, readCode } from './token';

const sameCodeMs = 3000;
/** How long to wait for the server to look up a typed code before the device decides alone. */
const lookUpMs = 2500;
const nobody = { holder: '', category: '', seats: 0, inside: 0, places: 0, lane: '', code: '' };

type KnownCode = Inside & { reason: Reason | '' };

const unreadOf = (code: string, { inside, last }: Inside) => ({
  ...nobody,
  unread: code,
  code: codeOf(code),
  inside,
  ...(last ? { last } : {}),
});

/** Returns the only valid ticket; if none is valid, one that explains the refusal; undefined if several are valid. */
function onlyOne(found: GatePerson[]): GatePerson | undefined {
  const valid = found.filter(({ state }) => state === 'valid');
  return valid.length > 1 ? undefined : (valid[0] ?? found.find(({ state }) => state !== 'replaced') ?? found[0]);
}

export class Admission {
  /** When each code was last seen, keyed by its text. The reader may alternate between two tickets in view. */
  private seen = new Map<string, number>();

  constructor(
    private readonly records: Records,
    private readonly screen: ScreenState,
    private readonly sync: () => void,
  ) {}

  /** Handles a code from the camera or a hand scanner. A code that stays in view is scanned only once. */
  code(text: string, by: string): Promise<void> {
    const at = performance.now();
    if (this.screen.now.asking) return Promise.resolve();
    for (const [other, last] of this.seen) if (at - last >= sameCodeMs) this.seen.delete(other);
    const again = this.seen.has(text);
    this.seen.set(text, at);
    if (again && by === 'camera') return Promise.resolve();
    return this.turn(() => this.decideCode(text, by));
  }

  /** If the work fails, a verdict tells the volunteer. */
  private turn = (work: () => Promise<void>) =>
    this.records.inTurn(() => work().catch(() => this.show({ ...nobody, kind: 'ask', reason: 'undecided' })));

  private async decideCode(text: string, by: string): Promise<void> {
    if (this.screen.now.asking) return;
    const { setup } = this.records.known;
    const reading = await readCode(text, this.records.keys, [setup.event_mark, ...(setup.earlier_marks ?? [])]);
    if (reading.kind === 'ticket') {
      const { ticket, holder, category, seats } = reading.claims;
      const hash = await hashOf(this.records.salt(), ticket);
      return this.settle({ ticket, hash, holder, category, seats, state: this.stateOf(hash), by, qr: text });
    }
    // Not awaited, so that the next code does not have to wait for the network.
    if (reading.kind === 'id') void this.findAndSettle(reading.ticket, by);
    else await this.refuse(reading.kind, by, reading.kind, this.screen.now.online ? undefined : '');
  }

  private stateOf(hash: string): string {
    const lists = this.records.known.withdrawn;
    if (!lists) return 'valid';
    const states = ['void', 'replaced', 'unpaid'] as const;
    return states.find((state) => hasHash(fromBase64(lists[state]), hash)) ?? 'valid';
  }

  private async findAndSettle(id: string, by: string): Promise<void> {
    const found = await this.find(id);
    await this.turn(async () => {
      if (this.screen.now.asking) return;
      if (typeof found === 'string')
        return this.refuse('unreadable', by, 'not_looked_up', found === texts.noNetworkToLookUp ? id : undefined);
      const person = found.find(({ ticket }) => ticket === id);
      return person ? this.settlePerson(person) : this.refuse('unreadable', by);
    });
  }

  /** Returns a message for the screen if the server refuses or cannot be reached. */
  async find(text: string, patience?: number): Promise<GatePerson[] | string> {
    const answer = await call<GateFindResponse>('find', { text }, this.records.known.token, patience);
    if (answer.ok) return answer.body.people;
    const { problem } = answer;
    if (!problem) this.screen.set({ online: false }); // until the server answers again
    if (!problem || problem.code >= 500) return texts.noNetworkToLookUp;
    return Object.values(problem.fields ?? {})[0] ?? problem.message;
  }

  choosePerson = (person: GatePerson) => this.turn(() => this.settlePerson(person));

  private async settlePerson({ ticket, name, category, seats, state, company }: GatePerson): Promise<void> {
    const hash = await hashOf(this.records.salt(), ticket);
    await this.settle({ ticket, hash, holder: name, category, seats, state, company, by: 'search', qr: '' });
  }

  /** Admits a ticket once more: the second person, or the same person again. */
  again = (subject: Subject) => this.turn(() => this.settle(subject));

  private async settle(subject: Subject): Promise<void> {
    if (this.screen.now.ended) return this.showEnded();
    const { setup, list: listID, day } = this.records.known;
    const list = setup.lists.find(({ id }) => id === listID)!;
    const category = setup.categories.find(({ id }) => id === subject.category);
    const code = codeOf(subject.ticket);
    const places = placesOf(list, subject.seats);
    const { inside, last } = this.records.insideOf(subject.hash, code, places);
    const withdrawn = subject.state === 'valid' ? '' : (subject.state as Reason);
    const { out } = this.screen.now;
    const isToday = dateIn(setup.zone, this.records.now()) === day;
    const clock = isToday ? timeIn(setup.zone, this.records.now()) : '';
    const question = { list, day, category: category?.type ?? '', seats: subject.seats, inside, out, clock };
    const reason = withdrawn || decide(question, setup.days);
    await this.records.record(subject, reason ? 'refused' : out ? 'out' : 'in', reason);
    this.show({
      kind: reason ? (withdrawn ? 'no' : 'ask') : out ? 'out' : 'in',
      reason,
      holder: subject.holder,
      company: subject.company,
      category: category?.name ?? '',
      seats: subject.seats,
      inside: this.records.insideOf(subject.hash, code, places).inside,
      places,
      lane: laneOf(setup.lanes, subject.holder),
      code,
      ticket: subject,
      ...(last ? { last } : {}),
      ...(isToday ? {} : { day }),
    });
    const { n } = this.screen.now.verdict!;
    afterPaint(() => {
      void this.addHolder(subject, n);
      this.sync();
    });
  }

  /** A device that has been signed out admits nobody, because its scans are not counted. */
  private showEnded = () => this.show({ ...nobody, kind: 'no', reason: 'signed_out' });

  private show = (verdict: Omit<Verdict, 'n'>) => this.screen.show(verdict, this.records.seq, this.records.unsent());

  /** Adds the photo and the company, which are never stored. */
  private async addHolder({ qr }: Subject, n: number): Promise<void> {
    if (!qr || !this.screen.now.online) return;
    const { photo, company } = await holderOf(qr, this.records.known.token);
    const { verdict } = this.screen.now;
    if (!(photo || company) || verdict?.n !== n) return;
    const address = photo && URL.createObjectURL(photo);
    this.screen.set({ verdict: { ...verdict, photo: address, company } });
    if (address) setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  /** `shown` is the reason on the screen, if it differs from the recorded reason. */
  private async refuse(reason: Reason, by: string, shown = reason, unread?: string): Promise<void> {
    await this.records.record({ ticket: '', by }, 'refused', reason);
    const isUnread = reason === 'unreadable' && unread !== undefined;
    this.show({
      ...nobody,
      kind: reason === 'unreadable' ? 'ask' : 'no',
      reason: shown,
      ...(isUnread ? { unread } : {}),
    });
  }

  /**
   * Returns a function that completes the check-in, or a message for the screen. The usual rules apply to a code that
   * the server finds. `refused` is a refused code whose holder the volunteer wants to admit anyway.
   */
  async checkInManually(code: string, why: string, refused = ''): Promise<(() => Promise<void>) | string> {
    const { online, ended } = this.screen.now;
    if (code && code !== refused && online && !ended) {
      const found = await this.find(code, lookUpMs);
      if (typeof found === 'string' && found !== texts.noNetworkToLookUp) return found;
      if (typeof found !== 'string') {
        const person = onlyOne(found);
        return person ? () => this.choosePerson(person) : texts.noSuchCode;
      }
    }
    return () => this.admitUnread(code, why, code === refused);
  }

  /** Stores the typed code, if any, but no name. The server or staff will match the scan with a ticket later. */
  private admitUnread = (code: string, why: string, knowing: boolean) =>
    this.turn(async () => {
      if (this.screen.now.ended) return this.showEnded();
      const known = await this.ofCode(code);
      if (known.reason && !knowing) return this.refuseTyped(code, known);
      await this.records.record({ ticket: code, by: 'typed' }, known.reason ? 'overruled' : 'in', 'unreadable', why);
      this.show({ ...unreadOf(code, known), kind: 'manual', reason: '', manual: true });
      afterPaint(this.sync);
    });

  /** Refuses a typed code that this device knows to be void or inside, and returns whether it did. */
  async refuseKnown(code: string): Promise<boolean> {
    let refused = false;
    await this.turn(async () => {
      const known = await this.ofCode(code);
      refused = Boolean(known.reason) && !this.screen.now.out;
      if (refused) await this.refuseTyped(code, known);
    });
    return refused;
  }

  private async refuseTyped(code: string, known: KnownCode): Promise<void> {
    const { reason } = known;
    await this.records.record({ ticket: '', by: 'typed' }, 'refused', reason);
    this.show({ ...unreadOf(code, known), kind: reason === 'already_in' ? 'ask' : 'no', reason });
  }

  /** After a reload, asks the server who was scanned last, because the device stores no names. */
  async nameLast(): Promise<void> {
    const { undoable } = this.screen.now;
    const ticket = this.records.latest?.ticket;
    if (!undoable || !ticket) return;
    const found = await this.find(ticket);
    const person = typeof found !== 'string' && found.find((one) => one.ticket === ticket);
    if (person && this.screen.now.undoable === undoable)
      this.screen.set({ undoable: { ...undoable, holder: person.name } });
  }

  /** Undoes the last entry or exit, unless something has been scanned since. */
  undo = () =>
    this.turn(async () => {
      const { undoable, ended } = this.screen.now;
      // Timers stop while the phone sleeps, so the time is checked as well.
      if (!undoable || Date.now() > undoable.until) return this.screen.endUndo();
      if (ended) return this.showEnded();
      await this.records.undo();
      this.show({ ...nobody, ...undoable, kind: 'undone', reason: '' });
      afterPaint(this.sync);
    });

  /** What this device knows about a typed code. */
  private async ofCode(code: string): Promise<KnownCode> {
    if (!code) return { inside: 0, last: undefined, reason: '' };
    const hash = await hashOf(this.records.salt(), code);
    const state = this.stateOf(hash);
    const all = this.records.insideByCode(hash, code);
    return { ...all, reason: state !== 'valid' ? (state as Reason) : all.inside > 0 ? 'already_in' : '' };
  }

  /** Asks why this person is admitted, unless another code has replaced the verdict in the meantime. */
  askWhy = (n: number) =>
    this.records.inTurn(async () => {
      if (this.screen.now.verdict?.n === n) this.screen.set({ asking: true });
    });

  /** Admits a person despite a refusal, for a reason that the desk sees. */
  overrule = (subject: Subject, reason: Reason | '', why: string) =>
    this.records.inTurn(async () => {
      if (!this.screen.now.asking) return;
      if (this.screen.now.ended) return this.showEnded();
      const before = this.screen.now.verdict!;
      await this.records.record(subject, 'overruled', reason, why);
      this.show({ ...before, kind: 'in', manual: true, inside: before.inside + 1 });
      afterPaint(this.sync);
    });
}
