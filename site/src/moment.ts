// Instants in words.
import { event } from './content';

/** An instant as people read it, in the event's zone. */
export const momentOf = (instant: string): string =>
  new Date(instant).toLocaleString(event.language, {
    timeZone: event.time_zone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });

/** The day of an instant, in the event's zone. */
export const dayOf = (instant: string): string =>
  new Date(instant).toLocaleDateString(event.language, { timeZone: event.time_zone, dateStyle: 'long' });
