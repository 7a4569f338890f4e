import { cities, event, placeOf } from '../content';

/** The days with their places and hours; nothing where all days are in one city. */
export function EventDays() {
  if (cities().length < 2) return null;
  return (
    <ul className="muted">
      {event.days.map(({ date, display, venue, starts_at, ends_at }) => (
        <li key={date}>
          {display}: {placeOf(venue)}, {starts_at}–{ends_at}
        </li>
      ))}
    </ul>
  );
}
