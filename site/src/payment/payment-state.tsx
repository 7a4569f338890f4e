// Source of the texts: specification section 8.

import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { payAgain } from '../api';
import { brand, event, tickets } from '../content';
import { dayOf, momentOf } from '../moment';
import { RegisterButton } from '../sections/register-button';
import * as texts from '../texts';
import type { TransactionStatus } from '../types/wire.gen';
import { Button, buttonClasses, LinkButton } from '../ui/button';
import { Facts } from '../ui/facts';
import { rupees } from './amounts';
import { leaveFor, trustedPaymentAddress } from './payment-address';
import styles from './payment-state.module.css';
import * as documentTexts from './texts';

interface ScreenProps {
  bookingID: string;
  status: TransactionStatus;
  signedIn: boolean;
}

interface PaymentStateProps extends ScreenProps {
  /** Says what is being done, or that the device is offline. */
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

/** The fragment that makes /verify send a signed-in holder to the ticket. */
export const toTicket = '#ticket';

const screens: Record<string, (props: ScreenProps) => ReactNode> = { SUCCESS: Success, FAILED: Failed };

function stateOf({ paymentStatus, state, refund, transferred_at, awaited, received, due }: TransactionStatus) {
  if (refund && refund.ticket !== 'valid') return [Ended, 'REFUNDED'] as const;
  if (state === 'cancelled') return [Ended, 'FAILED'] as const;
  if (transferred_at) return [Transferred, paymentStatus] as const;
  if (awaited) return [Awaited, 'INITIATED'] as const;
  if (received) return [PartPaid, paymentStatus] as const;
  if (due !== undefined) return [ChangeDue, 'INITIATED'] as const;
  return [screens[paymentStatus] ?? Pending, paymentStatus] as const;
}

function Success({ bookingID, status, signedIn }: ScreenProps) {
  const ticket = status.ticket_id ? `/event-ticket/${status.ticket_id}` : '/dashboard';
  return (
    <>
      <h1>{brand.words.paid}</h1>
      <p>{brand.words.paid_help}</p>
      <Change status={status} />
      <Sum status={status} />
      {status.lacks_address && (
        <p>
          {documentTexts.invoiceLacksAddress}{' '}
          <Link to={`/invoice/${status.lacks_address}#correct`}>{documentTexts.addAddress}</Link>
        </p>
      )}
      <Actions>
        {signedIn ? (
          <Link to={ticket} className={buttonClasses()}>
            {texts.seeYourTicket}
          </Link>
        ) : (
          // Only the account gets the ticket's ID, so sign-in leads back to this page, which then opens the ticket
          // (pages/verify.tsx).
          <Link to="/login" state={{ from: `/verify/${bookingID}${toTicket}` }} className={buttonClasses()}>
            {texts.signInToSeeTicket}
          </Link>
        )}
      </Actions>
    </>
  );
}

function Transferred({ status, signedIn }: ScreenProps) {
  return (
    <>
      <h1>{texts.registrationTransferred}</h1>
      <p>
        {documentTexts.transferredToColleague(dayOf(status.transferred_at ?? ''))}{' '}
        {status.amount === undefined ? texts.receiptStays : texts.receiptOnDashboard}
      </p>
      <Sum status={status} />
      <Change status={status} />
      <Actions>
        {status.ticket_id ? (
          <LinkButton href={`/event-ticket/${status.ticket_id}`}>{texts.seeYourTicket}</LinkButton>
        ) : (
          <LinkButton href={signedIn ? '/dashboard' : '/login'}>{signedIn ? texts.dashboard : texts.signIn}</LinkButton>
        )}
      </Actions>
    </>
  );
}

/** Whether the last ticket change by link was paid for. */
function Change({ status: { change_paid, change_unpaid } }: { status: TransactionStatus }) {
  if (change_paid) return <p>{documentTexts.changePaid(rupees(change_paid))}</p>;
  if (!change_unpaid) return null;
  return (
    <p>
      {documentTexts.changeUnpaid} {texts.questionsWriteTo}
      <SupportAddress />
    </p>
  );
}

/** A ticket that is already paid changes once the difference is paid too. */
function ChangeDue({ status }: ScreenProps) {
  const address = useUnpaid(status);
  return (
    <>
      <h1>{address ? documentTexts.payForChange : texts.paymentInProgress}</h1>
      <p>{documentTexts.changeDue(rupees(status.due ?? 0))}</p>
      <p>{texts.pageUpdates}</p>
      <Actions>{address && <LinkButton href={address}>{texts.continueToPayment}</LinkButton>}</Actions>
    </>
  );
}

const SupportAddress = () => <a href={`mailto:${event.organiser.support_email}`}>{event.organiser.support_email}</a>;

/** The organisers have cancelled the registration, with or without a refund. */
function Ended({ status, signedIn }: ScreenProps) {
  const refund = status.refund?.ticket !== 'valid' ? status.refund : undefined;
  const refunded = refund?.at ? texts.paymentRefunded : texts.paymentBeingRefunded;
  return (
    <>
      <h1>{refund && !refund.manual ? refunded : texts.registrationCancelled}</h1>
      {!refund && <p>{texts.ticketNoLongerValid}</p>}
      {status.amount === undefined && <p>{texts.receiptStays}</p>}
      <Sum status={status} />
      <p>
        {texts.questionsWriteTo}
        <SupportAddress />
      </p>
      <Actions>
        {refund?.ticket === 'none' && (
          <LinkButton href={signedIn ? '/dashboard' : '/login'}>{signedIn ? texts.dashboard : texts.signIn}</LinkButton>
        )}
      </Actions>
    </>
  );
}

function Failed({ bookingID, status }: ScreenProps) {
  return (
    <>
      <h1>{texts.paymentFailed}</h1>
      <p>{texts.possibleCauses}</p>
      <ul className={styles.causes}>
        <li>{texts.insufficientFunds}</li>
        <li>{texts.networkIssues}</li>
        <li>{texts.declinedByBank}</li>
      </ul>
      <p>{texts.tryAnotherMethod}</p>
      <p>
        {texts.support}
        <SupportAddress />
      </p>
      <p className={styles.small}>{texts.chargedAnyway}</p>
      <Sum status={status} />
      <p className={styles.small}>{texts.registrationSaved}</p>
      <TryAgain bookingID={bookingID} label={texts.tryAgain}>
        <RegisterButton look="outline" label={texts.registerAgain} />
      </TryAgain>
    </>
  );
}

/** The link has just been closed. The bank's confirmation may be late, so nobody is asked to pay again. */
function Awaited({ status }: ScreenProps) {
  return (
    <>
      <h1>{texts.paymentInProgress}</h1>
      <p>{texts.linkClosed}</p>
      <Sum status={status} />
      <p className={styles.small}>{texts.tryInMinutes}</p>
      <Actions />
    </>
  );
}

/** The payment page's address, unless the provider has added status=paid to this page's address. */
function useUnpaid({ payment_url }: TransactionStatus) {
  const hasPaid = useLocation().search.includes('status=paid');
  return !hasPaid && payment_url && trustedPaymentAddress(payment_url);
}

function Pending({ status }: ScreenProps) {
  const address = useUnpaid(status);
  return (
    <>
      <h1>{texts.paymentInProgress}</h1>
      <p>{texts.emailWhenProcessed}</p>
      <p>{texts.pageUpdates}</p>
      <Sum status={status} />
      {address && <p className={styles.small}>{texts.stillPay}</p>}
      <Actions>{address && <LinkButton href={address}>{texts.continueToPayment}</LinkButton>}</Actions>
    </>
  );
}

function PartPaid({ bookingID, status }: ScreenProps) {
  const address = status.payment_url && trustedPaymentAddress(status.payment_url);
  return (
    <>
      <h1>{documentTexts.partPaid}</h1>
      <p>{documentTexts.ticketOncePaid}</p>
      <Sum status={status} />
      <p>
        {texts.questionsWriteTo}
        <SupportAddress />
      </p>
      {address ? (
        <Actions>
          <LinkButton href={address}>{texts.continueToPayment}</LinkButton>
        </Actions>
      ) : (
        <TryAgain bookingID={bookingID} label={documentTexts.payRest} />
      )}
    </>
  );
}

interface TryAgainProps {
  bookingID: string;
  label: string;
  /** Tells the visitor what else to do if no link can be created. */
  children?: ReactNode;
}

/** Requests another payment link for the same registration. */
function TryAgain({ bookingID, label, children }: TryAgainProps) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const retry = async () => {
    setBusy(true);
    setRefusal(undefined);
    const answer = await payAgain(bookingID);
    const address = answer.ok && trustedPaymentAddress(answer.body.payment_url);
    if (address) return leaveFor(address);
    setBusy(false);
    setRefusal((!answer.ok && answer.problem?.message) || texts.serverUnreachableTryAgain);
  };
  return (
    <>
      <p role="alert">{refusal}</p>
      <Actions>
        <Button busy={busy} onClick={retry}>
          {label}
        </Button>
        {refusal && children}
      </Actions>
    </>
  );
}

