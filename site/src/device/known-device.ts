// The id by which the server knows a browser that has signed in before. It opens nothing; it keeps strangers from using
// up the owner's sign-ins. It outlives a sign-out and goes when somebody asks for it.
import { readItem, removeItem, writeItem } from './storage';

const key = 'device';

export const deviceID = (): string | undefined => readItem(key) ?? undefined;
export const keepDevice = (id: string): void => writeItem(key, id);
export const forgetDevice = (): void => removeItem(key);
