// What the screen shows, and its listeners. It decides nothing.
import type { GateConflict, GateSetup } from '../types/wire.gen';
import type { Reason } from './decide';

/** What the screen shows of one code. */
export interface Verdict {
  /** Changes with every scan, so that the same verdict is shown again. */
  n: number;
  /** "hand" is somebody who was let in by what was typed, or by nothing: nobody knows whether the ticket is valid. */
  kind: 'in' | 'hand' | 'out' | 'ask' | 'no';
  reason: Reason | '';
  holder: string;
  category: string;
  seats: number;
  /** How many of the ticket are inside after this. */
  inside: number;
  places: number;
  lane: string;
  code: string;
  /** Who was admitted last: when, on which day that is counted, and by which phone, "" being this one. */
  last?: { at: number; day: string; device: string };
  /** The day that is counted, while it is another one by the clock. */
  day?: string;
  /** The ticket could be admitted by hand, or its second seat. */
  ticket?: Subject;
  byHand?: boolean;
  /**
   * What was typed or read of a code that nobody can look up now; somebody can be admitted by it, or by nothing ("").
   */
  unread?: string;
  photo?: string;
}

/** Somebody of two is still to be admitted; a ticket of one that may come again waits for nobody. */
export const isOneOfTwo = ({ kind, ticket, inside, places, seats }: Verdict) =>
  kind === 'in' && ticket !== undefined && inside < places && inside % seats > 0;

/** The ticket that is being decided. */
export interface Subject {
  ticket: string;
  hash: string;
  holder: string;
  category: number;
  seats: number;
  state: string;
  by: string;
  qr: string;
}

export interface State {
  phase: 'opening' | 'elsewhere' | 'enrol' | 'ready' | 'lost' | 'shut';
  setup?: GateSetup | undefined;
  list: string;
  day: string;
  out: boolean;
  unsent: number;
  /** Whether the last request got an answer. */
  online: boolean;
  listsAt: number;
  offset: number;
  /** Why the server refuses this device; it goes on and keeps its records. */
  refused: string;
  /**
   * The server does not know this device: it was put back to before it was enrolled, and gets everything when that is
   * done again.
   */
  stranger: boolean;
  /** The server has ended this device: what it scans does not count any more. */
  ended: boolean;
  conflicts: GateConflict[];
  verdict?: Verdict | undefined;
  scanned: number;
  /** Whether the camera looks for codes. */
  scanning: boolean;
  /** Whether somebody is asked why a person is admitted by hand; no code is decided meanwhile. */
  asking: boolean;
  /** The browser took the storage away; what is scanned since is in memory only. */
  storageLost: boolean;
  /** After a loss of storage: how many scans were not sent when this page was left. */
  missing?: number | undefined;
}

/** The screen warns about lists that are older. */
export const oldListsMs = 30 * 60_000;

export class ScreenState {
  now: State = {
    phase: 'opening',
    list: '',
    day: '',
    out: false,
    unsent: 0,
    online: true,
    listsAt: 0,
    offset: 0,
    refused: '',
    stranger: false,
    ended: false,
    conflicts: [],
    scanned: 0,
    scanning: false,
    asking: false,
    storageLost: false,
  };
  private listeners = new Set<() => void>();

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  set(change: Partial<State>): void {
    this.now = { ...this.now, ...change };
    for (const listener of this.listeners) listener();
  }

  show(verdict: Omit<Verdict, 'n'>, seq: number, unsent: number): void {
    const n = (this.now.verdict?.n ?? seq) + 1;
    this.set({ verdict: { ...verdict, n }, asking: false, scanned: this.now.scanned + 1, unsent });
  }
}
