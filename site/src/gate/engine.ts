// The gate itself, without its screen: decides about codes, keeps what was done, and hands it in when there is a network.
// There is one way for both: it always decides here, and the network only adds. The stories are told in memory.ts (what is
// kept and counted), scanning.ts (from a code to a verdict) and exchange.ts (handing in); here a telephone begins and ends.
import type { GateEnrolResponse, GateLookResponse, GatePerson } from '../types/wire.gen';
import { Board, type Subject } from './board';
import { call, leave } from './call';
import { dateIn } from './clocks';
import type { Reason } from './decide';
import { Exchange, unreadOf } from './exchange';
import { Keeping, type Known, telephone } from './keeping';
import { type Marker, mark, marked, unmark } from './marker';
import { Memory } from './memory';
import { Scanning } from './scanning';
import { toBase64url } from './token';

const week = 7 * 86_400_000;

/** A telephone that is enrolled. */
interface Work {
  memory: Memory;
  scanning: Scanning;
  exchange: Exchange;
  end: () => Promise<void>;
}

export class Engine {
  private board = new Board();
  private keeping!: Keeping;
  private work: Work | undefined;
  private occupants = 0;

  subscribe = this.board.subscribe;
  snapshot = () => this.board.state;

  get state() {
    return this.board.state;
  }

  /** Opens what is kept. Of two windows one works; the other waits until it is closed, as after a reload this page does. */
  async open(): Promise<void> {
    await alone(() => this.board.set({ phase: 'elsewhere' }));
    try {
      this.keeping = await Keeping.open();
      const known = await this.keeping.known();
      const before = marked();
      if (before && (before.lost || !known)) this.board.set({ missing: before.unsent });
      this.subscribe(this.mark);
      addEventListener('pagehide', this.mark);
      if (known) await this.begin(known, before);
      else this.board.set({ phase: 'enrol' });
    } catch {
      this.board.set({ phase: 'shut' });
    }
  }

  private mark = () => {
    const { phase, storageLost } = this.state;
    const memory = this.work?.memory;
    if (memory && phase === 'ready') mark({ unsent: memory.unsent(), seq: memory.seq, lost: storageLost });
  };

  private async begin(known: Known, before?: Marker): Promise<void> {
    const memory = new Memory(this.keeping, known, this.board);
    const exchange = new Exchange(memory, this.board, this.isIdle);
    const scanning = new Scanning(memory, this.board, () => void exchange.push());
    this.work = { memory, exchange, scanning, end: async () => {} };
    await memory.load(before);
    const ended = known.ended === undefined ? {} : { ended: true, refused: known.ended };
    const { listsAt, offset } = known;
    this.board.set({ phase: 'ready', listsAt, offset, unsent: memory.unsent(), conflicts: unreadOf(known), ...ended });
    // The server says when it is over; without it, a clock that is wrong by days must not forget anything.
    const over = memory.now() > Date.parse(known.setup.expires_at) + week;
    if (over && this.state.unsent === 0) return memory.forget();
    this.work.end = exchange.begin();
  }

  look = (secret: string) => call<GateLookResponse>('look', { secret });

  /** Spends an invitation. The token is made once for each invitation, so that a lost answer may be asked for again. */
  async enrol(secret: string): Promise<string> {
    if ((await this.handIn()) > 0)
      return `${this.state.unsent} scans of before are not sent yet. Go where there is a network, then press again.`;
    const key = `gate-token:${secret}`;
    const token = sessionStorage.getItem(key) ?? newToken();
    sessionStorage.setItem(key, token);
    const answer = await call<GateEnrolResponse>('enrol', { secret, token });
    if (!answer.ok) return answer.problem?.message ?? 'The server was not reached. Stay near the desk and press again.';
    const former = this.work?.memory.known.token;
    await this.work?.end();
    // A server that knew nothing of this telephone gets everything, under new numbers.
    const again = this.state.stranger ? await this.work!.memory.all() : [];
    const known = knownOf(token, answer.body);
    await this.keeping.wipe(
      known,
      again.map((scan, i) => ({ ...scan, seq: i + 1 })),
    );
    this.work = undefined;
    unmark();
    if (former) void leave(former);
    sessionStorage.removeItem(key);
    // Firefox asks the volunteer, and until then it answers nobody; enrolling does not wait for that.
    void navigator.storage?.persist?.().catch(() => false);
    this.board.set({ refused: '', stranger: false, ended: false, scanned: 0, storageLost: false, missing: undefined });
    await this.begin(known);
    return '';
  }

