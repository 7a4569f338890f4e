// The open page's own keyboard shortcuts, which use-shortcuts.ts calls.
import { useLayoutEffect } from 'react';

let pageKeys: Record<string, () => void> = {};

/** Sets the page's own shortcuts while it is open. */
export function usePageKeys(keys: Record<string, () => void>): void {
  useLayoutEffect(() => {
    pageKeys = keys;
    return () => {
      pageKeys = {};
    };
  });
}

export const keysOfPage = () => pageKeys;