const Actions = ({ children }: { children?: ReactNode }) => (
  <div className={`cluster ${styles.actions}`}>
    {children}
    <Home />
  </div>
);

export const Home = () => (
  <LinkButton look="outline" href="/">
    {texts.home}
  </LinkButton>
);

/** Only the person who paid sees amounts, not a colleague who has accepted the ticket. */
function Sum({ status }: { status: TransactionStatus }) {
  const { amount, received, tds, due, booking_code, paid_at, refund } = status;
  if (amount === undefined) return null;
  const inPart = received !== undefined;
  return (
    <>
      <Facts
        className={styles.sum}
        of={[
          [tickets.gst_percent > 0 ? texts.totalIncludingGST : texts.total, rupees(amount)],
          [documentTexts.received, (inPart || tds !== undefined) && rupees(received ?? amount - (tds ?? 0))],
          [documentTexts.taxDeducted, tds !== undefined && rupees(tds)],
          [documentTexts.leftToPay, inPart && due !== undefined && rupees(due)],
          [texts.bookingCode, booking_code],
          [texts.paid, paid_at && momentOf(paid_at)],
        ]}
      />
      {refund && <p>{documentTexts.refundText(refund)}</p>}
    </>
  );
}

const frame =
  brand.ornament === 'fanlight'
    ? 'M4 56V32a28 28 0 0 1 56 0v24M0 57.500h64'
    : 'M4 32a28 28 0 1 0 56 0a28 28 0 1 0-56 0Z';

function Sign({ status }: { status: string }) {
  const mark =
    { SUCCESS: 'M20 33l9 9 17-19', FAILED: 'M23 22l18 18M41 22 23 40', REFUNDED: 'M44 33H20m10-10L20 33l10 10' }[
      status
    ] ?? 'M32 18v15l9 6';
  return (
    <svg viewBox="0 0 64 60" className={styles.sign} aria-hidden="true">
      <path d={frame} />
      <path d={mark} className={styles.mark} />
    </svg>
  );
}
