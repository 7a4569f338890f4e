// The ID by which the server recognises a browser that has signed in before. It gives no access, but strangers cannot
// use up the sign-in attempts of a browser that sends it. Signing out keeps the ID unless the visitor deletes it.
import { readItem, removeItem, writeItem } from './storage';

const key = 'device';

export const deviceID = (): string | undefined => readItem(key);
export const keepDevice = (id: string): void => writeItem(key, id);
export const forgetDevice = (): void => removeItem(key);
