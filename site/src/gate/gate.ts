// The gate without its screen: starts, enrols and signs out this device.

import type { GateEnrolResponse, GateInvitationResponse } from '../types/wire.gen';
import { Admission } from './admission';
import { call, leave } from './call';
import { dateIn } from './clocks';
import { Records } from './records';
import { ScreenState } from './state';
import { type Device, type Marker, mark, marked, Store, storeName, unmark } from './store';
import { Sync, unreadConflicts } from './sync';
import * as texts from './texts';
import { toBase64url } from './token';

const week = 7 * 86_400_000;

export class Gate {
  private screen = new ScreenState();
  private store!: Store;
  /** Set while this device is enrolled. */
  private records: Records | undefined;
  private exchange: Sync | undefined;
  admission!: Admission;
  private end = async () => {};
  private occupants = 0;

  subscribe = this.screen.subscribe;

  get state() {
    return this.screen.now;
  }

  /** Only one window can work at a time; a second window waits until the first is closed. */
  async open(): Promise<void> {
    await waitForOnlyWindow(() => this.screen.set({ phase: 'other-window' }));
    try {
      this.store = await Store.open();
      const known = await this.store.known();
      const before = marked();
      if (before && (before.lost || !known)) this.screen.set({ missing: before.unsent });
      this.subscribe(this.mark);
      addEventListener('pagehide', this.mark);
      if (known) await this.begin(known, before);
      else this.screen.set({ phase: 'enrol' });
    } catch {
      this.screen.set({ phase: 'no-storage' });
    }
  }

  private mark = () => {
    const { records } = this;
    const { phase, storageLost } = this.state;
    if (records && phase === 'ready') mark({ unsent: records.unsent(), seq: records.seq, lost: storageLost });
  };

  private async begin(known: Device, before?: Marker): Promise<void> {
    const records = new Records(this.store, known, this.screen);
    const exchange = new Sync(records, this.screen, this.isIdle);
    this.admission = new Admission(records, this.screen, () => void exchange.push());
    Object.assign(this, { records, exchange, end: async () => {} });
    await records.load(before);
    const ended = known.ended === undefined ? {} : { ended: true, refused: known.ended };
    const { listsAt, offset } = known;
    this.screen.set({
      phase: 'ready',
      listsAt,
      offset,
      unsent: records.unsent(),
      conflicts: unreadConflicts(known),
      arrivals: known.arrivals ?? [],
      ...ended,
    });
    // Usually the server says that the event is over. Without a network, the device waits another week, because its
    // clock may be wrong by days.
    const over = records.now() > Date.parse(known.setup.expires_at) + week;
    if (over && this.state.unsent === 0) return records.forget();
    this.end = exchange.begin();
    void this.admission.nameLast();
  }

  look = (secret: string) => call<GateInvitationResponse>('invitation', { secret });

  /** The token stays the same, so that the request can be repeated if the response is lost. */
  async enrol(secret: string): Promise<string> {
    if ((await this.handIn()) > 0) return texts.notSentYet(this.state.unsent);
    const key = `gate-token:${secret}`;
    const token = sessionStorage.getItem(key) ?? newToken();
    sessionStorage.setItem(key, token);
    const answer = await call<GateEnrolResponse>('enrol', { secret, token });
    if (!answer.ok) return answer.problem?.message ?? texts.enrolUnreachable;
    const former = this.records?.known.token;
    await this.end();
    // If the server did not know this device, all of the device's scans are sent again, with new numbers.
    const again = this.state.unknownDevice ? await this.records!.all() : [];
    const known = newDevice(token, answer.body);
    await this.store.wipe(
      known,
      again.map((scan, i) => ({ ...scan, seq: i + 1 })),
    );
    this.records = this.exchange = undefined;
    unmark();
    if (former) void leave(former);
    sessionStorage.removeItem(key);
    // Not awaited, because Firefox first asks the volunteer for permission.
    void navigator.storage?.persist?.().catch(() => false);
    this.screen.set({
      refused: '',
      unknownDevice: false,
      ended: false,
      scanned: 0,
      storageLost: false,
      missing: undefined,
    });
    await this.begin(known);
    return '';
  }

  /** Sends unsent scans. Returns the number of scans that are still unsent and that the server would accept. */
  private async handIn(): Promise<number> {
    if (this.state.unsent > 0) await this.sync();
    return this.state.unknownDevice ? 0 : this.state.unsent;
  }

  /** Deletes everything from this device, unless scans are unsent, and informs the desk if there is a network. */
  async wipe(): Promise<boolean> {
    if ((await this.handIn()) > 0) return false;
    // Wait for running requests, which would store data again.
    await this.end();
    await leave(this.records?.known.token ?? ''); // first, in case the page is closed during the deletion
    await this.records?.forget();
    return true;
  }

  async choose(change: { list?: string; day?: string; out?: boolean; camera?: string }): Promise<void> {
    const { out, ...kept } = change;
    const records = this.records!;
    const { known } = records;
    Object.assign(known, kept);
    // newDay must not overwrite a choice made today.
    if (kept.day) known.date = dateIn(known.setup.zone, records.now());
    this.screen.set({ list: known.list, day: known.day, ...(out === undefined ? {} : { out }) });
    await records.save();
  }

  /** Whether a newer version may take over: nobody is scanning, typing or enrolling, and everything has been sent. */
  isIdle = () => {
    const { unsent, verdict, scanning, storageLost } = this.state;
    const isBusy = this.occupants > 0 || this.records?.isBusy();
    return unsent === 0 && !verdict && !scanning && !storageLost && !isBusy;
  };

  /** Prevents a reload, which would interrupt the volunteer, until the returned function is called. */
  occupy = () => {
    this.occupants++;
    return () => {
      this.occupants--;
    };
  };

  watch = (scanning: boolean) => this.screen.set({ scanning });

  camera = () => this.records?.known.camera;

  dismiss = () => this.screen.set({ verdict: undefined, asking: false });

  askUndo = () => this.screen.set({ verdict: undefined, asking: true });

  stopAsking = () => this.screen.set({ asking: false });

  sync = async () => this.exchange?.sync();

  readConflicts = () => this.exchange!.read();
}

/** The only gate of this page. */
export const gate = new Gate();

const newToken = () => `tg1_${toBase64url(crypto.getRandomValues(new Uint8Array(32)))}`;

const newDevice = (token: string, { device, setup, now }: GateEnrolResponse): Device => ({
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

/** Calls `wait` if another window on this device is still using the gate after a second. */
async function waitForOnlyWindow(wait: () => void): Promise<void> {
  if (!navigator.locks) return;
  const timer = setTimeout(wait, soon);
  await new Promise<void>((resolve) => {
    void navigator.locks.request(storeName, () => {
      resolve();
      return new Promise(() => undefined);
    });
  });
  clearTimeout(timer);
}
