// The id by which the server knows a browser that has signed in before. It gives no access; it keeps strangers from
// using up the owner's sign-in attempts. It stays after a sign-out unless the visitor asks to delete it.
import { readItem, removeItem, writeItem } from './storage';

const key = 'device';

export const deviceID = (): string | undefined => readItem(key) ?? undefined;
export const keepDevice = (id: string): void => writeItem(key, id);
export const forgetDevice = (): void => removeItem(key);
