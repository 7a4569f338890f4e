// What the device stores in IndexedDB: scans, which are only added, and a few values, but no names, addresses or phone
// numbers. A scan is shown as recorded only once it is on disk (durability "strict").
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { readItem, readJSON, removeItem, writeItem } from '../device/storage';
import type { GateArrivals, GateConflict, GateScan, GateSetup, GateWithdrawn } from '../types/wire.gen';
import type { Entry } from './hashes';

/** What the device stores about itself, apart from scans and entries. */
export interface Device {
  token: string;
  device: string;
  setup: GateSetup;
  withdrawn?: GateWithdrawn;
  /** The position in the server's list of changes up to which the entries have been fetched. */
  cursor: number;
  /** The number of this device's last scan that is included in the entries. */
  covered: number;
  /** The number of this device's last scan that the server has. */
  have: number;
  /** Milliseconds to add to this device's clock to get the server's time. */
  offset: number;
  /** When the lists were last fetched completely, by the server's clock; 0 if never. */
  listsAt: number;
  devices: Record<string, string>;
  /** Why the server has signed this device out; stored so that a reload without a network does not lose it. */
  ended?: string | undefined;
  /** The conflicts in the server's last report, without free text; undefined in data from older versions. */
  conflicts?: GateConflict[];
  /** Undefined in data from older versions. */
  arrivals?: GateArrivals[];
  /** The keys of the conflicts that somebody has read on this device. */
  read: string[];
  list: string;
  day: string;
  /** The server's date when `day` was last chosen, automatically or by the volunteer. */
  date?: string;
  camera?: string;
}

interface Schema extends DBSchema {
  scans: { key: number; value: GateScan };
  entries: { key: string; value: Entry };
  known: { key: string; value: Device };
}

/** In a rehearsal, one browser can be two devices: /gate?window=2 has its own storage. */
export const storeName = `gate${/[?&]window=(\d)\b/.exec(location.search)?.[1] ?? ''}`;

const one = 'device';
const strict = { durability: 'strict' } as const;

export class Store {
  /** Called when the browser closes the database. */
  onLost = () => {};
  private db!: IDBPDatabase<Schema>;

  static async open(): Promise<Store> {
    const store = new Store();
    await store.connect();
    return store;
  }

  async connect(): Promise<void> {
    this.db?.close();
    this.db = await openDB<Schema>(storeName, 3, {
      async upgrade(db, version, _, tx) {
        if (version === 0) {
          db.createObjectStore('scans', { keyPath: 'seq' });
          db.createObjectStore('entries', { keyPath: 'key' });
          db.createObjectStore('known');
          return;
        }
        // Version 2 did not store entries by code, so everything is fetched again. Entries from version 1 are deleted,
        // because they identify lists and days by position.
        const known = await tx.objectStore('known').get(one);
        if (version === 1) await tx.objectStore('entries').clear();
        const reset = version === 1 ? { cursor: 0, covered: 0 } : { cursor: 0 };
        if (known) await tx.objectStore('known').put({ ...known, ...reset }, one);
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

  /** The database refuses a second scan with the same number. */
  async add(scan: GateScan): Promise<void> {
    const tx = this.db.transaction('scans', 'readwrite', strict);
    await Promise.all([tx.store.add(scan), tx.done]);
  }

  async merge(known: Device, entries: Entry[], whole: boolean): Promise<void> {
    const tx = this.db.transaction(['known', 'entries'], 'readwrite', strict);
    if (whole) void tx.objectStore('entries').clear();
    const puts = entries.map((entry) => tx.objectStore('entries').put(entry));
    await Promise.all([...puts, tx.objectStore('known').put(known, one), tx.done]);
  }

  /** The caller must have made sure that nothing is unsent. */
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

/** What localStorage contains, without personal data, in case the browser deletes the database. */
export interface Marker {
  unsent: number;
  /** The highest scan number so far. */
  seq: number;
  /** Whether the storage was lost while the page was open. */
  lost: boolean;
}

const markerKey = `gate-marker:${storeName}`;

export function mark(marker: Marker): void {
  const text = JSON.stringify(marker);
  if (readItem(markerKey) !== text) writeItem(markerKey, text);
}

export const marked = (): Marker | undefined => readJSON<Marker>(markerKey);
export const unmark = (): void => removeItem(markerKey);
