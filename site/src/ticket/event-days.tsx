import { event } from '../content';
import { Hours } from '../ui/hours';

const cityOf = new Map(event.venues.map(({ id, city }) => [id, city]));

/** Shows nothing if all days are in the same city. */
export function EventDays() {
  if (new Set(event.days.map(({ venue }) => cityOf.get(venue))).size < 2) return null;
  return (
    <ul className="muted">
      {event.days.map((day) => (
        <li key={day.date}>
          {day.display}: {cityOf.get(day.venue)}
          {day.starts_at && ', '}
          <Hours {...day} />
        </li>
      ))}
    </ul>
  );
}
