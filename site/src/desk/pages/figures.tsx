// The numbers on the overview. Each number links to the list it was counted from.
import { Link } from 'react-router';
import { tickets } from '../../content';
import type { DeskGroup } from '../../types/wire.gen';
import { money, number } from '../format';
import * as texts from '../texts';
import type { Column } from '../ui/table';
import { withRefunds } from './list-query';
import styles from './overview.module.css';

interface FigureProps {
  group: Pick<DeskGroup, 'name' | 'query' | 'count'>;
  children?: string;
}

export const Figure = ({ group, children }: FigureProps) => (
  <Link
    to={`/registrations?${group.query}`}
    className={styles.figure}
    aria-label={`${group.name}: ${children ?? group.count}`}
  >
    {children ?? number(group.count)}
  </Link>
);

/** Returns no columns for roles that do not see money. */
export function moneyColumns<Row>(rows: Row[], groupOf: (row: Row) => DeskGroup, withRefunded = true) {
  if (rows.every((row) => groupOf(row).net_paise === undefined)) return [];
  const column = (title: string, key: 'net_paise' | 'gst_paise' | 'refunded_paise'): Column<Row> => ({
    title,
    numeric: true,
    cell: (row) => {
      const { name, query, ...group } = groupOf(row);
      const list = key === 'refunded_paise' ? withRefunds(query) : query;
      return <Figure group={{ ...group, query: list, name: `${name}, ${title}` }}>{money(group[key] ?? 0)}</Figure>;
    },
  });
  return [
    column(tickets.gst_percent > 0 ? texts.beforeGst : texts.charged, 'net_paise'),
    tickets.gst_percent > 0 && column(texts.gst, 'gst_paise'),
    withRefunded && column(texts.refunded, 'refunded_paise'),
  ];
}
