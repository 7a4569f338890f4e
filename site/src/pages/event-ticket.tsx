import { lazy, Suspense } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { event, sheetOf } from '../content';
import { userStore, useUserStore } from '../device/session';
import { useHydrated } from '../device/use-hydrated';
import { useOnline } from '../device/use-online';
import { download } from '../download';
import { Shell } from '../sections/shell';
import * as texts from '../texts';
import styles from '../ticket/admit-card.module.css';
import { calendarOf } from '../ticket/calendar';
import { offerOf, stateOf } from '../ticket/ticket-state';
import { type HeldTicket, useTicket } from '../ticket/use-ticket';
import type { Ticket } from '../types/wire.gen';
import { Button, buttonClasses, LinkButton } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Loading } from '../ui/loading';
import { SheetTitle } from '../ui/sheet-title';

/** Only the holder loads the card. */
const loadCard = () => import('../ticket/admit-card');
const AdmitCard = lazy(loadCard);
// For signed-in visitors, start to load the card before the ticket arrives; React retries a failed load.
if (userStore().isAuthenticated) loadCard().catch(() => undefined);

/** Visitors who are not the holder learn nothing about the holder. */
export default function EventTicketPage() {
  const hydrated = useHydrated();
  const { id } = useParams();
  const { isAuthenticated } = useUserStore();
  const held = useTicket(hydrated ? id : undefined, hydrated && isAuthenticated);
  const ticket = held.unknown ? undefined : held.ticket;
  const sheet = sheetOf('/event-ticket');

  return (
    <Shell>
      <SheetTitle {...sheet} lead={ticket ? undefined : texts.ticketForWhom} />
      {ticket ? (
        <Holder held={held} ticket={ticket} signedIn={isAuthenticated} />
      ) : held.loading ? (
        <Loading />
      ) : (
        <NotHolder signedIn={isAuthenticated} unknown={held.unknown} failure={held.failure} />
      )}
    </Shell>
  );
}

function Holder({ held, ticket, signedIn }: { held: HeldTicket; ticket: Ticket; signedIn: boolean }) {
  if (ticket.transferred_at) return <TransferredAway ticket={ticket} />;
  return (
    <Suspense fallback={<Loading />}>
      <div className={styles.layout}>
        <AdmitCard ticket={ticket} />
        <div className={styles.side}>
          <Freshness held={held} signedIn={signedIn} />
          {ticket.offered_to && <p className={styles.note}>{offerOf(ticket)}</p>}
          {ticket.status === 'void' ? <p>{texts.ticketCancelled}</p> : <Use ticket={ticket} />}
          <Link to={signedIn ? '/dashboard' : '/login'}>{signedIn ? texts.allTickets : texts.signIn}</Link>
        </div>
      </div>
    </Suspense>
  );
}

/** For the person who has transferred the ticket. */
function TransferredAway({ ticket }: { ticket: Ticket }) {
  return (
    <EmptyState
      title={stateOf(ticket) ?? ''}
      actions={
        <LinkButton href="/dashboard">{ticket.paid_by_other ? texts.yourTickets : texts.yourReceipt}</LinkButton>
      }
    >
      <p>{texts.ticketTransferred}</p>
    </EmptyState>
  );
}

function Use({ ticket }: { ticket: Ticket }) {
  const address = `${location.origin}/event-ticket/${ticket.id}`;
  const calendar = () => new Blob([calendarOf(ticket, event, address)], { type: 'text/calendar;charset=utf-8' });
  return (
    <>
      <p>{texts.showCode}</p>
      <div className="cluster">
        <Button onClick={() => print()}>{texts.print}</Button>
        <Button look="outline" onClick={() => download(calendar(), `${event.short_name.toLowerCase()}.ics`)}>
          {texts.addTicketToCalendar}
        </Button>
      </div>
    </>
  );
}

/** Shown if the ticket comes only from this device's storage. */
function Freshness({ held, signedIn }: { held: HeldTicket; signedIn: boolean }) {
  const online = useOnline();
  if (held.loading || !held.stale) return null;
  const reason = !online ? texts.youAreOffline : signedIn ? held.failure : texts.youAreSignedOut;
  return (
    <p className={styles.note} role="status">
      {reason} {texts.lastSeenTicket}
      {held.ticket?.status === 'void' ? '.' : texts.codeStillWorks}
    </p>
  );
}

function NotHolder({ signedIn, unknown, failure }: { signedIn: boolean; unknown: boolean; failure: string }) {
  const { pathname, hash } = useLocation();
  const online = useOnline();
  if (signedIn && !unknown) {
    return (
      <EmptyState
        title={online ? texts.ticketNotLoaded : texts.offline}
        actions={<Button onClick={() => location.reload()}>{texts.tryAgain}</Button>}
      >
        <p>
          {online && failure} {texts.ticketNotOpened}
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={signedIn ? texts.notYourTicket : texts.notSignedIn}
      actions={
        signedIn ? (
          <LinkButton href="/dashboard">{texts.yourTickets}</LinkButton>
        ) : (
          <Link to="/login" state={{ from: pathname + hash }} className={buttonClasses()}>
            {texts.signInToSeeTicket}
          </Link>
        )
      }
    />
  );
}
