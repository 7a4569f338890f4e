import { event, tickets } from '../content';
import { momentOf } from '../moment';
import * as texts from '../texts';
import type { Ticket, TransactionStatus } from '../types/wire.gen';
import { Button } from '../ui/button';
import { rupees } from './amounts';
import styles from './receipt.module.css';

/** The receipt of a paid booking: who paid what to whom, with the tax. It prints on a page of its own. */
export function Receipt({ status, ticket }: { status: TransactionStatus; ticket: Ticket }) {
  const { organiser } = event;
  const amount = status.amount ?? 0;
  const { net, gst } = split(amount);
  return (
    <article className={styles.receipt} aria-label={texts.receipt}>
      <header className={styles.head}>
        <h3>{texts.receipt}</h3>
        <p>
          {organiser.name}
          <br />
          {organiser.address}
          {tickets.gst_percent > 0 && organiser.gstin && (
            <>
              <br />
              {texts.gstin(organiser.gstin)}
            </>
          )}
        </p>
      </header>
      <dl className={styles.facts}>
        <dt>{texts.receivedFrom}</dt>
        <dd>
          {ticket.name}
          {ticket.company_name && `, ${ticket.company_name}`}
          {ticket.gst_no && texts.receiptGSTNumber(ticket.gst_no)}
        </dd>
        <dt>{texts.receiptFor}</dt>
        <dd>
          {ticket.event_name}, {ticket.category}, {texts.seats(ticket.total_seats)}
        </dd>
        <dt>{texts.booking}</dt>
        <dd>
          {ticket.booking_id}
          {ticket.booking_code && texts.receiptBookingCode(ticket.booking_code)}
        </dd>
        <dt>{texts.paid}</dt>
        <dd>{status.paid_at && momentOf(status.paid_at)}</dd>
      </dl>
      <dl className={styles.sums}>
        {tickets.gst_percent > 0 && (
          <>
            <dt>{texts.net}</dt>
            <dd>{rupees(net)}</dd>
            <dt>{texts.gst(tickets.gst_percent)}</dt>
            <dd>{rupees(gst)}</dd>
          </>
        )}
        <dt>{texts.total}</dt>
        <dd>{rupees(amount)}</dd>
        {status.refund && (
          <>
            <dt>{status.refund.at ? texts.refundedAt(momentOf(status.refund.at)) : texts.refundPending}</dt>
            <dd>{rupees(status.refund.amount)}</dd>
          </>
        )}
      </dl>
      <Button look="outline" className="no-print" onClick={() => print()}>
        {texts.printReceipt}
      </Button>
    </article>
  );
}

/** The tax included in a total, in whole paise. */
function split(total: number): { net: number; gst: number } {
  const paise = Math.round(total * 100);
  const net = Math.round((paise * 100) / (100 + tickets.gst_percent));
  return { net: net / 100, gst: (paise - net) / 100 };
}
