// Sends scans and fetches other devices' entries. A scan counts as sent once the server has confirmed it; until then,
// it is sent again.

import type { GateConflict, GateScan, GateSyncResponse, GateWaitResponse } from '../types/wire.gen';
import { call, leave, type Refusal } from './call';
import { battery, clocks } from './clocks';
import { type Entry, entriesOf } from './hashes';
import type { Records } from './records';
import { isNewerReady } from './service-worker';
import type { ScreenState } from './state';
import type { Device } from './store';
import * as texts from './texts';
import { fromBase64 } from './token';

/** In milliseconds. While somebody is scanning, other devices' scans must arrive soon. */
const pause = { scanning: 5000, idle: 20_000 };
/** The timeout for the request that waits for news. The server answers after at most ten seconds. */
const waitPatience = 18_000;
/** The minimum pause in ms between requests for news: in a hall with many doors, there is news all the time. */
const newsPause = 400;
/** How many scans are sent in one request: fewer on a slow network. */
const atOnce = { min: 20, max: 500 };
const patience = (scans: number) => 8000 + 20 * scans;
/** After this many refusals in a row, the screen shows a message. */
const refusalsBeforeMessage = 3;

const pauseOf = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The conflicts that nobody has read on this device yet. */
export const unreadConflicts = ({ conflicts = [], read }: Device) =>
  conflicts.filter(({ key, explained_at }) => !explained_at && !read.includes(key));

export class Sync {
  private size = atOnce.max;
  private refusals = 0;
  private underWay: Promise<void> | undefined;
  /** The position of the last change, as reported by the server. */
  private last = 0;

  constructor(
    private readonly records: Records,
    private readonly screen: ScreenState,
    /** Whether a newer version of this page may take over now. */
    private readonly mayChange: () => boolean,
  ) {}

  /** The returned function ends the syncs and waits for the one that is running. */
  begin(): () => Promise<void> {
    const seen = () => document.visibilityState === 'visible' && this.sync();
    addEventListener('online', this.sync);
    document.addEventListener('visibilitychange', seen);
    let timer: ReturnType<typeof setTimeout>;
    const next = () => {
      timer = setTimeout(next, this.screen.now.scanning ? pause.scanning : pause.idle);
      void this.sync();
    };
    next();
    let isOver = false;
    void this.listen(() => isOver);
    return async () => {
      isOver = true;
      removeEventListener('online', this.sync);
      document.removeEventListener('visibilitychange', seen);
      clearTimeout(timer);
      await this.underWay;
    };
  }

