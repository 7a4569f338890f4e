// A list as a table: a row a person (or task, act, device…), numbers right-aligned, the head sorts. Below 700 px each
// row is a labelled card, unless the table is narrow. Arrow keys go from row to row, Enter opens one.
import type { KeyboardEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import styles from './table.module.css';

export interface Column<Row> {
  /** The name in the address and in the API's `sort`. */
  name: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand under each other at the right. */
  numeric?: boolean;
  sortable?: boolean;
  /** Where it stands on the two lines of a brief card; what has no place is not shown there. */
  brief?: 'title' | 'corner' | 'start' | 'middle' | 'end';
  /** What is short stays in one line where the columns stand beside each other. */
  whole?: boolean;
}

export interface Sort {
  by: string;
  down: boolean;
}

interface TableProps<Row> {
  /** What the table holds, for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** Few short columns, which a telephone shows beside each other, too. */
  narrow?: boolean;
  /** On a phone a row has two lines without labels, and only the columns that have a place there. */
  brief?: boolean;
  /** Where a row leads; the first cell is the link. */
  to?: (row: Row) => string;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
}

export function Table<Row>({ caption, columns, rows, keyOf, narrow, brief, to, sort, onSort }: TableProps<Row>) {
  const navigate = useNavigate();
  const move = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const row = (event.target as HTMLElement).closest('tr');
    const next =
      event.key === 'ArrowDown' ? row?.nextElementSibling : event.key === 'ArrowUp' && row?.previousElementSibling;
    if (!next) return;
    event.preventDefault();
    next.querySelector<HTMLElement>('a, button')?.focus();
  };
  return (
    <div className="scrolls">
      <table className={[styles.table, !narrow && styles.cards, brief && styles.brief].filter(Boolean).join(' ')}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={move}>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className={to ? styles.opens : undefined}
              onClick={(event) => {
                // A press beside the link opens the row too; a selection of text does not.
                if (to && !(event.target as HTMLElement).closest('a, button, input') && !getSelection()?.toString())
                  navigate(to(row));
              }}
            >
              {columns.map(({ name, title, cell, numeric, whole, brief: place }, index) => (
                <td
                  key={name}
                  // What the row is about, for who goes down another column.
                  role={index === 0 ? 'rowheader' : undefined}
                  data-title={title}
                  data-place={place}
                  className={numeric ? styles.numeric : whole ? styles.whole : undefined}
                >
                  {index === 0 && to ? <Link to={to(row)}>{cell(row)}</Link> : cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: TableProps<Row>['onSort'];
}) {
  const here = sort?.by === column.name;
  const order = here ? (sort.down ? 'descending' : 'ascending') : undefined;
  return (
    <th scope="col" aria-sort={order} className={column.numeric ? styles.numeric : undefined}>
      {column.sortable && onSort ? (
        <button type="button" onClick={() => onSort({ by: column.name, down: here ? !sort.down : false })}>
          {column.title}
          <span aria-hidden="true">{here ? (sort.down ? ' ↓' : ' ↑') : ''}</span>
        </button>
      ) : (
        column.title
      )}
    </th>
  );
}
