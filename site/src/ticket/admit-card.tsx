import { event } from '../content';
import type { Ticket } from '../types/wire.gen';
import { Fact } from '../ui/fact';
import { FanlightMark } from '../ui/fanlight-mark';
import styles from './admit-card.module.css';
import { QRCode } from './qr-code';
import { stateOf } from './ticket-state';

/** Two digits, as on a printed card ("03"). */
const twoDigits = (count: number): string => String(count).padStart(2, '0');

/** One ticket as a card with a perforated edge; it prints on A6. Texts: specification section 2. */
export default function AdmitCard({ ticket }: { ticket: Ticket }) {
  const state = stateOf(ticket);
  return (
    <article className={styles.card} data-status={ticket.status} aria-labelledby="ticket-name">
      <header className={styles.head}>
        <FanlightMark className={styles.mark} />
        <div>
          <p className={styles.short}>{event.short_name}</p>
          <p className={styles.category}>{ticket.category}</p>
        </div>
      </header>
      <div className={styles.body}>
        {state && <p className={styles.state}>{state}</p>}
        <h2 id="ticket-name" className={styles.name}>
          {ticket.name}
        </h2>
        {ticket.spouse_name && <p>with {ticket.spouse_name}</p>}
        <dl className={styles.facts}>
          <Fact name="Event Name" value={ticket.event_name} />
          <Fact name="Date" value={ticket.date} />
          <Fact name="Location" value={ticket.location} />
          <Fact name="Time" value={ticket.time} />
        </dl>
        <dl className={styles.numbers}>
          <Fact name="Entries Remaining" value={twoDigits(ticket.status === 'void' ? 0 : ticket.entries_remaining)} />
          <Fact name="Total Seats" value={twoDigits(ticket.total_seats)} />
          <Fact name="Gate" value={ticket.gate} />
          {ticket.lane && <Fact name="Lane" value={ticket.lane} />}
          <Fact name="Row" value={ticket.row} />
          <Fact name="Seat" value={ticket.seat} />
        </dl>
      </div>
      <div className={styles.stub}>
        <QRCode
          text={ticket.qr}
          size={200}
          label={`QR code of this ticket, ${state?.toLowerCase() ?? 'to be shown at the gate'}`}
        />
        <p className={styles.id}>{ticket.id}</p>
      </div>
    </article>
  );
}
