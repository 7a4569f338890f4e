import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { event, tickets } from '../../content';
import { documentKinds } from '../../payment/texts';
import type {
  DeskEvent,
  DeskPayment,
  DeskRegistration,
  DeskRegistrationResponse,
  DeskTask,
  DeskTicket,
  InvoiceParty,
} from '../../types/wire.gen';
import { buttonClasses } from '../../ui/button';
import { Actions } from '../actions/actions';
import { answerOf, answersInOrder, changeText, factValue, fieldName, isAsked } from '../field-names';
import { calendarDay, dayOf, momentOf, money } from '../format';
import { useMay } from '../me';
import * as texts from '../texts';
import { Facts } from '../ui/facts';
import { DeskPage, Section } from '../ui/page';
import { Shown } from '../ui/states';
import { BookingStatus } from '../ui/status';
import { Table } from '../ui/table';
import { useData } from '../use-data';
import styles from './registration.module.css';

export default function Registration() {
  const { id = '' } = useParams();
  return <One key={id} id={id} />;
}

/** Returns the action that a task asks for, and removes it from the address, so that its dialog opens only once. */
function useTaskAction(): string | null {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const asked = search.get('action');
  const [action] = useState(asked);
  useEffect(() => {
    if (asked) navigate(pathname, { replace: true, state: { from: '/tasks' } });
  }, [asked, navigate, pathname]);
  return action;
}

function One({ id }: { id: string }) {
  const data = useData<DeskRegistrationResponse>('registration', { id });
  const action = useTaskAction();
  const { state } = useLocation();
  const may = useMay();
  const shown = data.data?.registration;
  useEffect(() => {
    if (shown) document.title = `${shown.name || texts.erasedName} · ${shown.code} · ${texts.deskOf(event.name)}`;
  }, [shown]);
  return (
    <DeskPage
      number="D-03"
      label={shown?.code ?? texts.registration}
      title={shown ? shown.name || texts.erasedName : texts.registration}
      actions={
        may('badges') &&
        shown?.ticket_status &&
        shown.ticket_status !== 'void' && (
          <Link className={buttonClasses('outline')} to={`/badges?code=${shown.code}`}>
            {texts.printBadge}
          </Link>
        )
      }
    >
      {(state as { from?: string } | null)?.from === '/tasks' && (
        <p className="no-print">
          <Link to="/tasks" state={{ back: true }}>
            {texts.backToTasks}
          </Link>
        </p>
      )}
      <Shown data={data}>{({ registration }) => <Details of={registration} action={action} />}</Shown>
    </DeskPage>
  );
}

function Details({ of, action }: { of: DeskRegistration; action: string | null }) {
  return (
    <div className={styles.details}>
      <div className={styles.head}>
        <p className={styles.state}>
          <BookingStatus state={of.state} ticket={of.ticket_status} /> <span className="code">{of.code}</span>
          {of.person.mobile && <a href={`tel:${of.person.mobile}`}>{of.person.mobile}</a>}
        </p>
        <OpenTasks tasks={of.open_tasks} />
      </div>
      <section className={styles.actions} aria-label={texts.actions}>
        {of.may.length === 0 ? (
          <p>{texts.noActions}</p>
        ) : (
          <Actions key={of.id} registration={of} open={action ?? undefined} />
        )}
      </section>
      <div className={styles.person}>
        <PersonFacts of={of} />
        <Money of={of} />
        <Tickets tickets={of.tickets} />
      </div>
      <div className={styles.story}>
        <Timeline events={of.timeline} code={of.code} />
        {of.others.length > 0 && <Others of={of} />}
      </div>
    </div>
  );
}

const OpenTasks = ({ tasks }: { tasks: DeskTask[] }) =>
  tasks.length > 0 && (
    <div className="notice" role="note">
      {tasks.map(({ key, title, text }) => (
        <div key={key}>
          <strong>{title}</strong>
          {text && <p>{text}</p>}
        </div>
      ))}
    </div>
  );

/** Fields that have their own line. All other fields are listed with the form's labels. */
const listed = new Set([
  'firstname',
  'lastname',
  'email',
  'mobile',
  'dob',
  'gender',
  'city',
  'state',
  'country',
  'answers',
]);

