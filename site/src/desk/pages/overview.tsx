import { useState } from 'react';
import { Link } from 'react-router';
import type { BookingState, DeskCategory, DeskGroup, DeskOverviewResponse } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { calendarDay, momentOf, money, number } from '../format';
import { useMay } from '../me';
import * as texts from '../texts';
import { DeskPage, Section } from '../ui/page';
import { Shown } from '../ui/states';
import { BookingStatus } from '../ui/status';
import { Table } from '../ui/table';
import { useData } from '../use-data';
import { Bar } from './charts';
import { ExportDocuments } from './export-documents';
import { Figure, moneyColumns } from './figures';
import styles from './overview.module.css';
import { Days } from './overview-days';

export default function Overview() {
  const data = useData<DeskOverviewResponse>('overview');
  const may = useMay();
  const [exporting, setExporting] = useState(false);
  const button = may('invoice.export') && (
    <Button look="outline" onClick={() => setExporting(true)}>
      {texts.exportDocuments}
    </Button>
  );
  return (
    <DeskPage number="D-01" title={texts.overview} actions={button}>
      <Shown data={data}>{(overview) => <Figures overview={overview} />}</Shown>
      {exporting && <ExportDocuments onClose={() => setExporting(false)} />}
    </DeskPage>
  );
}

