import { event } from '../content';

const cityOf = new Map(event.venues.map(({ id, city }) => [id, city]));

/** The days with their cities and hours; nothing where all days are in one city. */
export function EventDays() {
  if (new Set(event.days.map(({ venue }) => cityOf.get(venue))).size < 2) return null;
  return (
    <ul className="muted">
      {event.days.map(({ date, display, venue, starts_at, ends_at }) => (
        <li key={date}>
          {display}: {cityOf.get(venue)}, {starts_at}–{ends_at}
        </li>
      ))}
    </ul>
  );
}
