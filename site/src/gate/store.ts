// What the phone keeps, in one IndexedDB: scans, which are only added, and a few values. No name, address or number
// of anybody is among them. A scan is shown as taken only when it is on the disk (durability "strict").
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { readItem, readJSON, removeItem, writeItem } from '../device/storage';
import type { GateConflict, GateScan, GateSetup, GateWithdrawn } from '../types/wire.gen';
import type { Entry } from './hashes';

/** The device without its scans and entries. */
export interface Device {
  token: string;
  device: string;
  setup: GateSetup;
  withdrawn?: GateWithdrawn;
  /** The place after which changes of entries are requested. */
  cursor: number;
  /** The last of its own scans that the entries include. */
  covered: number;
  /** The last of its own scans that the server has. */
  have: number;
  /** Milliseconds to add to this device's clock to get the server's. */
  offset: number;
  /** When the lists were complete, by the server's clock; 0: never. */
  listsAt: number;
  devices: Record<string, string>;
  /** Why the server has ended this device, once it has said so: a reload without a network must not forget that. */
  ended?: string | undefined;
  /** Conflicts as the server told them last, without what people wrote; a phone of before has none. */
  conflicts?: GateConflict[];
  /** Conflicts that somebody here has read. */
  read: string[];
  list: string;
  day: string;
  /** The date on which the day changed by itself. */
  date?: string;
  camera?: string;
}

interface Schema extends DBSchema {
  scans: { key: number; value: GateScan };
  entries: { key: string; value: Entry };
  known: { key: string; value: Device };
}

/** In a rehearsal one browser may be two phones: /gate?window=2 keeps apart what it keeps. */
export const storeName = `gate${/[?&]window=(\d)\b/.exec(location.search)?.[1] ?? ''}`;

const one = 'device';
const strict = { durability: 'strict' } as const;

export class Store {
  /** Called when the browser takes the storage away. */
  onLost = () => {};
  private db!: IDBPDatabase<Schema>;

  static async open(): Promise<Store> {
    const store = new Store();
    await store.connect();
    return store;
  }

  /** Opens the database, again where the browser has cut the connection to it. */
  async connect(): Promise<void> {
    this.db?.close();
    this.db = await openDB<Schema>(storeName, 2, {
      async upgrade(db, version, _, tx) {
        if (version === 0) {
          db.createObjectStore('scans', { keyPath: 'seq' });
          db.createObjectStore('entries', { keyPath: 'key' });
          db.createObjectStore('known');
          return;
        }
        // Version 1 named lists and days by their places in the content: everything is fetched anew.
        const known = await tx.objectStore('known').get(one);
        await tx.objectStore('entries').clear();
        if (known) await tx.objectStore('known').put({ ...known, cursor: 0, covered: 0 }, one);
      },
      terminated: () => this.onLost(),
    });
  }

  known = (): Promise<Device | undefined> => this.db.get('known', one);

  entries = (): Promise<Entry[]> => this.db.getAll('entries');

  lastSeq = async (): Promise<number> => {
    const cursor = await this.db.transaction('scans').store.openKeyCursor(null, 'prev');
    return cursor?.key ?? 0;
  };

  scansFrom = (seq: number): Promise<GateScan[]> => this.db.getAll('scans', IDBKeyRange.lowerBound(seq));

  async save(known: Device): Promise<void> {
    const tx = this.db.transaction('known', 'readwrite', strict);
    await Promise.all([tx.store.put(known, one), tx.done]);
  }

  /** Adds a scan; two of one number are refused by the database. */
  async add(scan: GateScan): Promise<void> {
    const tx = this.db.transaction('scans', 'readwrite', strict);
    await Promise.all([tx.store.add(scan), tx.done]);
  }

  /** Lists and the place behind them belong together; `whole` lists take the place of what is here. */
  async merge(known: Device, entries: Entry[], whole: boolean): Promise<void> {
    const tx = this.db.transaction(['known', 'entries'], 'readwrite', strict);
    if (whole) void tx.objectStore('entries').clear();
    const puts = entries.map((entry) => tx.objectStore('entries').put(entry));
    await Promise.all([...puts, tx.objectStore('known').put(known, one), tx.done]);
  }

  /**
   * Removes everything, also after the storage was lost, and begins anew; the caller has made sure that nothing is
   * unsent.
   */
  async wipe(known?: Device, scans: GateScan[] = []): Promise<void> {
    await this.connect();
    const tx = this.db.transaction(['scans', 'entries', 'known'], 'readwrite', strict);
    await Promise.all([
      tx.objectStore('scans').clear(),
      tx.objectStore('entries').clear(),
      tx.objectStore('known').clear(),
      ...(known ? [tx.objectStore('known').put(known, one)] : []),
      ...scans.map((scan) => tx.objectStore('scans').add(scan)),
      tx.done,
    ]);
  }
}

/**
 * What a reload still knows when the browser has cleared the database. It is in localStorage, which Chrome keeps when
 * it makes room, and holds three values and nothing of anybody.
 */
export interface Marker {
  /** How many scans were not sent. */
  unsent: number;
  /** The highest number that was given to a scan. */
  seq: number;
  /** The storage was lost while the page was open. */
  lost: boolean;
}

const markerKey = `gate-marker:${storeName}`;

export function mark(marker: Marker): void {
  const text = JSON.stringify(marker);
  if (readItem(markerKey) !== text) writeItem(markerKey, text);
}

export const marked = (): Marker | undefined => readJSON<Marker>(markerKey);
export const unmark = (): void => removeItem(markerKey);
