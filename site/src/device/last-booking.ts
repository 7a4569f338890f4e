// The registration that was last sent from this device, for finding its payment again.
import { readItem, removeItem, writeItem } from './storage';

const key = 'last_booking';

export const keepLastBooking = (id: string): void => writeItem(key, id);
export const lastBooking = (): string | undefined => readItem(key);
export const forgetLastBooking = (): void => removeItem(key);
