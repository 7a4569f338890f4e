import { event } from '../content';
import * as texts from '../texts';
import type { Ticket } from '../types/wire.gen';
import { Fact } from '../ui/fact';
import { Mark } from '../ui/mark';
import styles from './admit-card.module.css';
import { EventDays } from './event-days';
import { QRCode } from './qr-code';
import { stateOf } from './ticket-state';

/** "03", as on a printed card. */
const twoDigits = (count: number): string => String(count).padStart(2, '0');

/** Can be printed on A6. Texts: specification section 2. */
export default function AdmitCard({ ticket }: { ticket: Ticket }) {
  const state = stateOf(ticket);
  return (
    <article className={styles.card} data-status={ticket.status} aria-labelledby="ticket-name">
      <header className={styles.head}>
        <Mark className={styles.mark} />
        <div>
          <p className={styles.short}>{event.short_name}</p>
          <p className={styles.category}>{ticket.category}</p>
        </div>
      </header>
      <div className={styles.body}>
        {state && <p className="stamp">{state}</p>}
        <h2 id="ticket-name" className={styles.name}>
          {ticket.name}
        </h2>
        {ticket.company_name && <p>{ticket.company_name}</p>}
        {ticket.spouse_name && <p>{texts.withSpouse(ticket.spouse_name)}</p>}
        <dl className={styles.facts}>
          <Fact name={texts.eventName} value={ticket.event_name} />
          <Fact name={texts.date} value={ticket.date} />
          <Fact name={texts.location} value={ticket.location} />
          <Fact name={texts.time} value={ticket.time} />
          {ticket.booking_code && (
            // The printed card has no room for another line.
            <div className="no-print">
              <dt>{texts.bookingCode}</dt>
              <dd>{ticket.booking_code}</dd>
            </div>
          )}
        </dl>
        <EventDays />
        <dl className={styles.numbers}>
          <Fact
            name={texts.entriesRemaining}
            value={twoDigits(ticket.status === 'void' ? 0 : ticket.entries_remaining)}
          />
          <Fact name={texts.totalSeats} value={twoDigits(ticket.total_seats)} />
          <Fact name={texts.gate} value={ticket.gate} />
          <Fact name={texts.lane} value={ticket.lane} />
          <Fact name={texts.row} value={ticket.row} />
          <Fact name={texts.seat} value={ticket.seat} />
        </dl>
      </div>
      <div className={styles.stub}>
        <QRCode text={ticket.qr} size={200} label={texts.codeOfTicket(state?.toLowerCase() ?? texts.toBeShown)} />
        <p className={styles.id}>{ticket.id}</p>
      </div>
    </article>
  );
}
