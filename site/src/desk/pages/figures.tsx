// Figures of Today, each with the list behind it, and what stands where an amount is not told.
import { Link } from 'react-router';
import type { DeskGroup } from '../../types/wire.gen';
import { money, number } from '../format';
import { wentBack } from './list-query';
import styles from './overview.module.css';

/** A figure, with the list that it counts behind it. */
export const Figure = ({ group, children }: { group: DeskGroup; children?: string }) => (
  <Link
    to={`/people?${group.query}`}
    className={styles.figure}
    aria-label={`${group.name}: ${children ?? group.count}`}
  >
    {children ?? number(group.count)}
  </Link>
);

/** The name of an amount as it stands at the head of its column. */
const titleOf = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1);

/** An amount of a group, with the list that it adds up behind it. */
export const Amount = ({ of, name, paise = 0 }: { of: DeskGroup; name: string; paise: number | undefined }) => (
  <td data-title={titleOf(name)}>
    <Figure group={{ ...of, name: `${of.name}, ${name}` }}>{money(paise)}</Figure>
  </td>
);

/** Whether somebody sees amounts at all. */
export const seesAmounts = (groups: DeskGroup[]) => groups.some(({ net_paise }) => net_paise !== undefined);

export const MoneyHeads = ({ seen }: { seen: boolean }) =>
  seen && (
    <>
      <th scope="col">Net</th>
      <th scope="col">GST</th>
      <th scope="col">Given back</th>
    </>
  );

export const MoneyCells = ({ of, seen }: { of: DeskGroup; seen: boolean }) =>
  seen && (
    <>
      <Amount of={of} name="net" paise={of.net_paise} />
      <Amount of={of} name="GST" paise={of.gst_paise} />
      <Amount of={{ ...of, query: wentBack(of.query) }} name="given back" paise={of.refunded_paise} />
    </>
  );
