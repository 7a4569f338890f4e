// Today's days: columns on an axis, and the table with their figures.
import type { DeskDay } from '../../types/wire.gen';
import { calendarDay, shortDay } from '../format';
import { Part } from '../ui/page';
import { Columns } from './charts';
import { Amount, Figure, seesAmounts } from './figures';
import styles from './overview.module.css';

/** How many days stand in the table before it is opened. */
const lately = 14;

/** How many days stand between two marks of the axis: so few that their words have room on a telephone. */
const marksOf = (days: number) => Math.max(1, Math.ceil(days / 5));

/** All days from the first to the last, those too on which nothing happened: so a column stands where its day is. */
function everyDay(days: DeskDay[]): string[] {
  const at = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
  const first = at(days[0]?.day ?? '');
  return Array.from({ length: at(days.at(-1)?.day ?? '') - first + 1 }, (_, n) =>
    new Date((first + n) * 86_400_000).toISOString().slice(0, 10),
  );
}

export function Days({ days }: { days: DeskDay[] }) {
  if (days.length === 0) return null;
  const newest = [...days].reverse();
  const found = new Map(days.map((one) => [one.day, one]));
  const every = everyDay(days);
  return (
    <Part title="By day" note="registered and paid">
      <Columns
        title={`Registrations by day, from ${calendarDay(days[0]?.day ?? '')} to ${calendarDay(days.at(-1)?.day ?? '')}; the table below has the figures`}
        values={every.map((day, at) => ({
          name: day,
          outer: found.get(day)?.registered.count ?? 0,
          inner: found.get(day)?.paid.count ?? 0,
          tick: (every.length - 1 - at) % marksOf(every.length) === 0 ? shortDay(day) : undefined,
        }))}
      />
      <p className={styles.axis} aria-hidden="true">
        <i className={styles.outer} /> registered <i className={styles.inner} /> paid
      </p>
      <DayTable days={newest.slice(0, lately)} caption="The last days" />
      {newest.length > lately && (
        <details className={styles.more}>
          <summary>The {newest.length - lately} days before</summary>
          <DayTable days={newest.slice(lately)} caption="Earlier days" />
        </details>
      )}
    </Part>
  );
}

function DayTable({ days, caption }: { days: DeskDay[]; caption: string }) {
  const seen = seesAmounts(days.map(({ paid }) => paid));
  return (
    <div className="scrolls">
      <table className={`${styles.table} ${styles.days}`}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Registered</th>
            <th scope="col">Paid</th>
            {seen && (
              <>
                <th scope="col">Net</th>
                <th scope="col">GST</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, registered, paid }) => (
            <tr key={day}>
              <th scope="row">
                <time dateTime={day}>{calendarDay(day)}</time>
              </th>
              <td data-title="Registered">
                <Figure group={{ ...registered, name: `Registered on ${calendarDay(day)}` }} />
              </td>
              <td data-title="Paid">
                <Figure group={{ ...paid, name: `Paid on ${calendarDay(day)}` }} />
              </td>
              {seen && (
                <>
                  <Amount of={{ ...paid, name: calendarDay(day) }} name="net" paise={paid.net_paise} />
                  <Amount of={{ ...paid, name: calendarDay(day) }} name="GST" paise={paid.gst_paise} />
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
