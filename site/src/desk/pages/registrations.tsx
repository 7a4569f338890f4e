// The address contains search, filters, order and columns, so a list can be shared.
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { badge, registration, tickets } from '../../content';
import type { Field } from '../../types/content.gen';
import type { DeskChoice, DeskChoices, DeskRegistrationsResponse, DeskRow } from '../../types/wire.gen';
import { Button, buttonClasses } from '../../ui/button';
import { Checkbox } from '../../ui/field';
import { Options } from '../../ui/options';
import { answerOf, fieldName, isAsked, mayDeductTax } from '../field-names';
import { focusFirstRow, type SearchTarget } from '../focus';
import { momentOf, money, number } from '../format';
import { useMay } from '../me';
import * as texts from '../texts';
import { DeskPage, Section } from '../ui/page';
import { Nothing, Shown } from '../ui/states';
import { BookingStatus } from '../ui/status';
import { type Column, Table } from '../ui/table';
import { type Data, useData } from '../use-data';
import { ExportDialog } from './export-dialog';
import { askedOf, columnsOf, paged, withColumns, withSort, withValue } from './list-query';
import styles from './registrations.module.css';

export default function Registrations() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const may = useMay();
  const [exporting, setExporting] = useState(false);
  const query = search.replace(/^\?/, '');
  const data = useData<DeskRegistrationsResponse>('registrations', { query: askedOf(query) });
  useSearchTarget(data, query);
  const go = (next: string) => navigate(`/registrations${next && `?${next}`}`);
  const list = data.data;
  // Longer lists are printed in several parts.
  const printAll = () =>
    list?.per === Number(mostRows)
      ? print()
      : navigate(`/registrations?${withValue(query, 'per', mostRows)}`, { state: { target: 'print' } });
  const buttons = list && list.sums.count > 0 && (
    <>
      <Button look="outline" onClick={printAll}>
        {texts.printList}
      </Button>
      {may('badges') && (
        <Link className={buttonClasses('outline')} to={`/badges?${query || 'sort=name'}`}>
          {texts.printTheseBadges}
        </Link>
      )}
      {may('export') && (
        <Button look="outline" onClick={() => setExporting(true)}>
          {texts.exportTitle(list.sums.count, number(list.sums.count))}
        </Button>
      )}
    </>
  );
  return (
    <DeskPage number="D-02" title={texts.registrations} actions={buttons}>
      <Shown data={data} instead={<ShowAll go={go} />}>
        {(list) => <List list={list} query={query} go={go} />}
      </Shown>
      {exporting && list && <ExportDialog list={list} onClose={() => setExporting(false)} />}
    </DeskPage>
  );
}

/** The most rows that the API returns at once: maxPerPage in api/desk/query.go. */
const mostRows = '1000';

/** After a search: opens the only registration found, or moves the focus to the first row. Or prints the whole list. */
function useSearchTarget({ data, loading }: Data<DeskRegistrationsResponse>, query: string): void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const target = (state as { target?: SearchTarget } | null)?.target;
  useEffect(() => {
    if (!target || loading || !data) return;
    navigate(`/registrations?${query}`, { replace: true });
    const [first] = data.rows;
    if (target === 'print') print();
    else if (target === 'first') focusFirstRow();
    else if (first && data.sums.count === 1) navigate(`/registration/${first.id}`);
  }, [target, loading, data, query, navigate]);
}

interface QueryProps {
  query: string;
  go: (query: string) => void;
}

type ListProps = QueryProps & { list: DeskRegistrationsResponse };

function List({ list, query, go }: ListProps) {
  const asked = new URLSearchParams(query);
  const sort = asked.get('sort');
  const { sums } = list;
  return (
    <>
      <div className={`row no-print ${styles.tools}`}>
        <Filters choices={list.choices} query={query} go={go} />
        <Columns choices={list.choices} query={query} go={go} />
      </div>
      <div>
        <p role="status">
          {texts.listCounts(sums.count, number(sums.count), sums.seats, number(sums.seats))}
          {list.rows.length < sums.count && shownRows(list)}
        </p>
        <Sums sums={sums} />
      </div>
      {list.rows.length === 0 ? (
        <Empty list={list} query={query} go={go} />
      ) : (
        <Table<DeskRow>
          caption={texts.registrations}
          columns={shownColumns(list.choices, query)}
          phone={columnsOf(query) ? undefined : 'brief'}
          rows={list.rows}
          keyOf={({ id }) => id}
          to={({ id }) => `/registration/${id}`}
          sort={sort ? { by: sort, down: asked.get('dir') === 'desc' } : undefined}
          onSort={({ by, down }) => go(withSort(query, by, down))}
        />
      )}
      {asked.get('q') && list.sums.count === 0 && <SimilarNames query={list.query} />}
      {list.per === Number(mostRows) && list.page < lastPage(list) && <p>{texts.listGoesOn}</p>}
      <Pages list={list} query={query} go={go} />
    </>
  );
}

/** Also on paper, so that a printed page does not look like the whole list. */
const shownRows = ({ rows, page, per }: DeskRegistrationsResponse) =>
  rows.length > 0 && texts.listRows(number((page - 1) * per + 1), number((page - 1) * per + rows.length));