  /** Sends what is unsent; how many remain that could be sent. */
  private async handIn(): Promise<number> {
    if (this.state.unsent > 0) await this.sync();
    return this.state.stranger ? 0 : this.state.unsent;
  }

  /** Forgets everything; not while something is unsent. The desk hears of it when there is a network. */
  async wipe(): Promise<boolean> {
    if ((await this.handIn()) > 0) return false;
    // An answer under way would write again.
    await this.work?.end();
    void leave(this.work?.memory.known.token ?? ''); // nothing waits for a network that hangs
    await this.work?.memory.forget();
    return true;
  }

  // What the volunteer chooses

  async choose(change: { list?: string; day?: string; out?: boolean; camera?: string }): Promise<void> {
    const { out, ...kept } = change;
    const { memory } = this.work!;
    const { known } = memory;
    Object.assign(known, kept);
    // What is chosen before the first answer stays too.
    if (kept.day) known.date = dateIn(known.setup.zone, memory.now());
    this.board.set({ list: known.list, day: known.day, ...(out === undefined ? {} : { out }) });
    await memory.save();
  }

  /** Whether this page may be changed for a newer one: nobody scans, types or enrols, and nothing is unsent or in memory only. */
  isIdle = () => {
    const { unsent, verdict, scanning, storageLost } = this.state;
    const isBusy = this.occupants > 0 || this.work?.memory.isBusy();
    return unsent === 0 && !verdict && !scanning && !storageLost && !isBusy;
  };

  /** Something is on the screen that a reload would take from under somebody's fingers; returns what ends it. */
  occupy = () => {
    this.occupants++;
    return () => {
      this.occupants--;
    };
  };

  /** The camera was started or stopped. */
  watch = (scanning: boolean) => this.board.set({ scanning });

  camera = () => this.work?.memory.known.camera;

  dismiss = () => this.board.set({ verdict: undefined, asking: false });

  /** The question why was left without an answer. */
  stopAsking = () => this.board.set({ asking: false });

  // What is asked of the stories

  code = (text: string, by: string) => this.work!.scanning.code(text, by);
  find = (text: string) => this.work!.scanning.find(text);
  choosePerson = (person: GatePerson) => this.work!.scanning.choosePerson(person);
  again = (subject: Subject) => this.work!.scanning.again(subject);
  askWhy = (n: number) => this.work!.scanning.askWhy(n);
  overrule = (subject: Subject, reason: Reason | '', why: string) => this.work!.scanning.overrule(subject, reason, why);
  byHand = (code: string, why: string, refused?: string) => this.work!.scanning.byHand(code, why, refused);
  sync = async () => this.work?.exchange.sync();
  readConflicts = () => this.work!.exchange.read();
}

const newToken = () => `tg1_${toBase64url(crypto.getRandomValues(new Uint8Array(32)))}`;

const knownOf = (token: string, { device, setup, now }: GateEnrolResponse): Known => ({
  token,
  device,
  setup,
  cursor: 0,
  covered: 0,
  have: 0,
  offset: now - Date.now(),
  listsAt: 0,
  devices: {},
  read: [],
  list: '',
  day: '',
});

const soon = 1000;

/** Waits until this window has the telephone for itself, which it keeps as long as it lives; `wait` says that it takes longer. */
async function alone(wait: () => void): Promise<void> {
  if (!navigator.locks) return;
  const timer = setTimeout(wait, soon);
  await new Promise<void>((resolve) => {
    void navigator.locks.request(telephone, () => {
      resolve();
      return new Promise(() => undefined);
    });
  });
  clearTimeout(timer);
}
