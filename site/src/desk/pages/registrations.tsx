// D-02: the list. All of what is asked for stands in the address, so that a list can be sent to a colleague, and is the
// same after a reload.
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { DeskChoice, DeskChoices, DeskPeopleResponse, DeskRow } from '../../types/wire.gen';
import { Button, buttonClasses } from '../../ui/button';
import { Checkbox } from '../../ui/field';
import { type Sought, toFirstRow } from '../first-row';
import { momentOf, money, number } from '../format';
import { useMay } from '../me';
import { Part, Sheet } from '../ui/page';
import { Nothing, Shown } from '../ui/states';
import { BookingStatus } from '../ui/status';
import { type Column, Table } from '../ui/table';
import { type RoomData, useRoom } from '../use-data';
import { ExportDialog } from './export-dialog';
import { askedOf, columnsOf, paged, withChoice, withColumns, withDay, withSort, withText } from './list-query';
import styles from './registrations.module.css';

export default function People() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const may = useMay();
  const [exporting, setExporting] = useState(false);
  const query = search.replace(/^\?/, '');
  const room = useRoom<DeskPeopleResponse>('people', { query: askedOf(query) });
  useSought(room, query);
  const go = (next: string) => navigate(`/people${next && `?${next}`}`);
  const exports = may('export') && room.data && (
    <Button look="outline" onClick={() => setExporting(true)} disabled={room.data.sums.count === 0}>
      Export these {number(room.data.sums.count)}
    </Button>
  );
  return (
    <Sheet number="D-02" title="People" actions={exports}>
      <Shown room={room} instead={<Everybody go={go} />}>
        {(list) => <List list={list} query={query} go={go} />}
      </Shown>
      {exporting && room.data && <ExportDialog list={room.data} onClose={() => setExporting(false)} />}
    </Sheet>
  );
}

/**
 * Who looked for somebody and found one wants to see that one, and going back leads to the list; or they asked for its
 * first row.
 */
function useSought({ data, loading }: RoomData<DeskPeopleResponse>, query: string): void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const sought = (state as { sought?: Sought } | null)?.sought;
  useEffect(() => {
    if (!sought || loading || !data) return;
    navigate(`/people?${query}`, { replace: true });
    const [first] = data.rows;
    if (sought === 'first') toFirstRow();
    else if (first && data.sums.count === 1) navigate(`/registration/${first.id}`);
  }, [sought, loading, data, query, navigate]);
}

interface ListProps {
  list: DeskPeopleResponse;
  query: string;
  go: (query: string) => void;
}

function List({ list, query, go }: ListProps) {
  const asked = new URLSearchParams(query);
  const sort = asked.get('sort');
  return (
    <>
      <div className={styles.tools}>
        <Filters choices={list.choices} query={query} go={go} />
        <Columns choices={list.choices} query={query} go={go} />
      </div>
      <p role="status" className={styles.count}>
        {counted(list)}
      </p>
      {list.rows.length === 0 ? (
        <Empty list={list} query={query} go={go} />
      ) : (
        <Table<DeskRow>
          caption="Registrations"
          columns={shownOf(list.choices, query)}
          brief={!columnsOf(query)}
          rows={list.rows}
          keyOf={({ id }) => id}
          to={({ id }) => `/registration/${id}`}
          sort={sort ? { by: sort, down: asked.get('dir') === 'desc' } : undefined}
          onSort={({ by, down }) => go(withSort(query, by, down))}
        />
      )}
      {asked.get('q') && list.sums.count === 0 && <Alike query={list.query} />}
      <Pages list={list} query={query} go={go} />
    </>
  );
}

/** Nobody fits; or the address names a page behind the last one. */
function Empty({ list, query, go }: ListProps) {
  const last = lastPage(list);
  if (list.sums.count > 0)
    return (
      <Nothing
        title={`The list ends with page ${number(last)}.`}
        actions={
          <Link className={buttonClasses('outline')} to={`/people?${paged(query, last)}`}>
            Go to page {number(last)}
          </Link>
        }
      >
        There is no page {number(list.page)} of it.
      </Nothing>
    );
  return (
    <Nothing title="Nobody fits." actions={query && <Everybody go={go} />}>
      Look for fewer words, or take a filter away.
    </Nothing>
  );
}

const Everybody = ({ go }: { go: (query: string) => void }) => (
  <Button look="outline" onClick={() => go('')}>
    Show everybody
  </Button>
);

