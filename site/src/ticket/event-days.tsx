import { event, placeOf } from '../content';
import { Hours } from '../ui/hours';

/** Shows nothing if all days are at the same venue. */
export function EventDays() {
  if (new Set(event.days.map(({ venue }) => venue)).size < 2) return null;
  return (
    <ul className="muted">
      {event.days.map((day) => (
        <li key={day.date}>
          {day.display}: {placeOf(day.venue)}
          {day.starts_at && ', '}
          <Hours {...day} />
        </li>
      ))}
    </ul>
  );
}
