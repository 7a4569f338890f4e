import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { brand } from '../content';
import { RegisterButton } from '../sections/register-button';
import * as texts from '../texts';
import { QRCode } from '../ticket/qr-code';
import { offerOf, stateOf } from '../ticket/ticket-state';
import type { Ticket } from '../types/wire.gen';
import { EmptyState } from '../ui/empty-state';
import { Fact } from '../ui/fact';
import { TextField } from '../ui/field';
import styles from './dashboard.module.css';
import * as dashboardTexts from './texts';

interface TicketListProps {
  tickets: readonly Ticket[];
  loading: boolean;
  /** Whether a registration is unpaid; if so, the person is not invited to register again. */
  waiting: boolean;
}

/** Texts: specification section 2. */
export function TicketList({ tickets, loading, waiting }: TicketListProps) {
  const [search, setSearch] = useState('');
  const found = matching(tickets, search);
  return (
    <section className={styles.section} aria-labelledby="tickets">
      <div className={styles.bar}>
        <h2 id="tickets">{brand.words.tickets}</h2>
        {tickets.length > 0 && (
          <TextField
            label={texts.search}
            type="search"
            name="search"
            placeholder={texts.search}
            className={styles.search}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
      </div>
      {tickets.length === 0 && !loading ? (
        <EmptyState level={3} title={texts.noTicketsYet} actions={!waiting && <RegisterButton />}>
          <p>{texts.noTicketsYetHelp}</p>
        </EmptyState>
      ) : (
        <>
          <p className="unseen" role="status">
            {search && dashboardTexts.ticketsFound(found.length, tickets.length)}
          </p>
          <ul className={styles.tickets}>
            {found.map((ticket) => (
              <li key={ticket.id}>
                <TicketCard ticket={ticket} />
              </li>
            ))}
          </ul>
          {search && found.length === 0 && <p className={styles.muted}>{dashboardTexts.noTicketHas(search)}</p>}
        </>
      )}
    </section>
  );
}

function TicketCard({ ticket }: { ticket: Ticket }) {
  const state = stateOf(ticket);
  // Drawn in a task of its own, because a phone needs 60 ms for it.
  const qr = useDeferredValue(ticket.qr, '');
  return (
    <article className={styles.card} data-status={ticket.status}>
      <div className={styles.main}>
        <p className="muted">{ticket.category}</p>
        {state && <p className="stamp">{state}</p>}
        <h3>
          <Link to={`/event-ticket/${ticket.id}`}>{ticket.event_name}</Link>
        </h3>
        <p className="muted">{ticket.location}</p>
        {ticket.offered_to && <p className={styles.muted}>{offerOf(ticket)}</p>}
        <dl className={styles.facts}>
          <Fact name={texts.holder} value={ticket.name} />
          <Fact name={texts.spouse} value={ticket.spouse_name} />
          <Fact name={texts.date} value={ticket.date} />
          <Fact name={texts.time} value={ticket.time} />
          <Fact name={texts.gate} value={ticket.gate} />
          <Fact name={texts.row} value={ticket.row} />
          <Fact name={texts.seat} value={ticket.seat} />
          <Fact name={texts.bookingCode} value={ticket.booking_code} />
        </dl>
      </div>
      {!ticket.transferred_at && (
        <div className={styles.stub}>
          <QRCode text={qr} size={120} label={dashboardTexts.codeOfTicketOf(ticket.name, state?.toLowerCase())} />
        </div>
      )}
    </article>
  );
}

/** A ticket matches if it contains every word. */
export function matching(tickets: readonly Ticket[], search: string): readonly Ticket[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return tickets.filter((ticket) => {
    const { qr: _, ...shown } = ticket;
    const text = Object.values(shown).join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
