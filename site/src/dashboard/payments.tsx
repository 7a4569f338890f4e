import { useState } from 'react';
import { Link } from 'react-router';
import { event } from '../content';
import { lastBooking } from '../device/last-booking';
import { dayOf } from '../moment';
import { rupees } from '../payment/amounts';
import { trustedPaymentAddress } from '../payment/payment-address';
import * as documentTexts from '../payment/texts';
import { usePayment } from '../payment/use-payment';
import * as texts from '../texts';
import type { BookingState, InvoiceRow, Ticket, WaitingRegistration } from '../types/wire.gen';
import { LinkButton } from '../ui/button';
import styles from './dashboard.module.css';
import * as dashboardTexts from './texts';

const stateTexts: Record<BookingState, string> = {
  waiting: texts.notConfirmedYet,
  paid: texts.paid,
  'part refunded': texts.partlyRefunded,
  refunded: texts.refundedState,
  cancelled: texts.cancelled,
  expired: texts.failed,
  erased: texts.erased,
};

interface PaymentsProps {
  tickets: readonly Ticket[];
  waiting: readonly WaitingRegistration[];
  /** Whether there are more unpaid registrations than the page lists. */
  more: boolean;
  invoices: readonly InvoiceRow[];
}

/** Shows the bookings that this account has paid or still has to pay, and the last one made on this device. */
export function Payments({ tickets, waiting, more, invoices }: PaymentsProps) {
  const [own] = useState(lastBooking);
  const known = [...waiting, ...tickets.filter((ticket) => !ticket.paid_by_other)];
  const listed = tickets.some(({ booking_id }) => booking_id === own);
  const bookings = [...new Set([...known.map(({ booking_id }) => booking_id), ...(own && !listed ? [own] : [])])];
  if (bookings.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="payments">
      <h2 id="payments">{texts.payments}</h2>
      <ul>
        {bookings.map((id) => (
          <PaymentRow
            key={id}
            id={id}
            ticket={tickets.find((ticket) => ticket.booking_id === id)}
            booking={known.find(({ booking_id }) => booking_id === id)}
            invoices={invoices.filter(({ booking_id }) => booking_id === id)}
          />
        ))}
      </ul>
      {more && <p>{texts.moreUnpaid}</p>}
    </section>
  );
}

interface PaymentRowProps {
  id: string;
  ticket: Ticket | undefined;
  /** Undefined for a booking that only this device remembers. */
  booking: Pick<WaitingRegistration, 'name' | 'category'> | undefined;
  invoices: readonly InvoiceRow[];
}

function PaymentRow({ id, ticket, booking, invoices }: PaymentRowProps) {
  const { status, unknown } = usePayment(id);
  if (unknown) return null;
  const address = status?.payment_url && trustedPaymentAddress(status.payment_url);
  return (
    <li className={styles.payment}>
      <div>
        <p className={styles.paid} data-state={status?.awaited ? 'waiting' : status?.state}>
          {status ? stateTexts[status.awaited ? 'waiting' : status.state] : '…'}
        </p>
        <p className={styles.muted}>
          {booking ? `${booking.name}, ${booking.category}` : event.name}
          {status?.paid_at && `, ${dayOf(status.paid_at)}`}
        </p>
        {(status?.received !== undefined || status?.tds) && (
          <p className={styles.muted}>{documentTexts.receivedText(status)}</p>
        )}
        {status?.due !== undefined && status.received === undefined && (
          <p className={styles.muted}>{documentTexts.changeDue(rupees(status.due))}</p>
        )}
        {ticket?.transferred_at && <p className={styles.muted}>{texts.transferredOn(dayOf(ticket.transferred_at))}</p>}
        {status?.refund && <p className={styles.muted}>{documentTexts.refundText(status.refund)}</p>}
      </div>
      <p className={styles.amount}>{status?.amount !== undefined && rupees(status.amount)}</p>
      {address ? (
        <LinkButton look="outline" href={address} aria-label={booking && dashboardTexts.finishPaymentOf(booking.name)}>
          {texts.finishPayment}
        </LinkButton>
      ) : (
        (invoices.length === 0 || status?.received !== undefined) && (
          <Link to={`/verify/${id}`}>
            {status?.received === undefined ? texts.paymentStatus : documentTexts.payRest}
          </Link>
        )
      )}
      {invoices.length > 0 && <Documents of={invoices} />}
    </li>
  );
}

const Documents = ({ of }: { of: readonly InvoiceRow[] }) => (
  <ul className={`whole ${styles.documents}`} aria-label={documentTexts.documents}>
    {of.map(({ id, kind, number, issued_at, total_paise, cancelled, lacks_address }) => (
      <li key={id}>
        <Link to={`/invoice/${id}`}>
          {documentTexts.documentKinds[kind]} {number}
        </Link>
        <span className={styles.muted}>
          {' '}
          {dayOf(issued_at)}, {rupees(total_paise / 100)}
          {cancelled && `. ${documentTexts.cancelled}`}
        </span>
        {lacks_address && <p>{documentTexts.invoiceLacksAddress}</p>}
      </li>
    ))}
  </ul>
);
