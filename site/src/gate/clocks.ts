import { localTime } from '../local-time';

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

/** The calendar day at an instant in the event's time zone, for example 2025-04-11. */
export const dateIn = (zone: string, at: number) => localTime(zone, new Date(at)).slice(0, 10);

/** The time of day in the event's time zone, for example 09:30. */
export const timeIn = (zone: string, at: number) => localTime(zone, new Date(at)).slice(11);
