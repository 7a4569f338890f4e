// The hash that identifies a ticket in the lists: the first 64 bits of SHA-256(salt ‖ id), in hexadecimal.
import type { GateSetup } from '../types/wire.gen';
import { hex } from './token';

export async function hashOf(salt: Uint8Array, id: string): Promise<string> {
  const all = new Uint8Array([...salt, ...new TextEncoder().encode(id)]);
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', all)).slice(0, 8));
}

/** Whether a sorted list of 8-byte hashes contains this hash. */
export function hasHash(list: Uint8Array, hash: string): boolean {
  let low = 0;
  let high = list.length / 8;
  while (low < high) {
    const middle = (low + high) >> 1;
    const here = hex(list.subarray(middle * 8, middle * 8 + 8));
    if (here === hash) return true;
    if (here < hash) low = middle + 1;
    else high = middle;
  }
  return false;
}

/** The server's count for one ticket, list and day. There is an entry for each of the ticket's codes. */
export interface Entry {
  key: string;
  inside: number;
  /** The number of the device that last admitted somebody. */
  device: number;
  /** The time of the last admission, in minutes since 1970. */
  minute: number;
}

export const entryKey = (hash: string, list: string, day: string) => `${hash}:${list}:${day}`;

/** Parses rows of 17 bytes: hash (8 bytes), list (1), day (1), people inside (1), device (2) and minutes (4). */
export function entriesOf(rows: Uint8Array, { lists, days }: Pick<GateSetup, 'lists' | 'days'>): Entry[] {
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
  const all: Entry[] = [];
  for (let at = 0; at + 17 <= rows.length; at += 17) {
    all.push({
      key: entryKey(hex(rows.subarray(at, at + 8)), lists[rows[at + 8]!]?.id ?? '', days[rows[at + 9]!]?.date ?? ''),
      inside: rows[at + 10]!,
      device: view.getUint16(at + 11),
      minute: view.getUint32(at + 13),
    });
  }
  return all;
}
