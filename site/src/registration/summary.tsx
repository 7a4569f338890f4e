// Beside the form, or in a bar at the bottom of a phone's screen.

import { tickets } from '../content';
import { rupees } from '../payment/amounts';
import * as texts from '../texts';
import type { Amount, Category } from '../types/content.gen';
import { Facts } from '../ui/facts';
import styles from './summary.module.css';

interface SummaryProps {
  category: Category;
  spouse: boolean;
  amount: Amount;
  /** The API's total in rupees, if it has changed since the page was built. */
  changedTotal: number | undefined;
}

export function Summary({ category, spouse, amount, changedTotal }: SummaryProps) {
  const total = changedTotal === undefined ? amount.display_total : rupees(changedTotal);
  return (
    <aside className={styles.summary} aria-label={texts.whatYouPay}>
      <div className={styles.details}>
        <p className={styles.name}>{category.name}</p>
        <Facts
          className={styles.sums}
          of={[
            [spouse ? texts.twoSeats : texts.oneSeat, amount.display_net],
            [texts.gst(tickets.gst_percent), tickets.gst_percent > 0 && amount.display_gst],
          ]}
        />
      </div>
      <p className={styles.total} aria-live="polite">
        <span>
          {texts.total} {tickets.gst_percent > 0 && <span className={styles.gst}>{texts.includingGST}</span>}
        </span>
        <strong>{total}</strong>
      </p>
    </aside>
  );
}