const Figures = ({ overview }: { overview: DeskOverviewResponse }) => (
  <div className={styles.overview}>
    <p className="muted">{texts.asOf(momentOf(overview.at))}</p>
    {overview.alarms.length > 0 && (
      <Section title={texts.alarms}>
        <ul className="notice">
          {overview.alarms.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      </Section>
    )}
    <Answers overview={overview} />
    <Section title={texts.needsAttention}>
      <Cards groups={overview.flags} textOf={({ name }) => [name]} />
      {overview.disputes.length > 0 && (
        <ul className="notice">
          {overview.disputes.map(({ key, title, booking, name, code, text }) => (
            <li key={key}>
              {title}: <Link to={`/registration/${booking}`}>{name || code}</Link>. {text}
            </li>
          ))}
        </ul>
      )}
    </Section>
    <Categories all={overview.categories} total={overview.all} />
    <Groups title={texts.byState} name={texts.bookingState} groups={overview.states} note={texts.byStateNote} isState />
    {overview.paid_by && (
      <Groups title={texts.byPayment} name={texts.payment} groups={overview.paid_by} note={texts.byPaymentNote} />
    )}
    <CheckedIn groups={overview.inside} />
    <Days days={overview.days} />
  </div>
);

const withSeat = ['paid', 'part refunded'];
const paidQuery = String(new URLSearchParams(withSeat.map((state) => ['state', state])));

function Answers({ overview }: { overview: DeskOverviewResponse }) {
  const may = useMay();
  const seats = overview.states
    .filter(({ key }) => withSeat.includes(key))
    .reduce((sum, group) => sum + group.seats, 0);
  const { documents } = overview;
  // The lists count only the price and its refunds, not what was paid twice or in excess.
  const returned = (documents?.refunded_paise ?? 0) - (overview.all.refunded_paise ?? 0);
  return (
    <dl className={styles.answers}>
      <div>
        <dt>{texts.seatsPaid}</dt>
        <dd>
          <Figure group={{ name: texts.seatsPaid, query: paidQuery, count: seats }}>{number(seats)}</Figure>
        </dd>
      </div>
      {documents && (
        <div>
          <dt>
            {texts.netAmount}: {texts.receivedSum} {money(documents.received_paise)},{' '}
            {documents.tds_paise > 0 && `${texts.deductedSum} ${money(documents.tds_paise)}, `}
            {texts.refundedSum} {money(documents.refunded_paise)}
            {returned > 0 && ` ${texts.paidAndReturned(money(returned))}`}{' '}
            <Link to="/reconciliation">{texts.compareWithGateway}</Link>
          </dt>
          <dd>{money(documents.received_paise + documents.tds_paise - documents.refunded_paise)}</dd>
        </div>
      )}
      {documents && (
        <div>
          <dt>
            {texts.documents(money(documents.invoices_paise), money(documents.credits_paise))}
            {documents.outside_paise !== 0 && ` ${texts.outside(money(documents.outside_paise))}`}
            {documents.difference_paise !== 0 && <strong> {texts.documentsDiffer}</strong>}
          </dt>
          <dd>{money(documents.invoices_paise - documents.credits_paise)}</dd>
        </div>
      )}
      {may('tasks.view') && (
        <div>
          <dt>{texts.openTasks}</dt>
          <dd>
            <Link className={styles.figure} to="/tasks" aria-label={`${texts.openTasks}: ${overview.tasks}`}>
              {number(overview.tasks)}
            </Link>
          </dd>
        </div>
      )}
    </dl>
  );
}

const Cards = ({ groups, textOf }: { groups: DeskGroup[]; textOf: (group: DeskGroup) => string[] }) => (
  <ul className={styles.cards}>
    {groups.map((group) => (
      <li key={group.key}>
        <Figure group={group} />
        {textOf(group).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </li>
    ))}
  </ul>
);

/** The number of seats that can still be sold. */
export const seatsLeft = ({ capacity, held }: DeskCategory): number => Math.max(0, capacity - held.seats);

/** There is no total capacity if one category has no limit. */
function sumOf(all: DeskCategory[], total: DeskGroup): DeskCategory {
  const [first] = all;
  const query = new URLSearchParams(first?.held.query);
  query.delete('category');
  for (const { type } of all) query.append('category', type);
  const isLimited = all.every(({ capacity }) => capacity > 0);
  return {
    ...(first as DeskCategory),
    type: '',
    name: texts.allCategories,
    capacity: isLimited ? all.reduce((sum, { capacity }) => sum + capacity, 0) : 0,
    held: {
      ...(first as DeskCategory).held,
      query: query.toString(),
      seats: all.reduce((sum, { held }) => sum + held.seats, 0),
    },
    all: total,
  };
}

const Categories = ({ all, total }: { all: DeskCategory[]; total: DeskGroup }) => (
  <Section title={texts.byCategory} note={texts.byCategoryNote}>
    <Table
      caption={texts.categoriesCaption}
      phone="figures"
      rows={all}
      foot={all.length > 0 ? sumOf(all, total) : undefined}
      keyOf={({ type }) => type}
      columns={[
        { title: texts.category, cell: ({ name }) => name },
        {
          title: texts.seatsTaken,
          numeric: true,
          cell: ({ name, held }) => (
            <Figure group={{ ...held, name: texts.seatsOf(name) }}>{number(held.seats)}</Figure>
          ),
        },
        {
          title: texts.capacity,
          numeric: true,
          cell: ({ type, capacity }) => (capacity ? number(capacity) : type && texts.noLimit),
        },
        {
          title: texts.seatsLeft,
          numeric: true,
          cell: (category) =>
            category.capacity > 0 &&
            number((category.type ? [category] : all).reduce((sum, one) => sum + seatsLeft(one), 0)),
        },
        {
          title: '',
          look: 'drawing',
          cell: ({ type, held, capacity }) => type && capacity > 0 && <Bar part={held.seats} of={capacity} />,
        },
        {
          title: texts.registrations,
          numeric: true,
          cell: ({ all }) => <Figure group={all} />,
        },
        ...moneyColumns<DeskCategory>(all, (category) => category.all),
      ]}
    />
  </Section>
);

interface GroupsProps {
  title: string;
  name: string;
  groups: DeskGroup[];
  note?: string;
  isState?: boolean;
}

function Groups({ title, name, groups, note, isState }: GroupsProps) {
  const largest = Math.max(1, ...groups.map(({ count }) => count));
  if (groups.length === 0) return null;
  return (
    <Section title={title} note={note}>
      <Table
        caption={title}
        phone="figures"
        rows={groups}
        keyOf={({ key }) => key}
        columns={[
          {
            title: name,
            cell: ({ key, name }) => (isState ? <BookingStatus state={key as BookingState} /> : name),
          },
          {
            title: texts.registrations,
            numeric: true,
            cell: (group) => <Figure group={group} />,
          },
          { title: '', look: 'drawing', cell: ({ count }) => <Bar part={count} of={largest} /> },
          {
            title: texts.seats,
            numeric: true,
            cell: (group) => (
              <Figure group={{ ...group, name: texts.seatsIn(group.name) }}>{number(group.seats)}</Figure>
            ),
          },
          ...moneyColumns<DeskGroup>(groups, (group) => group),
        ]}
      />
    </Section>
  );
}

const CheckedIn = ({ groups }: { groups: DeskGroup[] }) => (
  <Section
    title={texts.checkedIn}
    note={useMay()('gate.view') ? <Link to="/gate">{texts.checkedInLink}</Link> : texts.checkedInNote}
  >
    {groups.length === 0 ? (
      <p className="muted">{texts.nobodyCheckedIn}</p>
    ) : (
      <Cards
        groups={groups}
        textOf={({ key, name, count, seats }) => [
          texts.registrationsAndSeats(count, number(seats), seats),
          `${name === key ? '' : `${name}, `}${calendarDay(key)}`,
        ]}
      />
    )}
  </Section>
);