function PersonFacts({ of }: { of: DeskRegistration }) {
  const { person } = of;
  return (
    <Section title={texts.person}>
      <Facts
        of={[
          [texts.name, of.name],
          [texts.spouse, of.spouse_name],
          [texts.email, person.email && <a href={`mailto:${person.email}`}>{person.email}</a>],
          [texts.mobile, person.mobile && <a href={`tel:${person.mobile}`}>{person.mobile}</a>],
          [texts.dateOfBirth, person.dob && calendarDay(person.dob)],
          [texts.gender, factValue('gender', person.gender)],
          [texts.category, of.category_name],
          [texts.seats, String(of.seats)],
          ...Object.entries(person)
            .filter(([name]) => !listed.has(name))
            .map(([name, value]): [string, string] => [fieldName(name), value]),
          ...answersInOrder(person.answers ?? {}).map(([name, value]): [string, string] => [
            isAsked(name) ? fieldName(name) : texts.removedQuestion(fieldName(name)),
            answerOf(name, value),
          ]),
          [texts.place, [person.city, person.state, person.country].filter(Boolean).join(', ')],
          [texts.photo, isAsked('profile_url') && (of.has_photo ? texts.stored : texts.notStored)],
          [texts.identityDocument, isAsked('aadharUrl') && documentOf(of)],
          [texts.numberCheck, of.number && texts.numberMarks[of.number](of.same_number)],
          [texts.consentWithdrawn, of.withdrawn && momentOf(of.withdrawn)],
          [texts.registered, momentOf(of.registered)],
          [texts.bookingId, of.id],
        ]}
      />
    </Section>
  );
}

function documentOf({ id, may, has_document, checked, rejected }: DeskRegistration): ReactNode {
  if (checked) return texts.checkedOn(momentOf(checked));
  if (rejected) return texts.rejectedOn(momentOf(rejected));
  if (!has_document) return texts.notStored;
  return (
    <>
      {texts.notCheckedYet}
      {may.includes('document-reject') && <Link to={`/document-check?id=${id}`}>{texts.checkNow}</Link>}
    </>
  );
}

