// Text that was typed but not sent, stored in this tab so that it survives a reload or the end of a session. Typed text
// may be personal data, so it is deleted when the tab is closed or the member signs out.
import { useCallback, useState } from 'react';
import { tried } from '../device/storage';

const prefix = 'desk-typed-';

const readTyped = <T>(key: string): T | undefined =>
  tried(() => JSON.parse(sessionStorage.getItem(prefix + key) ?? ''));

/** Without storage, the text stays only until a reload. */
export const keepTyped = (key: string, value: unknown): void =>
  tried(() => {
    if (value === undefined) sessionStorage.removeItem(prefix + key);
    else sessionStorage.setItem(prefix + key, JSON.stringify(value));
  });

/** Whether unsent text is stored under this key. */
export const hasTyped = (key: string): boolean => readTyped(key) !== undefined;

export function forgetTyped(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

/** State that survives a reload. Returns the value, its setter, and a function that deletes it. */
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
