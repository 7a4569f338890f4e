// Local storage. Every access can fail (private window, full or blocked storage); the site also works without it.

export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeItem(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The site works without the stored value.
  }
}

export function removeItem(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** Deletes every item whose key starts with this prefix. */
export function removeItems(prefix: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** Undefined if there is no value or if the value cannot be read. */
export function readJSON<T>(key: string): T | undefined {
  const text = readItem(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

export const writeJSON = (key: string, value: unknown): void => writeItem(key, JSON.stringify(value));
