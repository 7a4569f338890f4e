/** Some browsers lack it. */
const { Temporal } = globalThis as {
  Temporal?: { Instant: { fromEpochMilliseconds(at: number): { toZonedDateTimeISO(zone: string): object } } };
};

/**
 * The date and time of day in a time zone, for example "2025-04-09T14:05". Not from Intl if possible, because a phone
 * needs a tenth of a second for the first use of Intl.
 */
export const localTime = (zone: string, at: Date): string =>
  Temporal
    ? `${Temporal.Instant.fromEpochMilliseconds(+at).toZonedDateTimeISO(zone)}`.slice(0, 16)
    : at.toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T').slice(0, 16);