const lastPage = ({ sums, per }: DeskPeopleResponse) => Math.max(1, Math.ceil(sums.count / per));

/**
 * A second look, when nobody is spelled so: names with a letter too many or too few, or two that changed their places.
 */
function Alike({ query }: { query: string }) {
  const room = useRoom<DeskPeopleResponse>('people', { query, alike: true });
  const rows = room.data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <Part title="Nobody is spelled so; these sound alike" note="one letter more or less, or two that changed places">
      <Table<DeskRow>
        caption="Registrations whose names sound alike"
        columns={all.filter(({ name }) => ['name', 'code', 'state', 'city'].includes(name)).map(plain)}
        rows={rows}
        keyOf={({ id }) => id}
        to={({ id }) => `/registration/${id}`}
      />
    </Part>
  );
}

/** A column of a list that is in no order of somebody's. */
const plain = ({ sortable: _, ...column }: Column<DeskRow>): Column<DeskRow> => column;

/** How many there are, and what they bring, in a sentence. */
function counted({ sums }: DeskPeopleResponse): string {
  const people = sums.count === 1 ? '1 registration' : `${number(sums.count)} registrations`;
  const seats = sums.seats === 1 ? '1 seat' : `${number(sums.seats)} seats`;
  if (sums.net_paise === undefined || sums.gst_paise === undefined) return `${people}, ${seats}.`;
  const came = sums.net_paise + sums.gst_paise;
  const back = sums.refunded_paise ?? 0;
  return `${people}, ${seats}. Paid: net ${money(sums.net_paise)}, GST ${money(sums.gst_paise)}, came ${money(came)}; given back ${money(back)}, kept ${money(came - back)}.`;
}

const all: (Column<DeskRow> & { of?: 'contact' | 'money' })[] = [
  { name: 'name', title: 'Name', sortable: true, brief: 'title', cell: ({ name }) => name },
  {
    name: 'code',
    title: 'Code',
    sortable: true,
    brief: 'start',
    cell: ({ code }) => <span className={styles.code}>{code}</span>,
  },
  {
    name: 'state',
    title: 'State',
    sortable: true,
    brief: 'corner',
    cell: (row) => <BookingStatus state={row.state} ticket={row.ticket_status} />,
  },
  { name: 'category', title: 'Category', sortable: true, brief: 'middle', cell: (row) => row.category_name },
  { name: 'company', title: 'Company', sortable: true, cell: ({ company }) => company },
  { name: 'city', title: 'City', sortable: true, cell: ({ city }) => city },
  { name: 'institute', title: 'Institute', cell: ({ institute }) => institute },
  { name: 'membership', title: 'Membership', cell: (row) => row.membership_no },
  { name: 'spouse', title: 'Spouse', cell: (row) => row.spouse_name },
  { name: 'seats', title: 'Seats', numeric: true, cell: ({ seats }) => number(seats) },
  { name: 'email', title: 'E-mail', of: 'contact', cell: ({ email }) => email },
  { name: 'mobile', title: 'Mobile', of: 'contact', cell: ({ mobile }) => mobile },
  { name: 'registered', title: 'Registered', sortable: true, cell: (row) => momentOf(row.registered) },
  { name: 'paid', title: 'Paid', cell: ({ paid }) => paid && momentOf(paid) },
  { name: 'paid_by', title: 'Paid by', cell: (row) => row.paid_by },
  { name: 'ticket', title: 'Ticket', cell: (row) => row.ticket_status },
  { name: 'entries', title: 'Entries', numeric: true, cell: ({ entries }) => number(entries) },
  { name: 'tasks', title: 'Tasks', numeric: true, cell: ({ tasks }) => (tasks ? number(tasks) : '') },
  { name: 'amount', title: 'Amount', sortable: true, numeric: true, brief: 'end', of: 'money', cell: amountOf },
];

/** What is shown when nobody has chosen. */
const usual = ['code', 'state', 'category', 'company', 'city', 'mobile', 'registered', 'amount'];

function amountOf({ amount_paise }: DeskRow) {
  return amount_paise === undefined ? '' : money(amount_paise);
}

/** The columns that this role has something in. */
function columnsFor({ columns }: DeskChoices): typeof all {
  const has = (key: string) => columns.some((column) => column.key === key);
  return all.filter(({ of }) => !of || has(of === 'contact' ? 'mobile' : 'amount'));
}

