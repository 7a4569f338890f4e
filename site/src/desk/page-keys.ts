// The open page's own keys; use-shortcuts.ts calls them.
import { useLayoutEffect } from 'react';

/** What each key does on the open page. */
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
