import { event, tickets } from '../content';
import { momentOf } from '../moment';
import type { Ticket, TransactionStatus } from '../types/wire.gen';
import { Button } from '../ui/button';
import styles from './receipt.module.css';
import { rupees } from './rupees';

/** The receipt of a paid booking: who paid what to whom, and the tax in it. It prints alone on its page. */
export function Receipt({ status, ticket }: { status: TransactionStatus; ticket: Ticket }) {
  const { organiser } = event;
  const amount = status.amount ?? 0;
  const { net, gst } = split(amount);
  return (
    <article className={styles.receipt} aria-label="Receipt">
      <header className={styles.head}>
        <h3>Receipt</h3>
        <p>
          {organiser.name}
          <br />
          {organiser.address}
          {organiser.gstin && (
            <>
              <br />
              GSTIN {organiser.gstin}
            </>
          )}
        </p>
      </header>
      <dl className={styles.facts}>
        <dt>Received from</dt>
        <dd>
          {ticket.name}
          {ticket.company_name && `, ${ticket.company_name}`}
          {ticket.gst_no && `, GST number ${ticket.gst_no}`}
        </dd>
        <dt>For</dt>
        <dd>
          {ticket.event_name}, {ticket.category}, {ticket.total_seats === 1 ? '1 seat' : `${ticket.total_seats} seats`}
        </dd>
        <dt>Booking</dt>
        <dd>
          {ticket.booking_id}
          {ticket.booking_code && ` (booking code ${ticket.booking_code})`}
        </dd>
        <dt>Paid</dt>
        <dd>{status.paid_at && momentOf(status.paid_at)}</dd>
      </dl>
      <dl className={styles.sums}>
        <dt>Net</dt>
        <dd>{rupees(net)}</dd>
        <dt>GST {tickets.gst_percent}%</dt>
        <dd>{rupees(gst)}</dd>
        <dt>Total</dt>
        <dd>{rupees(amount)}</dd>
        {status.refund && (
          <>
            <dt>{status.refund.at ? `Refunded ${momentOf(status.refund.at)}` : 'Refund on its way'}</dt>
            <dd>{rupees(status.refund.amount)}</dd>
          </>
        )}
      </dl>
      <Button look="outline" className="no-print" onClick={() => print()}>
        Print the receipt
      </Button>
    </article>
  );
}

/** The tax that a total contains, in whole paise. */
function split(total: number): { net: number; gst: number } {
  const paise = Math.round(total * 100);
  const net = Math.round((paise * 100) / (100 + tickets.gst_percent));
  return { net: net / 100, gst: (paise - net) / 100 };
}