function Money({ of }: { of: DeskRegistration }) {
  if (of.refunded_paise === undefined)
    return of.paid ? (
      <Section title={texts.payment}>
        <Facts
          of={[
            [texts.paid, momentOf(of.paid)],
            [texts.paymentKind, texts.paymentWays[of.paid_by ?? '']],
            [texts.freeReason, factValue('reason', of.free_reason)],
          ]}
        />
      </Section>
    ) : null;
  const taxed = tickets.gst_percent > 0;
  const counted = of.payments.filter(({ disposition }) => disposition !== 'withdrawn');
  const paid = counted.reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  const tds = counted.reduce((sum, { tds_paise = 0 }) => sum + tds_paise, 0);
  const refunded = counted.reduce((sum, { refunded_paise }) => sum + (refunded_paise ?? 0), 0);
  return (
    <Section title={texts.money}>
      <Facts
        of={[
          [texts.net, taxed && priceOf(of.net_paise)],
          [texts.gst, taxed && priceOf(of.gst_paise)],
          [texts.total, priceOf(of.amount_paise)],
          [texts.waivedDifference, of.waived_paise && money(of.waived_paise)],
          [texts.leftToPay, of.due_paise ? money(of.due_paise) : ''],
          [texts.received, refunded > 0 && money(paid - tds)],
          [texts.tds, refunded > 0 && tds > 0 && money(tds)],
          [texts.refunded, refunded > 0 && money(refunded)],
          [texts.netAmount, refunded > 0 && money(paid - refunded)],
          [texts.paid, of.paid ? momentOf(of.paid) : of.due_paise === of.amount_paise && texts.notPaid],
          [texts.paymentKind, of.payments.length === 0 && texts.paymentWays[of.paid_by ?? '']],
          [texts.freeReason, factValue('reason', of.free_reason)],
          [texts.buyerOnInvoice, of.state !== texts.erased && of.buyer && buyerText(of.buyer)],
        ]}
      />
      {of.payments
        .filter(({ is_surplus }) => !is_surplus)
        .map((payment) => (
          <PaymentFacts key={payment.reference} payment={payment} all={of.payments} />
        ))}
      <ul aria-label={texts.documentsOf}>
        {of.invoices.map(({ id, kind, number, issued_at, total_paise }) => (
          <li key={id}>
            <Link to={`/document/${id}`}>
              {documentKinds[kind]} {number}
            </Link>
            , {dayOf(issued_at)}, {money(total_paise)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const buyerText = ({ name, gstin, address, pin }: InvoiceParty) =>
  [name, gstin, address, pin].filter(Boolean).join(', ');

/** Formats a part of the price; the parts are unknown for tickets that an older version of the program has changed. */
const priceOf = (paise?: number) => paise !== undefined && money(paise);

/** The API lists the surplus as another payment with the same ID. */
function PaymentFacts({ payment, all }: { payment: DeskPayment; all: DeskPayment[] }) {
  const surplus = all.filter(({ is_surplus, payment_id }) => is_surplus && payment_id === payment.payment_id);
  const refunds = [payment, ...surplus].flatMap(({ refunds }) => refunds);
  return (
    <Facts
      of={[
        [texts.payment, payment.payment_id],
        [texts.paidBy, texts.paymentWays[payment.provider] ?? payment.provider],
        [texts.ourReference, payment.reference],
        [texts.received, receivedOf(payment)],
        [texts.tds, payment.tds_paise && money(payment.tds_paise)],
        [texts.surplus, payment.surplus_paise && money(payment.surplus_paise)],
        [texts.refunded, refunds.length > 0 && <Refunds of={{ ...payment, refunds }} />],
      ]}
    />
  );
}

/** Of a payment outside the gateway, only the day is known. */
const whenOf = ({ provider }: DeskPayment, at: string) => (provider in texts.manualPayments ? dayOf(at) : momentOf(at));

function receivedOf(payment: DeskPayment): string {
  const { amount_paise, tds_paise = 0, surplus_paise = 0, captured, disposition } = payment;
  const received = `${money(amount_paise + surplus_paise - tds_paise)}, ${whenOf(payment, captured)}`;
  return disposition === 'withdrawn' ? `${texts.withdrawn}: ${received}` : received;
}

const Refunds = ({ of }: { of: DeskPayment }) => (
  <ul aria-label={texts.refundsOf(of.payment_id)}>
    {of.refunds.map(({ amount_paise, at }, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two refunds may be identical
      <li key={n}>
        {money(amount_paise)}
        {at && `, ${whenOf(of, at)}`}
      </li>
    ))}
  </ul>
);

/** The API writes a dash for a part that is not assigned. */
function placeOf({ gate, row, seat }: DeskTicket): string {
  const place = [gate, row, seat];
  return place.every((part) => part === '—') ? texts.notAssigned : place.join(', ');
}

const hasSeats = tickets.assigned_seats;

const Tickets = ({ tickets }: { tickets: DeskTicket[] }) => (
  <Section title={texts.ticket}>
    {tickets.length === 0 && <p>{texts.noTicket}</p>}
    {tickets.map((ticket) => (
      <Facts
        key={ticket.id}
        of={[
          [texts.ticket, ticket.id],
          [texts.state, ticket.status],
          [texts.holder, ticket.holder],
          [texts.issued, momentOf(ticket.issued)],
          [texts.seatTitle, hasSeats && placeOf(ticket)],
          [texts.entriesLeft, texts.someOf(ticket.entries_remaining, ticket.entries_total)],
        ]}
      />
    ))}
  </Section>
);

const Timeline = ({ events, code }: { events: DeskEvent[]; code: string }) => (
  <Section
    title={texts.history}
    note={
      <>
        {texts.newestFirst} · <Link to={`/activity-log?booking=${code}`}>{texts.actionsOnly}</Link>
      </>
    }
  >
    <ol className={styles.timeline} reversed>
      {[...events].reverse().map((event, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two events may be identical
        <li key={at}>
          <p className={styles.when}>
            <time dateTime={event.at}>{momentOf(event.at)}</time> <b>{texts.eventKinds[event.kind] ?? event.kind}</b>
          </p>
          <p>
            {event.text}
            {event.actor && <span className="muted"> {event.actor}</span>}
          </p>
          {event.why && <p className="muted">“{event.why}”</p>}
          {event.changes?.map((change) => (
            <p key={change.field} className="muted">
              {changeText(change)}
            </p>
          ))}
        </li>
      ))}
    </ol>
  </Section>
);

const Others = ({ of }: { of: DeskRegistration }) => (
  <Section title={texts.sameMailbox}>
    <Table
      caption={texts.sameMailboxCaption}
      columns={[
        { title: texts.name, cell: ({ name }) => name },
        { title: texts.code, cell: ({ code }) => code },
        {
          title: texts.bookingState,
          cell: (row) => <BookingStatus state={row.state} ticket={row.ticket_status} />,
        },
      ]}
      rows={of.others}
      keyOf={({ id }) => id}
      to={({ id }) => `/registration/${id}`}
    />
  </Section>
);
