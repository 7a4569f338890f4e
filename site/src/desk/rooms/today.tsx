// D-01: how it stands. Every figure is a link to the list behind it, and is what that list adds up to.
import { Link } from 'react-router';
import type { DeskCategory, DeskDay, DeskGroup, DeskTodayResponse } from '../../types/wire.gen';
import { calendarDay, momentOf, money, number, shortDay } from '../format';
import { useMay } from '../me';
import { Part, Sheet } from '../ui/sheet';
import { Shown } from '../ui/states';
import { BookingStatus } from '../ui/status';
import { useRoom } from '../use-room';
import { Bar, Columns } from './bars';
import { narrowed, wentBack } from './query';
import styles from './today.module.css';

export default function Today() {
  const room = useRoom<DeskTodayResponse>('today');
  return (
    <Sheet number="D-01" title="Today">
      <Shown room={room}>{(today) => <Figures today={today} />}</Shown>
    </Sheet>
  );
}

function Figures({ today }: { today: DeskTodayResponse }) {
  return (
    <div className={styles.today}>
      <div className={styles.at}>
        <p>As of {momentOf(today.at)}</p>
        <Veiled />
      </div>
      {today.alarms.length > 0 && <Alarms today={today} />}
      <Answers today={today} />
      <Waiting flags={today.flags} />
      <Categories all={today.categories} total={today.all} />
      <Groups title="By state" name="State" groups={today.states} isState />
      {today.paid_by && today.paid_by.length > 0 && (
        <Groups
          title="How they paid"
          name="Way"
          groups={today.paid_by}
          note="Free ones count apart: they bring no money."
        />
      )}
      <Inside groups={today.inside} />
      <Days days={today.days} />
    </div>
  );
}

