import type { GateArrivals, GateConflict, GateSetup } from '../types/wire.gen';
import type { Reason } from './decide';

/** What the screen shows about one code. */
export interface Verdict {
  /** The verdict's number, which makes the screen show even an identical verdict again. */
  n: number;
  /** "manual" is a manual check-in, with or without a typed code: nobody has verified the ticket. */
  kind: 'in' | 'manual' | 'out' | 'undone' | 'ask' | 'no';
  reason: Reason | '';
  holder: string;
  /** The holder's company, known only when online and only if the content is set to show companies. */
  company?: string | undefined;
  category: string;
  seats: number;
  /** How many of the ticket's people are inside now. */
  inside: number;
  places: number;
  lane: string;
  code: string;
  /** The last admission: the time, the day that it counts for, and the device ("" means this one). */
  last?: { at: number; day: string; device: string };
  /** The day that entries count for, unless it is today. */
  day?: string;
  /** The ticket, if it can be admitted again or manually. */
  ticket?: Subject;
  manual?: boolean;
  /** Whether the scan that was undone was an exit. */
  left?: boolean;
  /** A code that cannot be looked up now, or "" if there is none. The person can be admitted manually. */
  unread?: string;
  photo?: string | undefined;
}

/** Whether a ticket's second person is still missing; false for a single person's ticket that may be used again. */
export const isOneOfTwo = ({ kind, ticket, inside, places, seats }: Verdict) =>
  kind === 'in' && ticket !== undefined && inside < places && inside % seats > 0;

/** A ticket for which the device makes a decision. */
export interface Subject {
  ticket: string;
  hash: string;
  holder: string;
  company?: string | undefined;
  category: number;
  seats: number;
  state: string;
  by: string;
  qr: string;
}

export interface State {
  phase: 'opening' | 'other-window' | 'enrol' | 'ready' | 'lost' | 'no-storage';
  setup?: GateSetup | undefined;
  list: string;
  day: string;
  out: boolean;
  unsent: number;
  /** Whether the last request got a response. */
  online: boolean;
  listsAt: number;
  offset: number;
  /** Why the server refuses this device, which continues to store its scans. */
  refused: string;
  /** The server was restored from a backup made before this device was enrolled. */
  unknownDevice: boolean;
  /** The desk has signed this device out: its scans no longer count. */
  ended: boolean;
  conflicts: GateConflict[];
  arrivals: GateArrivals[];
  verdict?: Verdict | undefined;
  /** The last verdict, if it is an entry or exit (`left`) that can still be undone. */
  undoable?: (Pick<Verdict, 'holder' | 'code' | 'inside'> & { left: boolean; list: string; until: number }) | undefined;
  scanned: number;
  scanning: boolean;
  /** Whether the screen is asking the volunteer a question; the gate then ignores all codes. */
  asking: boolean;
  /** The storage has failed, so new scans are only in memory. */
  storageLost: boolean;
  /** If the storage was lost: how many scans were unsent when the page was closed. */
  missing?: number | undefined;
}

/** The same limit as undoTime in api/gate/sync.go. */
export const undoableMs = 120_000;

/** Lists older than this cause a warning. */
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
    unknownDevice: false,
    ended: false,
    conflicts: [],
    arrivals: [],
    scanned: 0,
    scanning: false,
    asking: false,
    storageLost: false,
  };
  private listeners = new Set<() => void>();
  private undoEnds: ReturnType<typeof setTimeout> | undefined;

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
    const { kind, holder, code } = verdict;
    const until = Date.now() + undoableMs;
    const left = kind === 'out';
    const inside = verdict.inside + (left ? 1 : kind === 'in' ? -1 : 0); // after an undo
    const undoable =
      left || kind === 'in' || kind === 'manual'
        ? { holder, code, inside, left, list: this.now.list, until }
        : undefined;
    this.set({ verdict: { ...verdict, n }, asking: false, scanned: this.now.scanned + 1, unsent });
    this.offerUndo(undoable);
  }

  /** Offers to undo the last entry or exit, if it was one, until its time is over. */
  offerUndo(undoable: State['undoable']): void {
    this.set({ undoable });
    clearTimeout(this.undoEnds);
    if (undoable) this.undoEnds = setTimeout(this.endUndo, undoable.until - Date.now());
  }

  /** Withdraws the offer to undo the last scan, and closes the question about it, if it is open. */
  endUndo = () => this.set({ undoable: undefined, asking: this.now.asking && this.now.verdict !== undefined });
}
