// D-03: one registration. The person at the left, what happened at the right; what can be done is between them on a
// telephone.
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { event } from '../../content';
import type {
  DeskEvent,
  DeskPayment,
  DeskRegistration,
  DeskRegistrationResponse,
  DeskTask,
  DeskTicket,
} from '../../types/wire.gen';
import { Acts } from '../actions/actions';
import { changeInWords, factValue, fieldName, ways } from '../field-names';
import { calendarDay, momentOf, money } from '../format';
import { Facts } from '../ui/facts';
import { Part, Sheet } from '../ui/page';
import { Shown } from '../ui/states';
import { BookingStatus } from '../ui/status';
import { Table } from '../ui/table';
import { useRoom } from '../use-data';
import styles from './registration.module.css';

export default function Registration() {
  const { id = '' } = useParams();
  return <One key={id} id={id} />;
}

/** The act that a task asks for. It leaves the address, so that it opens once; from where somebody came is kept. */
function useTaskAct(): string | null {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const asked = search.get('act');
  const [act] = useState(asked);
  useEffect(() => {
    if (asked) navigate(pathname, { replace: true, state: { from: '/tasks' } });
  }, [asked, navigate, pathname]);
  return act;
}

function One({ id }: { id: string }) {
  const room = useRoom<DeskRegistrationResponse>('registration', { id });
  const act = useTaskAct();
  const { state } = useLocation();
  const shown = room.data?.registration;
  useEffect(() => {
    if (shown) document.title = `${shown.name || 'Erased'} · ${shown.code} · ${event.name} desk`;
  }, [shown]);
  return (
    <Sheet number="D-03" label={shown?.code ?? 'Registration'} title={shown ? shown.name || 'Erased' : 'Registration'}>
      {(state as { from?: string } | null)?.from === '/tasks' && (
        <p className="no-print">
          <Link to="/tasks" state={{ back: true }}>
            Back to Tasks
          </Link>
        </p>
      )}
      <Shown room={room}>{({ registration }) => <Drawing of={registration} act={act} />}</Shown>
    </Sheet>
  );
}

interface DrawingProps {
  of: DeskRegistration;
  /** The act that a task asks for: its dialog is open at once. */
  act: string | null;
}

function Drawing({ of, act }: DrawingProps) {
  return (
    <div className={styles.drawing}>
      <div className={styles.head}>
        <p className={styles.state}>
          <BookingStatus state={of.state} ticket={of.ticket_status} /> <span className={styles.code}>{of.code}</span>
        </p>
        <Open tasks={of.open_tasks} />
      </div>
      <div className={styles.person}>
        <PersonFacts of={of} />
        <Money of={of} />
        <Tickets tickets={of.tickets} />
      </div>
      <section className={styles.acts} aria-label="Acts">
        {of.may.length === 0 ? (
          <p>There is nothing that your role can do here.</p>
        ) : (
          <Acts key={of.id} registration={of} open={act ?? undefined} />
        )}
      </section>
      <div className={styles.story}>
        <Timeline events={of.timeline} code={of.code} />
        {of.others.length > 0 && <Others of={of} />}
      </div>
    </div>
  );
}

const Open = ({ tasks }: { tasks: DeskTask[] }) =>
  tasks.length === 0 ? null : (
    <div className={styles.open} role="note">
      {tasks.map(({ key, title, text }) => (
        <div key={key}>
          <strong>{title}</strong>
          {text && <p>{text}</p>}
        </div>
      ))}
    </div>
  );

/**
 * What has a form of its own below, or stands with others in one line; whatever else is asked has the name that the
 * form gives it.
 */
const apart = new Set(['firstname', 'lastname', 'email', 'mobile', 'dob', 'gender', 'city', 'state', 'country']);

function PersonFacts({ of }: { of: DeskRegistration }) {
  const { person } = of;
  return (
    <Part title="Person">
      <Facts
        of={[
          ['Name', of.name],
          ['Spouse', of.spouse_name],
          ['E-mail', person.email && <a href={`mailto:${person.email}`}>{person.email}</a>],
          ['Mobile', person.mobile && <a href={`tel:${person.mobile}`}>{person.mobile}</a>],
          ['Born', person.dob && calendarDay(person.dob)],
          ['Gender', person.gender],
          ['Category', of.category_name],
          ['Seats', String(of.seats)],
          ...Object.entries(person)
            .filter(([name]) => !apart.has(name))
            .map(([name, value]): [string, string] => [fieldName(name), value]),
          ['Place', [person.city, person.state, person.country].filter(Boolean).join(', ')],
          ['Photo', of.has_photo ? 'there' : 'none, or destroyed'],
          ['Identity document', documentOf(of)],
          ['Consent withdrawn', of.withdrawn && momentOf(of.withdrawn)],
          ['Registered', momentOf(of.registered)],
          ['Booking', of.id],
        ]}
      />
    </Part>
  );
}

