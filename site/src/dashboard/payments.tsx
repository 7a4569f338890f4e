// What became of each payment, with a receipt to print.
import { useState } from 'react';
import { Link } from 'react-router';
import { event } from '../content';
import { lastBooking } from '../device/last-booking';
import { Receipt } from '../payment/receipt';
import { refundText } from '../payment/refund-text';
import { rupees } from '../payment/rupees';
import { usePayment } from '../payment/use-payment';
import type { Ticket } from '../types/wire.gen';
import { Button } from '../ui/button';
import styles from './dashboard.module.css';

/** The API's derived state in the words of this list. */
const words: Record<string, string> = {
  waiting: 'Not confirmed yet',
  paid: 'Paid',
  'part refunded': 'Partly refunded',
  refunded: 'Refunded',
  cancelled: 'Cancelled, refund on its way',
  expired: 'Failed',
  erased: 'Erased',
};

/** The bookings of the tickets, and the one that was last sent from this device. */
export function Payments({ tickets }: { tickets: readonly Ticket[] }) {
  const [own] = useState(lastBooking);
  const bookings = [...new Set([...tickets.map((ticket) => ticket.booking_id), ...(own ? [own] : [])])];
  if (bookings.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="payments">
      <h2 id="payments">Payments</h2>
      <ul className={styles.payments}>
        {bookings.map((id) => (
          <PaymentRow key={id} id={id} ticket={tickets.find((ticket) => ticket.booking_id === id)} />
        ))}
      </ul>
    </section>
  );
}

function PaymentRow({ id, ticket }: { id: string; ticket: Ticket | undefined }) {
  const { status, unknown } = usePayment(id);
  const [receipt, setReceipt] = useState(false);
  if (unknown) return null;
  return (
    <li className={styles.payment}>
      <div>
        <p className={styles.paid} data-state={status?.state}>
          {status ? words[status.state] : '…'}
        </p>
        <p className={styles.muted}>
          {ticket ? `${ticket.name}, ${ticket.category}` : event.name}
          {status?.paid_at && `, ${dayOf(status.paid_at)}`}
        </p>
        {status?.refund && <p className={styles.muted}>{refundText(status.refund)}</p>}
      </div>
      <p className={styles.amount}>{status && rupees(status.amount)}</p>
      {status?.paymentStatus === 'SUCCESS' && ticket ? (
        <Button look="outline" aria-expanded={receipt} onClick={() => setReceipt(!receipt)}>
          Receipt
        </Button>
      ) : (
        <Link to={`/verify/${id}`}>Payment status</Link>
      )}
      {receipt && status && ticket && <Receipt status={status} ticket={ticket} />}
    </li>
  );
}

const dayOf = (instant: string): string =>
  new Date(instant).toLocaleDateString(event.language, { timeZone: event.time_zone, dateStyle: 'long' });