const Alarms = ({ today }: { today: DeskTodayResponse }) => (
  <Part title="Alarms">
    <ul className={styles.alarms}>
      {today.alarms.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  </Part>
);

/** A figure, with the list that it counts behind it. */
const Figure = ({ group, children }: { group: DeskGroup; children?: string }) => (
  <Link
    to={`/people?${group.query}`}
    className={styles.figure}
    aria-label={`${group.name}: ${children ?? group.count}`}
  >
    {children ?? number(group.count)}
  </Link>
);

const comes = ['paid', 'part refunded'];

/** The three questions with which somebody sits down: how many come, how the money stands, what waits. */
function Answers({ today }: { today: DeskTodayResponse }) {
  const may = useMay();
  const seats = today.states.filter(({ key }) => comes.includes(key)).reduce((sum, group) => sum + group.seats, 0);
  // Only who has paid brought money; free ones count apart.
  const ways = (today.paid_by ?? []).map(({ key }) => key).filter((key) => key !== 'free');
  const came = { ...today.all, query: narrowed(today.all.query, 'paid_by', ways) };
  const returned = { ...today.all, query: narrowed(today.all.query, 'state', wentBack) };
  const { net_paise: net, gst_paise: gst, refunded_paise: back } = today.all;
  return (
    <dl className={styles.answers}>
      <div>
        <dt>Seats of people who come</dt>
        <dd>
          <Link
            className={styles.figure}
            to={`/people?${new URLSearchParams(comes.map((state) => ['state', state]))}`}
            aria-label={`Seats of people who come: ${number(seats)}`}
          >
            {number(seats)}
          </Link>
        </dd>
      </div>
      {net !== undefined && gst !== undefined && back !== undefined && (
        <div>
          <dt>
            Money kept: <Figure group={{ ...came, name: 'Came' }}>{money(net + gst)}</Figure> came,{' '}
            <Figure group={{ ...returned, name: 'Went back' }}>{money(back)}</Figure> went back
          </dt>
          <dd>
            <Figure group={{ ...came, name: 'Money kept' }}>{money(net + gst - back)}</Figure>
          </dd>
        </div>
      )}
      {may('tasks.view') && (
        <div>
          <dt>{today.tasks === 1 ? 'Task waits' : 'Tasks wait'} for a person</dt>
          <dd>
            <Link className={styles.figure} to="/tasks" aria-label={`Tasks that wait for a person: ${today.tasks}`}>
              {number(today.tasks)}
            </Link>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Waiting({ flags }: { flags: DeskGroup[] }) {
  return (
    <Part title="What waits">
      <ul className={styles.cards}>
        {flags.map((flag) => (
          <li key={flag.key}>
            <Figure group={flag} />
            <span>{flag.name}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Why some amounts are a dash, for who sees those of many together and of nobody alone. */
function Veiled() {
  const may = useMay();
  return (
    may('money.sums') &&
    !may('money.view') && (
      <p>
        Your role sees the amounts of many people together. A dash (–) stands where an amount would tell what fewer than
        ten people paid, by itself or subtracted from a total.
      </p>
    )
  );
}

/** An amount of a group, with the list that it adds up behind it. Those of a few people are not told to everybody. */
const Amount = ({ of, name, paise }: { of: DeskGroup; name: string; paise: number | undefined }) =>
  paise === undefined ? (
    <td title="Not shown to your role: it would tell what a few people paid">
      <span aria-hidden="true">–</span>
      <span className="unseen">not shown</span>
    </td>
  ) : (
    <td>
      <Figure group={{ ...of, name: `${of.name}, ${name}` }}>{money(paise)}</Figure>
    </td>
  );

/** Whether somebody sees amounts at all. */
const seesAmounts = (groups: DeskGroup[]) => groups.some(({ net_paise }) => net_paise !== undefined);

const MoneyHeads = ({ seen }: { seen: boolean }) =>
  seen && (
    <>
      <th scope="col">Net</th>
      <th scope="col">GST</th>
      <th scope="col">Given back</th>
    </>
  );

const MoneyCells = ({ of, seen }: { of: DeskGroup; seen: boolean }) =>
  seen && (
    <>
      <Amount of={of} name="net" paise={of.net_paise} />
      <Amount of={of} name="GST" paise={of.gst_paise} />
      <Amount
        of={{ ...of, query: narrowed(of.query, 'state', wentBack) }}
        name="given back"
        paise={of.refunded_paise}
      />
    </>
  );

/** The list of all who hold a seat, whichever ticket they have. */
function seats(all: DeskCategory[]): DeskGroup {
  const [first] = all.map(({ held }) => held);
  const query = new URLSearchParams(first?.query);
  query.delete('category');
  for (const { type } of all) query.append('category', type);
  return { ...(first as DeskGroup), query: query.toString() };
}

function Categories({ all, total }: { all: DeskCategory[]; total: DeskGroup }) {
  const seen = seesAmounts([total, ...all.map((category) => category.all)]);
  return (
    <Part title="By category" note="seats against capacity">
      <div className="scrolls">
        <table className={styles.table}>
          <caption className="unseen">Seats, registrations and money by category</caption>
          <thead>
            <tr>
              <th scope="col">Category</th>
              <th scope="col">Seats taken</th>
              <th scope="col">Capacity</th>
              <td aria-hidden="true" className={styles.wide} />
              <th scope="col">Registrations</th>
              <MoneyHeads seen={seen} />
            </tr>
          </thead>
          <tbody>
            {all.map((category) => (
              <tr key={category.type}>
                <th scope="row">{category.name}</th>
                <td>
                  <Figure group={{ ...category.held, name: `Seats of ${category.name}` }}>
                    {number(category.held.seats)}
                  </Figure>
                </td>
                <td>{category.capacity ? number(category.capacity) : 'no limit'}</td>
                <td aria-hidden="true" className={styles.wide}>
                  {category.capacity > 0 && <Bar part={category.held.seats} of={category.capacity} />}
                </td>
                <td>
                  <Figure group={category.all} />
                </td>
                <MoneyCells of={category.all} seen={seen} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All</th>
              <td>
                <Figure group={{ ...seats(all), name: 'Seats in all' }}>
                  {number(all.reduce((sum, { held }) => sum + held.seats, 0))}
                </Figure>
              </td>
              <td>
                {all.every(({ capacity }) => capacity > 0)
                  ? number(all.reduce((sum, { capacity }) => sum + capacity, 0))
                  : ''}
              </td>
              <td aria-hidden="true" className={styles.wide} />
              <td>
                <Figure group={total} />
              </td>
              <MoneyCells of={total} seen={seen} />
            </tr>
          </tfoot>
        </table>
      </div>
    </Part>
  );
}

interface GroupsProps {
  title: string;
  name: string;
  groups: DeskGroup[];
  note?: string;
  isState?: boolean;
}

function Groups({ title, name, groups, note, isState }: GroupsProps) {
  const most = Math.max(1, ...groups.map(({ count }) => count));
  const seen = seesAmounts(groups);
  if (groups.length === 0) return null;
  return (
    <Part title={title} note={note}>
      <div className="scrolls">
        <table className={styles.table}>
          <caption className="unseen">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{name}</th>
              <th scope="col">Registrations</th>
              <td aria-hidden="true" className={styles.wide} />
              <th scope="col">Seats</th>
              <MoneyHeads seen={seen} />
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.key}>
                <th scope="row">{isState ? <BookingStatus state={group.key} /> : group.name}</th>
                <td>
                  <Figure group={group} />
                </td>
                <td aria-hidden="true" className={styles.wide}>
                  <Bar part={group.count} of={most} />
                </td>
                <td>
                  <Figure group={{ ...group, name: `${group.name}, seats` }}>{number(group.seats)}</Figure>
                </td>
                <MoneyCells of={group} seen={seen} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}

const Inside = ({ groups }: { groups: DeskGroup[] }) => (
  <Part
    title="Who has come"
    note={useMay()('gate.view') ? <Link to="/gate">by the time of day, at the gate</Link> : 'registrations by day'}
  >
    {groups.length === 0 ? (
      <p className={styles.at}>Nobody was scanned at a gate yet.</p>
    ) : (
      <ul className={styles.cards}>
        {groups.map((group) => (
          <li key={group.key}>
            <Figure group={group} />
            <span>
              {group.name !== group.key && `${group.name}, `}
              {calendarDay(group.key)}
            </span>
          </li>
        ))}
      </ul>
    )}
  </Part>
);

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

function Days({ days }: { days: DeskDay[] }) {
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
      <table className={styles.table}>
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
              <td>
                <Figure group={{ ...registered, name: `Registered on ${calendarDay(day)}` }} />
              </td>
              <td>
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
