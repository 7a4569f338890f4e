/** All in milliseconds. Users can set `wall`, but not `mono`, which counts from `origin`. */
export const clocks = () => ({
  wall: Date.now(),
  mono: Math.round(performance.now()),
  origin: Math.round(performance.timeOrigin),
});

/** The battery charge as a percentage; -1 if the browser does not report it. */
export async function battery(): Promise<number> {
  const { getBattery } = navigator as { getBattery?: () => Promise<{ level: number }> };
  if (!getBattery) return -1;
  const level = await getBattery.call(navigator).catch(() => undefined);
  return level ? Math.round(level.level * 100) : -1;
}

/** Caches the formats, because making one takes longer than deciding about a code. */
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

/** The calendar day at an instant in the event's time zone, for example 2025-04-11. */
export const dateIn = (zone: string, at: number) => dateFormat(zone).format(at);

const longDay = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });

/** Formats a day such as 2025-04-11 as 11 April 2025. */
export const calendarDay = (date: string) => longDay.format(new Date(`${date}T00:00:00Z`));

/** The time of day in the event's time zone, for example 09:30. */
export const timeIn = (zone: string, at: number) => timeFormat(zone).format(at);
