// A table that is sorted by clicking a heading. On a phone each row is a card with labels, unless the table is narrow.
// The arrow keys move from row to row.
import type { KeyboardEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import styles from './table.module.css';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  numeric?: boolean;
  /** The column's name in the address and in the API's `sort`; undefined if it cannot be sorted. */
  sort?: string | undefined;
  /** The column's place on a brief card, of two lines and what is below; undefined if the card does not show it. */
  brief?: 'title' | 'corner' | 'start' | 'middle' | 'end' | 'below';
  /** "whole" keeps short text on one line, "wide" needs a wide screen, and screen readers do not read a "drawing". */
  look?: 'whole' | 'wide' | 'drawing';
}

export interface Sort {
  by: string;
  down: boolean;
}

interface TableProps<Row> {
  /** What the table contains, for screen readers. */
  caption: string;
  columns: (Column<Row> | false | undefined)[];
  rows: Row[];
  foot?: Row | undefined;
  keyOf: (row: Row) => string;
  /** The layout on a phone: a table, cards with two lines and no labels, or cards with short figures. */
  phone?: 'narrow' | 'brief' | 'figures' | undefined;
  /** The address that a row opens; the link is in the row's first cell. */
  to?: (row: Row) => string;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
}

function moveByKey(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const row = (event.target as HTMLElement).closest('tr');
  const next =
    event.key === 'ArrowDown' ? row?.nextElementSibling : event.key === 'ArrowUp' && row?.previousElementSibling;
  if (!next) return;
  event.preventDefault();
  next.querySelector<HTMLElement>('a, button')?.focus();
}

export function Table<Row>({ caption, columns: given, rows, foot, keyOf, phone, to, sort, onSort }: TableProps<Row>) {
  const navigate = useNavigate();
  const columns = given.filter((column) => column !== false && column !== undefined);
  const looks = [styles.table, phone !== 'narrow' && styles.cards, phone && styles[phone]];
  return (
    <div className="scrolls">
      <table className={looks.filter(Boolean).join(' ')}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.title} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveByKey}>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className={to && styles.opens}
              onClick={(event) => {
                // A click beside the link also opens the row, but selecting text does not.
                if (to && !(event.target as HTMLElement).closest('a, button, input') && !getSelection()?.toString())
                  navigate(to(row));
              }}
            >
              <Cells columns={columns} row={row} to={to} />
            </tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>
              <Cells columns={columns} row={foot} />
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

const classOf = <Row,>({ numeric, look }: Column<Row>) => (numeric ? styles.numeric : look && styles[look]);

type CellsProps<Row> = Pick<TableProps<Row>, 'to'> & { columns: Column<Row>[]; row: Row };

const Cells = <Row,>({ columns, row, to }: CellsProps<Row>) =>
  columns.map((column, index) => (
    <td
      key={column.title}
      // The first cell says what the row is about.
      role={index === 0 ? 'rowheader' : undefined}
      aria-hidden={column.look === 'drawing' || undefined}
      data-title={column.title}
      data-place={column.brief}
      className={classOf(column)}
    >
      {index === 0 && to ? <Link to={to(row)}>{column.cell(row)}</Link> : column.cell(row)}
    </td>
  ));

type HeadProps<Row> = Pick<TableProps<Row>, 'sort' | 'onSort'> & { column: Column<Row> };

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const { title, sort: name } = column;
  if (column.look === 'drawing') return <td aria-hidden="true" className={styles.drawing} />;
  const here = name !== undefined && sort?.by === name;
  return (
    <th scope="col" aria-sort={here ? (sort.down ? 'descending' : 'ascending') : undefined} className={classOf(column)}>
      {name && onSort ? (
        <button type="button" onClick={() => onSort({ by: name, down: here ? !sort.down : false })}>
          {title}
          <span aria-hidden="true">{here ? (sort.down ? ' ↓' : ' ↑') : ''}</span>
        </button>
      ) : (
        title
      )}
    </th>
  );
}
