// The numbers of the overview. Each number links to the list it was counted from.
import { Link } from 'react-router';
import type { DeskGroup } from '../../types/wire.gen';
import { money, number } from '../format';
import * as texts from '../texts';
import type { Column } from '../ui/table';
import { withRefunds } from './list-query';
import styles from './overview.module.css';

/** A number that links to the list behind it. */
export const Figure = ({ group, children }: { group: DeskGroup; children?: string }) => (
  <Link
    to={`/people?${group.query}`}
    className={styles.figure}
    aria-label={`${group.name}: ${children ?? group.count}`}
  >
    {children ?? number(group.count)}
  </Link>
);

/** Columns of sums, for roles that see money. */
export function moneyColumns<Row>(rows: Row[], groupOf: (row: Row) => DeskGroup, refunds = true): Column<Row>[] {
  if (rows.every((row) => groupOf(row).net_paise === undefined)) return [];
  const column = (title: string, groupAnd: (group: DeskGroup) => [DeskGroup, number | undefined]) => ({
    name: title,
    title,
    numeric: true,
    cell: (row: Row) => {
      const [group, paise = 0] = groupAnd(groupOf(row));
      return <Figure group={{ ...group, name: `${group.name}, ${title}` }}>{money(paise)}</Figure>;
    },
  });
  return [
    column(texts.net, (group) => [group, group.net_paise]),
    column(texts.gst, (group) => [group, group.gst_paise]),
    ...(refunds
      ? [column(texts.refunded, (group) => [{ ...group, query: withRefunds(group.query) }, group.refunded_paise])]
      : []),
  ];
}
