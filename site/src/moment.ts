import { event } from './content';
import { localTime } from './local-time';
import { calendarDay } from './texts';

/** Formats a date and time, or a date alone ("2025-03-31"), in the event's time zone. */
export const momentOf = (instant: string): string =>
  instant.includes('T')
    ? new Date(instant).toLocaleString(event.language, {
        timeZone: event.time_zone,
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
      })
    : calendarDay(instant);

/** The date in the event's time zone. */
export const dayOf = (instant: string): string => calendarDay(localTime(event.time_zone, new Date(instant)));
