// The three screens of a payment, the one of a payment that may come late, and the one of a payment that was given
// back. Texts: specification section 8.
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { payAgain } from '../api';
import { event } from '../content';
import { dayOf, momentOf } from '../moment';
import { RegisterButton } from '../sections/register-button';
import type { TransactionStatus } from '../types/wire.gen';
import { Button, buttonClasses, LinkButton } from '../ui/button';
import { leaveFor, trustedPaymentAddress } from './payment-address';
import styles from './payment-state.module.css';
import { refundText } from './refund-text';
import { rupees } from './rupees';

interface PaymentStateProps {
  bookingID: string;
  status: TransactionStatus;
  signedIn: boolean;
  /** A line that says what is being done, or that the device is offline. */
  children?: ReactNode;
}

export function PaymentState({ bookingID, status, signedIn, children }: PaymentStateProps) {
  const [Screen, look] = stateOf(status);
  return (
    <div className={styles.state} data-status={look}>
      <Sign status={look} />
      <Screen bookingID={bookingID} status={status} signedIn={signedIn} />
      {children}
    </div>
  );
}

/** The fragment with which /verify leads a signed-in holder on to the ticket. */
export const toTicket = '#ticket';

interface ScreenProps {
  bookingID: string;
  status: TransactionStatus;
  signedIn: boolean;
}

const screens: Record<string, (props: ScreenProps) => ReactNode> = { SUCCESS: Success, FAILED: Failed };

/** What is told, and under which sign. */
function stateOf({ paymentStatus, state, refund, transferred_at, awaited }: TransactionStatus) {
  if (refund?.ticket === 'void') return [Refunded, 'REFUNDED'] as const;
  if (state === 'cancelled') return [Cancelled, 'FAILED'] as const;
  if (transferred_at) return [Transferred, paymentStatus] as const;
  if (awaited) return [Awaited, 'INITIATED'] as const;
  return [screens[paymentStatus] ?? Pending, paymentStatus] as const;
}

function Success({ bookingID, status, signedIn }: ScreenProps) {
  const ticket = status.ticket_id ? `/event-ticket/${status.ticket_id}` : '/dashboard';
  return (
    <>
      <h1>Congratulations! Your Registration is Successful</h1>
      <p>The details will be sent to your registered e-mail address within 24 hours.</p>
      <Sum status={status} />
      <div className={styles.actions}>
        {signedIn ? (
          <Link to={ticket} className={buttonClasses()}>
            See your ticket
          </Link>
        ) : (
          // Only the account is told which ticket it is, so this page leads on to it (pages/verify.tsx).
          <Link to="/login" state={{ from: `/verify/${bookingID}${toTicket}` }} className={buttonClasses()}>
            Sign in to see your ticket
          </Link>
        )}
        <Home />
      </div>
    </>
  );
}

/** A colleague has the ticket now. */
function Transferred({ status, signedIn }: ScreenProps) {
  return (
    <>
      <h1>The ticket of this registration was transferred</h1>
      <p>
        It was transferred to a colleague on {dayOf(status.transferred_at ?? '')}.{' '}
        {status.amount === undefined
          ? 'The receipt stays with the person who paid.'
          : 'Your receipt is on the dashboard.'}
      </p>
      <Sum status={status} />
      <div className={styles.actions}>
        {status.ticket_id ? (
          <LinkButton href={`/event-ticket/${status.ticket_id}`}>See your ticket</LinkButton>
        ) : (
          <LinkButton href={signedIn ? '/dashboard' : '/login'}>{signedIn ? 'Dashboard' : 'Sign in'}</LinkButton>
        )}
        <Home />
      </div>
    </>
  );
}

function Refunded({ status }: ScreenProps) {
  return (
    <>
      <h1>{status.refund?.at ? 'This payment was refunded' : 'This payment is being refunded'}</h1>
      <Sum status={status} />
      <Ended />
    </>
  );
}

/** By the organisers, and no money goes back. */
function Cancelled({ status }: ScreenProps) {
  return (
    <>
      <h1>This registration was cancelled</h1>
      <p>Its ticket is no longer valid.</p>
      <Sum status={status} />
      <Ended />
    </>
  );
}

/** Whom to ask when a registration is over. */
function Ended() {
  return (
    <>
      <p>
        Questions? Write to <a href={`mailto:${event.organiser.support_email}`}>{event.organiser.support_email}</a>
      </p>
      <div className={styles.actions}>
        <Home />
      </div>
    </>
  );
}

