// The ID by which the server recognises a browser that has signed in before. The ID gives no access, but with it the
// browser has its own attempts, which strangers cannot use up. It stays after sign-out unless the visitor deletes it.
import { readItem, removeItem, writeItem } from './storage';

const key = 'device';

export const deviceID = (): string | undefined => readItem(key) ?? undefined;
export const keepDevice = (id: string): void => writeItem(key, id);
export const forgetDevice = (): void => removeItem(key);
