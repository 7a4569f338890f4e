// D-01: how it stands. Every figure is a link to the list behind it, and is what that list adds up to.
import { Link } from 'react-router';
import type { BookingState, DeskCategory, DeskGroup, DeskTodayResponse } from '../../types/wire.gen';
import { calendarDay, momentOf, money, number } from '../format';
import { useMay } from '../me';
import { Part, Sheet } from '../ui/page';
import { Shown } from '../ui/states';
import { BookingStatus } from '../ui/status';
import { useRoom } from '../use-data';
import { Bar } from './charts';
import { Figure, MoneyCells, MoneyHeads, seesAmounts } from './figures';
import { narrowed, wentBack } from './list-query';
import styles from './overview.module.css';
import { Days } from './overview-days';

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

const comes = ['paid', 'part refunded'];

/** The three questions with which somebody sits down: how many come, how the money stands, what waits. */
function Answers({ today }: { today: DeskTodayResponse }) {
  const may = useMay();
  const seats = today.states.filter(({ key }) => comes.includes(key)).reduce((sum, group) => sum + group.seats, 0);
  // Only who has paid brought money; free ones count apart.
  const ways = (today.paid_by ?? []).map(({ key }) => key).filter((key) => key !== 'free');
  const came = { ...today.all, query: narrowed(today.all.query, 'paid_by', ways) };
  const returned = { ...today.all, query: wentBack(today.all.query) };
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

/** The list of all who hold a seat, whichever ticket they have. */
function seats(all: DeskCategory[]): DeskGroup {
  const [first] = all.map(({ held }) => held);
  const query = new URLSearchParams(first?.query);
  query.delete('category');
  for (const { type } of all) query.append('category', type);
  return { ...(first as DeskGroup), query: query.toString() };
}

/** How many seats can still be sold. */
export const left = ({ capacity, held }: DeskCategory): number => Math.max(0, capacity - held.seats);

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
              <th scope="col">Seats left</th>
              <td aria-hidden="true" className={styles.wide} />
              <th scope="col">Registrations</th>
              <MoneyHeads seen={seen} />
            </tr>
          </thead>
          <tbody>
            {all.map((category) => (
              <tr key={category.type}>
                <th scope="row">{category.name}</th>
                <td data-title="Seats taken">
                  <Figure group={{ ...category.held, name: `Seats of ${category.name}` }}>
                    {number(category.held.seats)}
                  </Figure>
                </td>
                <td data-title="Capacity">{category.capacity ? number(category.capacity) : 'no limit'}</td>
                <td data-title="Seats left">{category.capacity > 0 && number(left(category))}</td>
                <td aria-hidden="true" className={styles.wide}>
                  {category.capacity > 0 && <Bar part={category.held.seats} of={category.capacity} />}
                </td>
                <td data-title="Registrations">
                  <Figure group={category.all} />
                </td>
                <MoneyCells of={category.all} seen={seen} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All</th>
              <td data-title="Seats taken">
                <Figure group={{ ...seats(all), name: 'Seats in all' }}>
                  {number(all.reduce((sum, { held }) => sum + held.seats, 0))}
                </Figure>
              </td>
              <td data-title="Capacity">
                {all.every(({ capacity }) => capacity > 0)
                  ? number(all.reduce((sum, { capacity }) => sum + capacity, 0))
                  : ''}
              </td>
              <td data-title="Seats left">
                {all.every(({ capacity }) => capacity > 0) && number(all.reduce((sum, one) => sum + left(one), 0))}
              </td>
              <td aria-hidden="true" className={styles.wide} />
              <td data-title="Registrations">
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
                <th scope="row">{isState ? <BookingStatus state={group.key as BookingState} /> : group.name}</th>
                <td data-title="Registrations">
                  <Figure group={group} />
                </td>
                <td aria-hidden="true" className={styles.wide}>
                  <Bar part={group.count} of={most} />
                </td>
                <td data-title="Seats">
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
              {group.count === 1 ? 'registration' : 'registrations'} · {number(group.seats)}{' '}
              {group.seats === 1 ? 'seat' : 'seats'}
            </span>
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
