// What a reload still knows when the browser has cleared the storage: how many scans were not sent. It lies in localStorage,
// which Chrome keeps when it makes room, and holds three values and nothing of anybody.
import { telephone } from './keeping';

export interface Marker {
  unsent: number;
  /** The highest number that was given to a scan. */
  seq: number;
  /** The storage was lost while the page was open. */
  lost: boolean;
}

const key = `gate-marker:${telephone}`;

export function mark(marker: Marker): void {
  const text = JSON.stringify(marker);
  try {
    if (localStorage.getItem(key) !== text) localStorage.setItem(key, text);
  } catch {
    // A browser that allows no localStorage has no marker.
  }
}

export function marked(): Marker | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as Marker;
  } catch {
    return undefined;
  }
}

export function unmark(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