/** The name, and the columns that the address names. */
function shownOf(choices: DeskChoices, query: string): Column<DeskRow>[] {
  const named = columnsOf(query) ?? usual;
  return columnsFor(choices).filter(({ name }) => name === 'name' || named.includes(name));
}

function Columns({ choices, query, go }: { choices: DeskChoices; query: string; go: ListProps['go'] }) {
  const offered = columnsFor(choices).filter(({ name }) => name !== 'name');
  const named = columnsOf(query) ?? usual;
  const toggle = (name: string) =>
    go(
      withColumns(
        query,
        offered.map((column) => column.name).filter((one) => (one === name) !== named.includes(one)),
      ),
    );
  return (
    <details className={styles.choose}>
      <summary>Columns</summary>
      <fieldset className={styles.columns}>
        <legend className="unseen">Columns</legend>
        {offered.map(({ name, title }) => (
          <Checkbox key={name} label={title} checked={named.includes(name)} onChange={() => toggle(name)} />
        ))}
      </fieldset>
    </details>
  );
}

function Filters({ choices, query, go }: { choices: DeskChoices; query: string; go: ListProps['go'] }) {
  const asked = new URLSearchParams(query);
  const text = asked.get('q');
  // They stand in the way of the list; whoever has chosen one sees which.
  const filtered = ['state', 'category', 'paid_by', 'flag', 'from', 'to', 'paid_from', 'paid_to', 'came'].some((name) =>
    asked.has(name),
  );
  return (
    <details className={styles.choose} open={filtered}>
      <summary>Filters</summary>
      <fieldset className={styles.filters}>
        <legend className="unseen">Filters</legend>
        <Choice label="State" name="state" choices={choices.states} query={query} go={go} />
        <Choice label="Category" name="category" choices={choices.categories} query={query} go={go} />
        <Choice label="Paid by" name="paid_by" choices={choices.paid_by} query={query} go={go} />
        <Choice label="Only those" name="flag" choices={choices.flags} query={query} go={go} />
        <div className={styles.span}>
          <Day label="Registered from" name="from" query={query} go={go} />
          <Day label="Registered to" name="to" query={query} go={go} />
        </div>
        <div className={styles.span}>
          <Day label="Paid from" name="paid_from" query={query} go={go} />
          <Day label="Paid to" name="paid_to" query={query} go={go} />
        </div>
        <Day label="Came on" name="came" query={query} go={go} />
        {text && (
          <Button look="quiet" onClick={() => go(withText(query, ''))}>
            {`Without “${text}”`}
          </Button>
        )}
        {query && (
          <Button look="quiet" onClick={() => go('')}>
            Everybody
          </Button>
        )}
      </fieldset>
    </details>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  choices: DeskChoice[];
  query: string;
  go: ListProps['go'];
}

/** One value of a filter; more than one comes with the address, and is shown as such. */
function Choice({ label, name, choices, query, go }: ChoiceProps) {
  const chosen = new URLSearchParams(query).getAll(name);
  return (
    <label className={styles.filter}>
      {label}
      <select
        value={chosen.length > 1 ? '+' : (chosen[0] ?? '')}
        onChange={({ target }) => go(withChoice(query, name, target.value))}
      >
        <option value="">all</option>
        {chosen.length > 1 && <option value="+">{chosen.length} chosen</option>}
        {choices.map((choice) => (
          <option key={choice.key} value={choice.key}>
            {choice.name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Day({ label, name, query, go }: { label: string; name: string; query: string; go: ListProps['go'] }) {
  const value = new URLSearchParams(query).get(name) ?? '';
  return (
    <label className={styles.filter}>
      {label}
      <input type="date" value={value} onChange={({ target }) => go(withDay(query, name, target.value))} />
    </label>
  );
}

function Pages({ list, query, go }: ListProps) {
  const last = lastPage(list);
  if (last === 1 || list.page > last) return null;
  return (
    <nav aria-label="Pages" className={styles.pages}>
      <Button look="outline" disabled={list.page <= 1} onClick={() => go(paged(query, list.page - 1))}>
        Before
      </Button>
      <span aria-current="page">
        Page {number(list.page)} of {number(last)}
      </span>
      <Button look="outline" disabled={list.page >= last} onClick={() => go(paged(query, list.page + 1))}>
        Next
      </Button>
    </nav>
  );
}
