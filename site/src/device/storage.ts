// Local storage. Every access can fail (private window, full or blocked storage); the site also works without it.

/** Returns what `access` returns, or undefined if it fails. */
export function tried<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

export const readItem = (key: string): string | undefined => tried(() => localStorage.getItem(key)) ?? undefined;

export const writeItem = (key: string, value: string): void => tried(() => localStorage.setItem(key, value));

export const removeItem = (key: string): void => tried(() => localStorage.removeItem(key));

/** Deletes every item whose key starts with this prefix. */
export const removeItems = (prefix: string): void =>
  tried(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  });

/** Undefined if there is no value or if the value cannot be read. */
export const readJSON = <T>(key: string): T | undefined => tried(() => JSON.parse(localStorage.getItem(key) ?? ''));

export const writeJSON = (key: string, value: unknown): void => writeItem(key, JSON.stringify(value));
