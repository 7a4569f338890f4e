// Hands in what was scanned, and learns what others did. The server has a scan when it says so; until then it is sent again.
import type { GateConflict, GateScan, GateSyncResponse } from '../types/wire.gen';
import type { Board } from './board';
import { call } from './call';
import { battery, clocks } from './clocks';
import { type Entry, entriesOf } from './hashes';
import type { Memory } from './memory';
import { fromBase64 } from './token';

/** Between two questions: while somebody scans the doors should know of each other soon. */
const pause = { scanning: 5000, idle: 20_000 };
const atOnce = 500;

interface Refusal {
  code: number;
  message: string;
  /** The end of the unbroken row that the server has. */
  have?: number;
  /** The event is over. */
  over?: boolean;
}

export class Exchange {
  /** The server does not know this telephone: what it holds can be handed in nowhere. */
  isStranger = false;
  private underWay: Promise<void> | undefined;
  private conflicts: GateConflict[] = [];

  constructor(
    private readonly memory: Memory,
    private readonly board: Board,
  ) {}

  /** Asks now, when the network or the page comes back, and every now and then; returns what ends it, after what is under way. */
  begin(): () => Promise<void> {
    const seen = () => document.visibilityState === 'visible' && this.sync();
    addEventListener('online', this.sync);
    document.addEventListener('visibilitychange', seen);
    let timer: ReturnType<typeof setTimeout>;
    const next = () => {
      timer = setTimeout(next, this.board.state.scanning ? pause.scanning : pause.idle);
      void this.sync();
    };
    next();
    return async () => {
      removeEventListener('online', this.sync);
      document.removeEventListener('visibilitychange', seen);
      clearTimeout(timer);
      await this.underWay;
    };
  }

  /** Sends what the server has not, and fetches what has changed. Everybody who asks meanwhile shares the answer. */
  sync = (): Promise<void> => {
    this.underWay ??= this.exchange().finally(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  };

  private async exchange(): Promise<void> {
    const { memory } = this;
    const { known } = memory;
    const entries: Entry[] = [];
    for (let cursor = known.cursor; ; ) {
      const scans = memory.toSend(atOnce);
      const answer = await call<GateSyncResponse>('sync', await this.report(scans, cursor), known.token);
      if (!answer.ok) return this.unanswered(answer.problem);
      const { body } = answer;
      if (body.have > memory.seq) return this.board.set({ phase: 'lost' });
      entries.push(...entriesOf(fromBase64(body.entries)));
      cursor = body.cursor;
      const moved = body.have > known.have;
      this.learn(body);
      if (!body.more && !(moved && scans.length === atOnce))
        return memory.inTurn(() => this.merge(entries, cursor, body));
    }
  }

  private learn(body: GateSyncResponse): void {
    const { known } = this.memory;
    known.have = body.have;
    known.offset = body.now - Date.now();
    known.devices = body.devices as Record<string, string>;
    if (body.withdrawn) known.withdrawn = body.withdrawn;
    if (body.setup) this.memory.take(body.setup);
  }

  private async merge(entries: Entry[], cursor: number, body: GateSyncResponse): Promise<void> {
    const { memory } = this;
    const { known } = memory;
    await memory.merge(entries, { cursor, covered: body.have, listsAt: body.now });
    this.conflicts = body.conflicts;
    this.board.set({
      online: true,
      refused: body.strays > 0 ? 'This telephone was put back to an older state. Ask the desk for a new code.' : '',
      unsent: memory.unsent(),
      listsAt: known.listsAt,
      offset: known.offset,
      conflicts: body.conflicts.filter(({ key, explained_at }) => !explained_at && !known.read.includes(key)),
    });
  }

  private async report(scans: GateScan[], since: number) {
    const { known } = this.memory;
    const unsent = this.memory.unsent() - scans.length;
    const versions = { withdrawn: known.withdrawn?.version ?? '', setup: known.setup.version };
    const list_age = this.memory.listAge();
    return { ...clocks(), scans, since, ...versions, unsent, battery: await battery(), list_age };
  }

  private async unanswered(problem: Refusal | undefined): Promise<void> {
    if (problem?.code !== 401) return this.board.set({ online: problem !== undefined });
    const { known } = this.memory;
    this.isStranger = problem.have === undefined;
    // Signed out by the desk: it goes on, and keeps what was not taken.
    if (problem.have !== undefined) {
      known.have = Math.max(known.have, problem.have);
      await this.memory.save();
    }
    const unsent = this.memory.unsent();
    this.board.set({ online: true, refused: problem.message, unsent });
    if (problem.over && unsent === 0) await this.memory.forget();
  }

  /** Somebody here has read of the conflicts. */
  async read(): Promise<void> {
    this.memory.known.read = this.conflicts.map(({ key }) => key);
    this.board.set({ conflicts: [] });
    await this.memory.save();
  }
}