function documentOf({ has_document, checked }: DeskRegistration): string {
  if (checked) return `checked ${momentOf(checked)}`;
  return has_document ? 'waits to be checked' : 'none, or destroyed';
}

function Money({ of }: { of: DeskRegistration }) {
  if (of.net_paise === undefined || of.gst_paise === undefined)
    return of.paid ? (
      <Part title="Payment">
        <Facts
          of={[
            ['Paid', momentOf(of.paid)],
            ['How', ways[of.paid_by ?? '']],
            ['Why it is free', factValue('reason', of.free_reason)],
          ]}
        />
      </Part>
    ) : null;
  return (
    <Part title="Money">
      <Facts
        of={[
          ['Net', money(of.net_paise)],
          ['GST', money(of.gst_paise)],
          ['Total', money(of.amount_paise ?? 0)],
          ['Refunded', of.refunded_paise ? money(of.refunded_paise) : ''],
          ['Paid', of.paid ? momentOf(of.paid) : 'not paid'],
          ['How', ways[of.paid_by ?? '']],
          ['Reference', of.paid_reference],
          ['Why it is free', factValue('reason', of.free_reason)],
        ]}
      />
      {of.payments.map((payment) => (
        <PaymentFacts key={payment.payment_id} payment={payment} />
      ))}
    </Part>
  );
}

const PaymentFacts = ({ payment }: { payment: DeskPayment }) => (
  <Facts
    of={[
      ['Payment', payment.payment_id],
      ['Through', payment.provider],
      ['Our reference', payment.reference],
      ['Received', `${money(payment.amount_paise)}, ${momentOf(payment.captured)}`],
      ['Refunded', payment.refunds.length > 0 && <Refunds of={payment} />],
    ]}
  />
);

/** Each refund with its own day; what they are together stands above, in "Refunded". */
const Refunds = ({ of: { payment_id, refunds } }: { of: DeskPayment }) => (
  <ul className={styles.refunds} aria-label={`Refunds of ${payment_id}`}>
    {refunds.map(({ amount_paise, at }, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two refunds may be alike in everything
      <li key={n}>
        {money(amount_paise)}
        {at && `, ${momentOf(at)}`}
      </li>
    ))}
  </ul>
);

/** A place that nobody has assigned comes as a dash. */
function placeOf({ gate, row, seat }: DeskTicket): string {
  const place = [gate, row, seat];
  return place.every((part) => part === '—') ? 'not assigned' : place.join(', ');
}

const Tickets = ({ tickets }: { tickets: DeskTicket[] }) => (
  <Part title="Ticket">
    {tickets.length === 0 && <p>There is none.</p>}
    {tickets.map((ticket) => (
      <Facts
        key={ticket.id}
        of={[
          ['Ticket', ticket.id],
          ['State', ticket.status],
          ['Holder', ticket.holder],
          ['Issued', momentOf(ticket.issued)],
          ['Gate, row, seat', placeOf(ticket)],
          ['Entries left', `${ticket.entries_remaining} of ${ticket.entries_total}`],
        ]}
      />
    ))}
  </Part>
);

const kinds: Record<string, string> = {
  typed: 'Registration',
  consent: 'Consent',
  link: 'Link',
  paid: 'Payment',
  refund: 'Refund',
  mail: 'Email',
  ticket: 'Ticket',
  entry: 'Entry',
  view: 'Document',
  check: 'Document',
  act: 'Action',
  note: 'Note',
  task: 'Task',
};

/** What happened, the newest first: it is what somebody on the telephone asks about. */
const Timeline = ({ events, code }: { events: DeskEvent[]; code: string }) => (
  <Part
    title="What happened"
    note={
      <>
        newest first · <Link to={`/acts?booking=${code}`}>only acts</Link>
      </>
    }
  >
    <ol className={styles.timeline} reversed>
      {[...events].reverse().map((event, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two events may be alike in everything
        <li key={at}>
          <p className={styles.when}>
            <time dateTime={event.at}>{momentOf(event.at)}</time> <b>{kinds[event.kind] ?? event.kind}</b>
          </p>
          <p>
            {event.text}
            {event.actor && <span className={styles.who}> {event.actor}</span>}
          </p>
          {event.why && <p className={styles.who}>“{event.why}”</p>}
          {event.changes?.map((change) => (
            <p key={change.field} className={styles.who}>
              {changeInWords(change)}
            </p>
          ))}
        </li>
      ))}
    </ol>
  </Part>
);

const Others = ({ of }: { of: DeskRegistration }) => (
  <Part title="The same mailbox or person">
    <Table
      caption="Further registrations of this mailbox or person"
      columns={[
        { name: 'name', title: 'Name', cell: ({ name }) => name },
        { name: 'code', title: 'Code', cell: ({ code }) => code },
        {
          name: 'state',
          title: 'State',
          cell: (row) => <BookingStatus state={row.state} ticket={row.ticket_status} />,
        },
      ]}
      rows={of.others}
      keyOf={({ id }) => id}
      to={({ id }) => `/registration/${id}`}
    />
  </Part>
);