  /** A call during a sync returns the running sync's promise. */
  sync = (): Promise<void> => {
    this.underWay ??= this.exchange().finally(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  };

  /** Sends new scans at once, after the current request. */
  push = async (): Promise<void> => {
    await this.underWay;
    if (this.records.toSend(1).length > 0) await this.sync();
  };

  /** Waits for news while the page is visible. If no response arrives, the regular requests fetch the news. */
  private async listen(isOver: () => boolean): Promise<void> {
    const { known } = this.records;
    while (!isOver()) {
      const isNew = this.mayListen() && (await this.waitForNews());
      if (isOver()) return;
      await this.underWay;
      if (isNew && known.cursor !== this.last) await this.sync();
      // Wait longer after a failed sync, so that the same news does not cause another sync at once.
      await pauseOf(isNew && known.cursor === this.last ? newsPause : pause.scanning);
    }
  }

  /** Not while a newer version is ready, because it can take over only when no request is running. */
  private mayListen(): boolean {
    const isChanging = isNewerReady() && this.mayChange();
    return document.visibilityState === 'visible' && !this.screen.now.ended && !isChanging;
  }

  private async waitForNews(): Promise<boolean> {
    const { token, cursor } = this.records.known;
    const answer = await call<GateWaitResponse>('wait', { since: cursor }, token, waitPatience);
    if (answer.ok) this.last = answer.body.last;
    return answer.ok;
  }

  private async exchange(): Promise<void> {
    const { records } = this;
    const { known } = records;
    let entries: Entry[] = [];
    let whole = false;
    for (let cursor = known.cursor; ; ) {
      const scans = records.toSend(this.size);
      const report = await this.report(scans, cursor);
      const answer = await call<GateSyncResponse>('sync', report, known.token, patience(scans.length));
      if (!answer.ok) return this.unanswered(answer.problem);
      this.size = Math.min(this.size * 2, atOnce.max);
      const { body } = answer;
      const isLost = body.have > records.seq;
      // This device sent scans with the same numbers before it lost its storage, so the server has two scans for each
      // number.
      const have = isLost ? (scans.at(-1)?.seq ?? records.seq) : body.have;
      const moved = have > known.have;
      this.learn(body, have);
      if (isLost) {
        if (moved) continue;
        return this.screen.set({ phase: 'lost', unsent: 0 });
      }
      if (!whole && (have < known.covered || (body.last ?? cursor) < cursor)) {
        // The server was restored from a backup: send again what it has lost, and fetch all entries.
        await records.inTurn(records.reload);
        [cursor, entries, whole] = [0, [], true];
        continue;
      }
      entries.push(...entriesOf(fromBase64(body.entries), known.setup));
      cursor = body.cursor;
      if (!body.more && !(moved && records.toSend(1).length > 0))
        return records.inTurn(() => this.merge(entries, cursor, body, whole));
    }
  }

  private learn(body: GateSyncResponse, have: number): void {
    const { known } = this.records;
    known.have = have;
    known.offset = body.now - Date.now();
    known.devices = body.devices as Record<string, string>;
    known.arrivals = body.arrivals;
    if (body.withdrawn) known.withdrawn = body.withdrawn;
    if (body.setup) this.records.take(body.setup);
  }

  private async merge(entries: Entry[], cursor: number, body: GateSyncResponse, whole: boolean): Promise<void> {
    const { records } = this;
    const { known } = records;
    this.refusals = 0;
    this.screen.set({ online: true, unknownDevice: false, ended: false });
    known.ended = undefined;
    records.newDay();
    const told = (known.conflicts ?? []).map(({ key }) => key);
    // A typed reason may contain a name, so it is not stored.
    known.conflicts = body.conflicts.map((one) => ({ ...one, scans: one.scans.map((scan) => ({ ...scan, why: '' })) }));
    await records.merge(entries, { cursor, covered: body.have, listsAt: body.now }, whole);
    this.correct(body.conflicts.filter(({ key }) => !told.includes(key) && !known.read.includes(key)));
    this.screen.set({
      refused: body.duplicate_scans > 0 ? texts.restoredDevice : '',
      unsent: records.unsent(),
      listsAt: known.listsAt,
      offset: known.offset,
      conflicts: unreadConflicts(known),
      arrivals: known.arrivals,
    });
  }

  private async report(scans: GateScan[], since: number) {
    const { known } = this.records;
    const unsent = this.records.unsent() - scans.length;
    const versions = { withdrawn: known.withdrawn?.version ?? '', setup: known.setup.version };
    const list_age = this.records.listAge();
    return { ...clocks(), scans, since, ...versions, unsent, battery: await battery(), list_age };
  }

  private async unanswered(problem: Refusal | undefined): Promise<void> {
    this.size = Math.max(this.size >> 1, atOnce.min);
    if (problem?.code !== 401) {
      if (problem) this.refusals++;
      const refused = problem && this.refusals >= refusalsBeforeMessage ? problem.message : this.screen.now.refused;
      return this.screen.set({ online: problem !== undefined, refused });
    }
    const { known } = this.records;
    this.screen.set({ unknownDevice: problem.have === undefined, ended: problem.have !== undefined });
    // A device that the desk has signed out admits nobody, even after a reload without a network, and keeps the scans
    // that were not accepted.
    if (problem.have !== undefined) known.have = Math.max(known.have, problem.have);
    known.ended = problem.have === undefined ? undefined : problem.message;
    await this.records.save();
    const unsent = this.records.unsent();
    this.screen.set({ online: true, refused: problem.message, unsent });
    if (!problem.over || unsent > 0) return;
    void leave(known.token);
    await this.records.forget();
  }

  /** Corrects the verdict on the screen if another device has admitted the same ticket at the same time. */
  private correct(found: GateConflict[]): void {
    const { verdict, asking } = this.screen.now;
    const { known } = this.records;
    if (asking || (verdict?.kind !== 'in' && verdict?.kind !== 'manual') || !verdict.code) return;
    const one = found.find(
      ({ code, list, day, explained_at }) =>
        code === verdict.code && list === known.list && day === known.day && !explained_at,
    );
    const other = one?.scans.findLast(({ device }) => device !== known.setup.name);
    if (!one || !other) return;
    const last = { at: Date.parse(other.at), day: one.day, device: other.device };
    this.screen.set({ verdict: { ...verdict, n: verdict.n + 1, kind: 'ask', reason: 'admitted_twice', last } });
  }

  async read(): Promise<void> {
    this.records.known.read = (this.records.known.conflicts ?? []).map(({ key }) => key);
    this.screen.set({ conflicts: [] });
    await this.records.save();
  }
}
