// The keys of the page that is open; use-shortcuts.ts calls them.
import { useLayoutEffect } from 'react';

/** What keys do on the page that is open, by key. */
let pageKeys: Record<string, () => void> = {};

/** Lets keys do something while a page is open. */
export function usePageKeys(keys: Record<string, () => void>): void {
  useLayoutEffect(() => {
    pageKeys = keys;
    return () => {
      pageKeys = {};
    };
  });
}

export const keysOfPage = () => pageKeys;