/** Shown if nothing was found, or if the address names a page after the last one. */
function Empty({ list, query, go }: ListProps) {
  const last = lastPage(list);
  if (list.sums.count === 0)
    return (
      <Nothing title={texts.nothingFound} actions={query && <ShowAll go={go} />}>
        {texts.nothingFoundHelp}
      </Nothing>
    );
  return (
    <Nothing
      title={texts.listEnds(number(last))}
      actions={
        <Link className={buttonClasses('outline')} to={`/registrations?${paged(query, last)}`}>
          {texts.goToPage(number(last))}
        </Link>
      }
    >
      {texts.noSuchListPage(number(list.page))}
    </Nothing>
  );
}

const ShowAll = ({ go }: { go: QueryProps['go'] }) => (
  <Button look="outline" onClick={() => go('')}>
    {texts.showAll}
  </Button>
);

const lastPage = ({ sums, per }: DeskRegistrationsResponse) => Math.max(1, Math.ceil(sums.count / per));

/** If no name matches, shows names with one letter more or less, or with two letters swapped. */
function SimilarNames({ query }: { query: string }) {
  const rows = useData<DeskRegistrationsResponse>('registrations', { query, alike: true }).data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <Section title={texts.similarNames} note={texts.similarNamesNote}>
      <Table<DeskRow>
        caption={texts.similarNamesCaption}
        columns={allColumns
          .filter(({ name }) => ['name', 'code', 'state', 'city'].includes(name))
          .map(({ sort: _, ...column }) => column)}
        rows={rows}
        keyOf={({ id }) => id}
        to={({ id }) => `/registration/${id}`}
      />
    </Section>
  );
}

function Sums({ sums }: Pick<DeskRegistrationsResponse, 'sums'>) {
  const { net_paise: net, gst_paise: gst, refunded_paise: refunded = 0 } = sums;
  if (net === undefined || gst === undefined) return null;
  const paid = net + gst;
  return (
    <p>
      {tickets.gst_percent > 0 && texts.listTax(money(net), money(gst))}
      {texts.listSums(money(paid), mayDeductTax, money(refunded), money(paid - refunded))}
    </p>
  );
}

type ListColumn = Column<DeskRow> & { name: string; of?: 'contact' | 'money' };

/** The field that a column shows. */
const fieldOf: Record<string, string> = {
  city: 'city',
  mobile: 'mobile',
  company: 'company_name',
  institute: 'institute_name',
  membership: 'membership_no',
  spouse: 'spouseName',
};

const sortable = ['name', 'code', 'state', 'category', 'company', 'city', 'registered', 'amount'];

const column = (
  name: keyof typeof texts.listColumns,
  cell: ListColumn['cell'],
  rest: Partial<ListColumn> = {},
): ListColumn => ({
  name,
  title: isAsked(fieldOf[name] ?? '') ? fieldName(fieldOf[name]!) : texts.listColumns[name],
  cell,
  sort: sortable.includes(name) ? name : undefined,
  ...rest,
});

const ofQuestion = ({ name, label }: Field): ListColumn => ({
  name: `answers.${name}`,
  title: label,
  cell: ({ answers }) => answers?.[name] && answerOf(name, answers[name]),
  of: 'contact',
});

const allColumns: ListColumn[] = [
  column('name', ({ name }) => name, { brief: 'title' }),
  column('code', ({ code }) => <span className="code">{code}</span>, { brief: 'start' }),
  column('state', (row) => <BookingStatus state={row.state} ticket={row.ticket_status} />, { brief: 'corner' }),
  column('category', (row) => row.category_name, { brief: 'middle' }),
  column('company', ({ company }) => company),
  column('city', ({ city }) => city),
  column('institute', ({ institute }) => institute),
  column('membership', (row) => row.membership_no),
  column('spouse', (row) => row.spouse_name),
  column('seats', ({ seats }) => number(seats), { numeric: true }),
  column('email', ({ email }) => email, { of: 'contact' }),
  column('mobile', ({ mobile }) => mobile, { of: 'contact', look: 'wide' }),
  column('registered', (row) => momentOf(row.registered), { look: 'wide' }),
  column('paid', ({ paid }) => paid && momentOf(paid)),
  column('paid_by', (row) => row.paid_by),
  column('ticket', (row) => row.ticket_status),
  column('entries', ({ entries }) => number(entries), { numeric: true }),
  column('tasks', ({ tasks }) => tasks && number(tasks), { numeric: true }),
  column('amount', ({ amount_paise: paise }) => paise !== undefined && money(paise), {
    numeric: true,
    brief: 'end',
    of: 'money',
  }),
  column('waived', ({ waived_paise: paise }) => paise && money(paise), { numeric: true, of: 'money' }),
  ...registration.fields.filter(({ own }) => own).map(ofQuestion),
];

const sharedColumn = column('shared', ({ shared }) => shared, { brief: 'below' });

const usualColumns = ['code', 'state', 'category', 'company', 'city', 'mobile', 'registered', 'amount'];

