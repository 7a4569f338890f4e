import { event } from '../content';
import * as texts from '../texts';
import { Hours } from '../ui/hours';
import styles from './day-list.module.css';

/** The days with their places, hours and calendar files. */
export function DayList() {
  const several = event.days.length > 1;
  return (
    <>
      <ol className={styles.days}>
        {event.days.map((day, index) => {
          const venue = event.venues.find(({ id }) => id === day.venue);
          return (
            <li key={day.date}>
              {several && <p className="accent">{texts.dayNumber(index + 1)}</p>}
              <h3>{day.display}</h3>
              <p>
                {venue?.name ? (
                  <>
                    {venue.name}, {venue.city}
                  </>
                ) : (
                  venue?.city
                )}
              </p>
              {day.starts_at && (
                <p className={styles.hours}>
                  <Hours {...day} />
                </p>
              )}
              <a href={`/day-${index + 1}.ics`} className="until-over target" download>
                {several ? texts.addDayToCalendar(index + 1) : texts.addToCalendar}
              </a>
            </li>
          );
        })}
      </ol>
      {several && (
        <p className={`until-over ${styles.whole}`}>
          <a href="/event.ics" className="target" download>
            {texts.addAllDaysToCalendar}
          </a>
        </p>
      )}
    </>
  );
}
