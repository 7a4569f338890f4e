import type { DeskDay } from '../../types/wire.gen';
import { calendarDay, shortDay } from '../format';
import * as texts from '../texts';
import { Section } from '../ui/page';
import { Table } from '../ui/table';
import { Columns } from './charts';
import { Figure, moneyColumns } from './figures';
import styles from './overview.module.css';

/** How many days the table shows before somebody opens the rest. */
const lately = 14;

/** The labels must fit on a phone. */
const daysPerLabel = (days: number) => Math.max(1, Math.ceil(days / 5));

/** Every day from the first to the last, with or without registrations, so that the axis has regular steps. */
function everyDay(days: DeskDay[]): string[] {
  const at = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
  const first = at(days[0]?.day ?? '');
  return Array.from({ length: at(days.at(-1)?.day ?? '') - first + 1 }, (_, n) =>
    new Date((first + n) * 86_400_000).toISOString().slice(0, 10),
  );
}

export function Days({ days }: { days: DeskDay[] }) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const newest = [...days].reverse();
  const found = new Map(days.map((one) => [one.day, one]));
  const every = everyDay(days);
  return (
    <Section title={texts.byDay} note={texts.byDayNote}>
      <Columns
        title={texts.daysChart(calendarDay(first.day), calendarDay(last.day))}
        values={every.map((day, at) => ({
          name: day,
          outer: found.get(day)?.registered.count ?? 0,
          inner: found.get(day)?.paid.count ?? 0,
          tick: (every.length - 1 - at) % daysPerLabel(every.length) === 0 ? shortDay(day) : undefined,
        }))}
      />
      <p className={styles.legend} aria-hidden="true">
        <i className={styles.outer} /> {texts.registeredLegend} <i className={styles.inner} /> {texts.paidLegend}
      </p>
      <DayTable days={newest.slice(0, lately)} caption={texts.lastDays} />
      {newest.length > lately && (
        <details>
          <summary>{texts.daysBefore(newest.length - lately)}</summary>
          <DayTable days={newest.slice(lately)} caption={texts.earlierDays} />
        </details>
      )}
    </Section>
  );
}

const DayTable = ({ days, caption }: { days: DeskDay[]; caption: string }) => (
  <Table
    caption={caption}
    phone="figures"
    rows={days}
    keyOf={({ day }) => day}
    columns={[
      { title: texts.day, cell: ({ day }) => <time dateTime={day}>{calendarDay(day)}</time> },
      {
        title: texts.registered,
        numeric: true,
        cell: ({ day, registered }) => <Figure group={{ ...registered, name: texts.registeredOn(calendarDay(day)) }} />,
      },
      {
        title: texts.paid,
        numeric: true,
        cell: ({ day, paid }) => <Figure group={{ ...paid, name: texts.paidOn(calendarDay(day)) }} />,
      },
      ...moneyColumns<DeskDay>(days, ({ day, paid }) => ({ ...paid, name: calendarDay(day) }), false),
    ]}
  />
);