function Failed({ bookingID, status }: ScreenProps) {
  return (
    <>
      <h1>Payment failed. Please try again or contact support.</h1>
      <p>Possible causes:</p>
      <ul className={styles.causes}>
        <li>Insufficient funds</li>
        <li>Network issues</li>
        <li>Declined by your bank</li>
      </ul>
      <p>Please try again after 24 hours with another payment method.</p>
      <p>
        Support: <a href={`mailto:${event.organiser.support_email}`}>{event.organiser.support_email}</a>
      </p>
      <p className={styles.small}>
        If you were charged anyway, the payment will appear here and we will send you an email.
      </p>
      <Sum status={status} />
      <TryAgain bookingID={bookingID} />
    </>
  );
}

/** The link was closed a moment ago, and the bank of somebody who has paid may be late: nobody is sent to pay again. */
function Awaited({ status }: ScreenProps) {
  return (
    <>
      <h1>Payment Verification in Progress</h1>
      <p>
        We have not received a payment, and its link is closed. If you paid, the payment will appear here and we will
        send you an email. Please do not pay again.
      </p>
      <Sum status={status} />
      <p className={styles.small}>If you did not pay, you can try again here in a few minutes.</p>
      <div className={styles.actions}>
        <Home />
      </div>
    </>
  );
}

function Pending({ status }: ScreenProps) {
  const address = status.payment_url && trustedPaymentAddress(status.payment_url);
  return (
    <>
      <h1>Payment Verification in Progress</h1>
      <p>We will send you an email as soon as the payment is processed.</p>
      <p>This page updates automatically; you can close it and come back later.</p>
      <Sum status={status} />
      {address && <p className={styles.small}>If you left the payment page without paying, you can still pay.</p>}
      <div className={styles.actions}>
        {address && <LinkButton href={address}>Pay again</LinkButton>}
        <Home />
      </div>
    </>
  );
}

/** Another payment link for the same registration: everything that was typed and uploaded is kept. */
function TryAgain({ bookingID }: { bookingID: string }) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const retry = async () => {
    setBusy(true);
    setRefusal(undefined);
    const answer = await payAgain(bookingID);
    const address = answer.ok && trustedPaymentAddress(answer.body.payment_url);
    if (address) return leaveFor(address);
    setBusy(false);
    setRefusal((!answer.ok && answer.problem?.message) || unreachable);
  };
  return (
    <>
      <p className={styles.small}>Your registration is saved. You do not have to fill in the form again.</p>
      <p role="alert">{refusal}</p>
      <div className={styles.actions}>
        <Button busy={busy} onClick={retry}>
          Try again
        </Button>
        {refusal && <RegisterButton look="outline" label="Register again" />}
        <Home />
      </div>
    </>
  );
}

const unreachable = 'We cannot reach the server. Please try again when you are online.';

export const Home = () => (
  <LinkButton look="outline" href="/">
    Home
  </LinkButton>
);

/** Amounts are for whoever paid: a colleague who took the ticket over is told none. */
function Sum({ status }: { status: TransactionStatus }) {
  if (status.amount === undefined) return null;
  return (
    <>
      <dl className={styles.sum}>
        <dt>Total including GST</dt>
        <dd>{rupees(status.amount)}</dd>
        {status.booking_code && (
          <>
            <dt>Booking code</dt>
            <dd>{status.booking_code}</dd>
          </>
        )}
        {status.paid_at && (
          <>
            <dt>Paid</dt>
            <dd>{momentOf(status.paid_at)}</dd>
          </>
        )}
      </dl>
      {status.refund && <p>{refundText(status.refund)}</p>}
    </>
  );
}

/** The fanlight's arch with the state drawn into it. */
function Sign({ status }: { status: string }) {
  const mark =
    { SUCCESS: 'M20 33l9 9 17-19', FAILED: 'M23 22l18 18M41 22 23 40', REFUNDED: 'M44 33H20m10-10L20 33l10 10' }[
      status
    ] ?? 'M32 18v15l9 6';
  return (
    <svg viewBox="0 0 64 60" className={styles.sign} aria-hidden="true">
      <path d="M4 56V32a28 28 0 0 1 56 0v24M0 57.500h64" />
      <path d={mark} className={styles.mark} />
    </svg>
  );
}
