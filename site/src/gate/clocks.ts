// The clocks of a phone, none of which is believed alone, and how full its battery is.

/** The time of day, and a second clock that nobody sets, with the instant at which it began. */
export const clocks = () => ({
  wall: Date.now(),
  mono: Math.round(performance.now()),
  origin: Math.round(performance.timeOrigin),
});

/** The charge in per cent; -1 where the browser does not say. */
export async function battery(): Promise<number> {
  const { getBattery } = navigator as { getBattery?: () => Promise<{ level: number }> };
  if (!getBattery) return -1;
  const level = await getBattery.call(navigator).catch(() => undefined);
  return level ? Math.round(level.level * 100) : -1;
}

/** Formats are cached: making one takes longer than deciding about a code. */
function formats(locale: string, options: Intl.DateTimeFormatOptions): (zone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (zone) => {
    const format = made.get(zone) ?? new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
    made.set(zone, format);
    return format;
  };
}

const dateFormat = formats('sv-SE', {});
const timeFormat = formats('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The day of an instant in the event's zone, like 2025-04-11. */
export const dateIn = (zone: string, at: number) => dateFormat(zone).format(at);

const longDay = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });

/** A day like 2025-04-11 as people write it: 11 April 2025. */
export const calendarDay = (date: string) => longDay.format(new Date(`${date}T00:00:00Z`));

/** The time of day in the event's zone, like 09:30. */
export const timeIn = (zone: string, at: number) => timeFormat(zone).format(at);
