// What was half typed at the desk, kept in this tab until the act is done, so that a reload or a lost session costs
// nothing. It may hold facts of a person: it ends with the tab, and at the latest when somebody signs out.
import { useCallback, useState } from 'react';

const prefix = 'desk-typed-';

function readTyped<T>(key: string): T | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + key) ?? '') as T;
  } catch {
    return undefined;
  }
}

export function keepTyped(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(prefix + key);
    else sessionStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs the memory of it only.
  }
}

/** Whether something half typed is kept under this key. */
export const hasTyped = (key: string): boolean => readTyped(key) !== undefined;

export function forgetTyped(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

/** State that survives a reload: `useTyped('correct-ABC', {why: ''})` → value, set, done (forgets it). */
export function useTyped<T>(key: string, empty: T): [T, (next: T) => void, () => void] {
  const [value, setValue] = useState<T>(() => readTyped<T>(key) ?? empty);
  const set = useCallback(
    (next: T) => {
      keepTyped(key, next);
      setValue(next);
    },
    [key],
  );
  const done = () => {
    keepTyped(key, undefined);
    setValue(empty);
  };
  return [value, set, done];
}