/** Whether a form or the badge has the column's field. Every form has the field `email`. */
const isShown = (field = 'email') => isAsked(field) || (field === 'company_name' && badge?.fields.includes(field));

function columnsFor({ columns }: DeskChoices): ListColumn[] {
  const has = (key: string) => columns.some((column) => column.key === key);
  return allColumns.filter(
    ({ name, of }) => isShown(fieldOf[name]) && (!of || has(of === 'contact' ? 'email' : 'amount')),
  );
}

function shownColumns(choices: DeskChoices, query: string): ListColumn[] {
  const shown = columnsOf(query) ?? usualColumns;
  const [first, ...others] = columnsFor(choices).filter(({ name }) => name === 'name' || shown.includes(name));
  const isDuplicates = new URLSearchParams(query).getAll('flag').includes('duplicate');
  return [first!, ...(isDuplicates ? [sharedColumn] : []), ...others];
}

function Columns({ choices, query, go }: QueryProps & { choices: DeskChoices }) {
  const offered = columnsFor(choices).filter(({ name }) => name !== 'name');
  const shown = columnsOf(query) ?? usualColumns;
  const toggle = (name: string) => {
    const names = offered.map((column) => column.name).filter((one) => (one === name) !== shown.includes(one));
    go(withColumns(query, names));
  };
  return (
    <details className={styles.choose}>
      <summary>{texts.columns}</summary>
      <fieldset className={styles.columns}>
        <legend className="unseen">{texts.columns}</legend>
        {offered.map(({ name, title }) => (
          <Checkbox key={name} label={title} checked={shown.includes(name)} onChange={() => toggle(name)} />
        ))}
      </fieldset>
    </details>
  );
}

const dayFilters = [['from', 'to'], ['paid_from', 'paid_to'], ['checked_in']] as const;

function Filters({ choices, query, go }: QueryProps & { choices: DeskChoices }) {
  const asked = new URLSearchParams(query);
  const text = asked.get('q');
  const labels = texts.filterLabels;
  const states = choices.states.map(({ key, name }) => ({ key, name: texts.stateName(key) ?? name }));
  const lists = [
    { key: 'state', name: labels.state, choices: states },
    { key: 'category', name: labels.category, choices: choices.categories },
    { key: 'paid_by', name: labels.paid_by, choices: choices.paid_by },
    { key: 'flag', name: labels.flag, choices: choices.flags },
    ...(choices.questions ?? []),
  ];
  // The filters are open only if one is set, because they take space from the list.
  const isFiltered = [...lists.map(({ key }) => key), ...dayFilters.flat()].some((name) => asked.has(name));
  return (
    <details className={styles.choose} open={isFiltered}>
      <summary>{texts.filters}</summary>
      <fieldset className={styles.filters}>
        <legend className="unseen">{texts.filters}</legend>
        {lists.map(({ key, name, choices }) => (
          <Choice key={key} name={key} label={name} choices={choices} query={query} go={go} />
        ))}
        {dayFilters.map((names) => (
          <div key={names[0]} className={styles.span}>
            {names.map((name) => (
              <label key={name} className={styles.filter}>
                {labels[name]}
                <input
                  type="date"
                  value={asked.get(name) ?? ''}
                  onChange={({ target }) => go(withValue(query, name, target.value))}
                />
              </label>
            ))}
          </div>
        ))}
        {text && (
          <Button look="quiet" onClick={() => go(withValue(query, 'q', ''))}>
            {texts.withoutText(text)}
          </Button>
        )}
        {query && (
          <Button look="quiet" onClick={() => go('')}>
            {texts.clearFilters}
          </Button>
        )}
      </fieldset>
    </details>
  );
}

interface ChoiceProps extends QueryProps {
  name: string;
  label: string;
  choices: DeskChoice[];
}

/** If the address has several values for the filter, only their number is shown. */
function Choice({ name, label, choices, query, go }: ChoiceProps) {
  const chosen = new URLSearchParams(query).getAll(name);
  const isSeveral = chosen.length > 1;
  return (
    <label className={styles.filter}>
      {label}
      <select
        value={isSeveral ? '+' : (chosen[0] ?? '')}
        onChange={({ target }) => go(withValue(query, name, target.value))}
      >
        <option value="">{texts.all}</option>
        {isSeveral && <option value="+">{texts.chosen(chosen.length)}</option>}
        <Options of={choices.map(({ key, name }) => [key, name])} />
      </select>
    </label>
  );
}

function Pages({ list, query, go }: ListProps) {
  const last = lastPage(list);
  if (last === 1 || list.page > last) return null;
  return (
    <nav aria-label={texts.pages} className="row no-print">
      <Button look="outline" disabled={list.page <= 1} onClick={() => go(paged(query, list.page - 1))}>
        {texts.previousPage}
      </Button>
      <span aria-current="page">{texts.pageOf(number(list.page), number(last))}</span>
      <Button look="outline" disabled={list.page >= last} onClick={() => go(paged(query, list.page + 1))}>
        {texts.nextPage}
      </Button>
    </nav>
  );
}
