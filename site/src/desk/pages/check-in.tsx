import { type ReactNode, useState } from 'react';
import type { DeskGateDevice, DeskGateLiveResponse, DeskGateMinutes, GateArrived } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/field';
import { Options } from '../../ui/options';
import { call } from '../call';
import { calendarDay, dateOf, dayOf, momentOf, number, timeOf } from '../format';
import { timeAtServer, useMay, useMe } from '../me';
import * as texts from '../texts';
import { FormDialog } from '../ui/form-dialog';
import { DeskPage, Section } from '../ui/page';
import { Nothing, Shown } from '../ui/states';
import { Status } from '../ui/status';
import { type Column, Table } from '../ui/table';
import { useData } from '../use-data';
import { Columns } from './charts';
import styles from './check-in.module.css';
import { age, deviceStatus, every10Minutes, hourLabel, scanText } from './check-in-status';
import { EnrolDevice } from './enrol-device';
import { IdentifyTicket } from './identify-ticket';

const refreshMs = 5000;
const firstPages = { conflicts_from: 0, to_show_from: 0 };

export default function CheckIn() {
  const [day, setDay] = useState('');
  const [from, setFrom] = useState(firstPages);
  const data = useData<DeskGateLiveResponse>('gate-live', { day, ...from }, refreshMs);
  const may = useMay();
  const me = useMe();
  const today = dateOf(timeAtServer(me));
  const [isEnrolling, setEnrolling] = useState(false);
  const [revoking, setRevoking] = useState<DeskGateDevice>();
  const [identifying, setIdentifying] = useState('');
  const turn = (of: string, key: keyof typeof from, shown: number, total: number) => (
    <Pages {...{ of, shown, total }} from={from[key]} onTurn={(to) => setFrom({ ...from, [key]: to })} />
  );
  return (
    <DeskPage
      number="D-09"
      title={texts.checkIn}
      actions={may('gate.enrol') && <Button onClick={() => setEnrolling(true)}>{texts.enrolDevice}</Button>}
    >
      {me.rehearsal && (
        <p>
          <a href="/rehearsal/gate" target="_top">
            {texts.rehearseGate}
          </a>
        </p>
      )}
      <Shown data={data}>
        {(live) => (
          <>
            <SelectField
              className={styles.day}
              label={texts.day}
              help={live.day === today ? undefined : texts.notToday(calendarDay(today))}
              value={live.day}
              onChange={({ target }) => {
                setDay(target.value);
                setFrom(firstPages);
              }}
            >
              <Options of={live.days.map(({ date, display, city }) => [date, `${display} · ${city}`])} />
            </SelectField>
            <Inside live={live} />
            <Arrivals live={live} />
            <Conflicts live={live}>
              {turn(texts.conflicts, 'conflicts_from', live.conflicts.length, live.conflicts_total)}
            </Conflicts>
            <Devices live={live} revoke={may('gate.revoke') ? setRevoking : undefined} />
            <Minutes live={live} />
            <ScansToCheck live={live} identify={may('gate.name') ? setIdentifying : undefined}>
              {turn(texts.scansToCheck, 'to_show_from', live.to_show.length, live.to_show_total)}
            </ScansToCheck>
          </>
        )}
      </Shown>
      {isEnrolling && data.data && <EnrolDevice live={data.data} onClose={() => setEnrolling(false)} />}
      {identifying && <IdentifyTicket scan={identifying} onClose={() => setIdentifying('')} />}
      {revoking && <Revoke device={revoking} onClose={() => setRevoking(undefined)} />}
    </DeskPage>
  );
}

const listName = (live: DeskGateLiveResponse, id: string) => live.lists.find((list) => list.id === id)?.name ?? id;

const Inside = ({ live }: { live: DeskGateLiveResponse }) => (
  <Section title={texts.inside} note={texts.insideNote}>
    <Table
      caption={texts.insideCaption}
      columns={[
        { title: texts.list, cell: ({ name }) => name },
        { title: texts.insideNow, numeric: true, cell: ({ inside }) => number(inside) },
        { title: texts.arrived, numeric: true, cell: ({ total }) => total && ratioOf(total) },
      ]}
      rows={live.lists.map(({ id, name }) => {
        const found = live.inside.find(({ list, day }) => list === id && day === live.day);
        const total = live.arrivals.find(({ list }) => list === id)?.total;
        return { id, name, inside: found?.inside ?? 0, total };
      })}
      keyOf={({ id }) => id}
    />
  </Section>
);

const ratioOf = ({ arrived, expected }: GateArrived) => texts.arrivedOf(number(arrived), number(expected));

/** Who has arrived at the event itself, by category, lane and city. */
function Arrivals({ live }: { live: DeskGateLiveResponse }) {
  const entry = live.arrivals.find(({ list }) => list === 'entry');
  if (!entry) return null;
  const named = (all: GateArrived[], nameOf: (name: string) => string) =>
    all.length > 1 ? all.map((one) => ({ ...one, name: nameOf(one.name) })) : [];
  const rows = [
    ...named(entry.categories, texts.categoryNamed),
    ...named(entry.lanes, texts.laneNamed),
    ...named(live.cities, texts.cityNamed),
  ];
  if (rows.length === 0) return null;
  return (
    <Section title={texts.arrived} note={texts.arrivedNote(listName(live, 'entry'))}>
      <Table
        phone="narrow"
        caption={texts.arrived}
        columns={[
          { title: texts.group, cell: ({ name }) => name },
          { title: texts.arrived, numeric: true, cell: ratioOf },
          { title: texts.stillExpected, numeric: true, cell: (one) => number(Math.max(0, one.expected - one.arrived)) },
        ]}
        rows={rows}
        keyOf={({ name }) => name}
      />
    </Section>
  );
}

const pageSize = 50;

interface PagesProps {
  of: string;
  from: number;
  /** How many entries are shown, even while another page is loading. */
  shown: number;
  total: number;
  onTurn: (from: number) => void;
}

function Pages({ of, from, shown, total, onTurn }: PagesProps) {
  if (from === 0 && total <= shown) return null;
  const to = Math.min(from + pageSize, total);
  return (
    <nav className="row" aria-label={texts.pagesOf(of)}>
      <p role="status">{shown === 0 ? texts.noMore : texts.rangeOf(number(from + 1), number(to), number(total))}</p>
      <Button look="quiet" disabled={from === 0} onClick={() => onTurn(Math.max(0, from - pageSize))}>
        {texts.newer}
      </Button>
      <Button look="quiet" disabled={shown === 0 || from + pageSize >= total} onClick={() => onTurn(from + pageSize)}>
        {texts.older}
      </Button>
    </nav>
  );
}

function Conflicts({ live, children }: { live: DeskGateLiveResponse; children: ReactNode }) {
  if (live.conflicts.length === 0 && live.conflicts_total === 0) return children;
  return (
    <Section title={texts.admittedTwice} note={texts.admittedTwiceNote}>
      <ul className={styles.conflicts}>
        {live.conflicts.map(({ key, explained_at, name, code, list, admitted, places, scans }) => (
          <li key={key}>
            {explained_at ? (
              <Status sign="over">{texts.explained}</Status>
            ) : (
              <Status sign="person">{texts.askThere}</Status>
            )}{' '}
            {name || texts.ticketCode(code)}, {listName(live, list)}: {texts.admittedOf(admitted, places)}
            <ol>
              {scans.map(({ device, at, verdict, place, offline, list_age }) => (
                <li key={device + at}>
                  {timeOf(at)} {texts.verdictWords[verdict]}, {device}, {place}
                  {offline && ` (${texts.scannedOffline(age(list_age))})`}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
      {children}
    </Section>
  );
}

const noted = (text: string, note: string | undefined) => (
  <>
    {text}
    {note && <br />}
    <small>{note}</small>
  </>
);

/** With the date, unless it is today. */
function Since({ instant }: { instant: string }) {
  const now = timeAtServer(useMe());
  if (!instant) return texts.never;
  return dayOf(instant) === dayOf(now.toISOString()) ? timeOf(instant) : momentOf(instant);
}

interface DevicesProps {
  live: DeskGateLiveResponse;
  revoke: ((device: DeskGateDevice) => void) | undefined;
}

const Devices = ({ live, revoke }: DevicesProps) => (
  <Section title={texts.devices} note={texts.devicesNote}>
    {live.devices.length === 0 ? (
      <Nothing title={texts.noDevices}>{texts.noDevicesHelp}</Nothing>
    ) : (
      <Table caption={texts.devices} columns={deviceColumns(revoke)} rows={live.devices} keyOf={({ id }) => id} />
    )}
  </Section>
);

const deviceColumns = (revoke: DevicesProps['revoke']): (Column<DeskGateDevice> | undefined)[] => [
  {
    title: texts.device,
    cell: ({ name, volunteer, city }) => noted(name, [volunteer, city].filter(Boolean).join(', ')),
  },
  { title: texts.state, cell: (device) => <DeviceStatus device={device} /> },
  { title: texts.lastSeen, cell: ({ seen_at }) => <Since instant={seen_at} /> },
  { title: texts.listsUpdated, cell: ({ lists_at }) => <Since instant={lists_at} /> },
  {
    title: texts.battery,
    numeric: true,
    cell: ({ battery }) => (battery < 0 ? '—' : `${battery}%`),
  },
  { title: texts.notSent, numeric: true, cell: ({ unsent }) => number(unsent) },
  { title: texts.scannedIn, numeric: true, cell: (device) => number(device.in) },
  { title: texts.scannedOut, numeric: true, cell: ({ out }) => number(out) },
  { title: texts.refused, numeric: true, cell: ({ refused }) => number(refused) },
  revoke && {
    title: texts.actions,
    cell: (device) =>
      !device.revoked_at && (
        <Button look="quiet" onClick={() => revoke(device)}>
          {texts.signOut}
          <span className="unseen"> {device.name}</span>
        </Button>
      ),
  },
];

function DeviceStatus({ device }: { device: DeskGateDevice }) {
  const [sign, text] = deviceStatus(device);
  return <Status sign={sign}>{text}</Status>;
}

function Minutes({ live }: { live: DeskGateLiveResponse }) {
  const entries = live.minutes.filter(({ list }) => list === 'entry');
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return null;
  const admitted = new Map(entries.map((one) => [Date.parse(one.at), one.in]));
  const every = every10Minutes(entries);
  const most = number(Math.max(...admitted.values()));
  return (
    <Section title={texts.byTime} note={texts.byTimeNote(listName(live, 'entry'))}>
      <Columns
        title={texts.minutesChart(timeOf(first.at), timeOf(last.at), most)}
        values={every.map((at) => ({
          name: at,
          inner: admitted.get(Date.parse(at)) ?? 0,
          tick: hourLabel(at, every.length),
        }))}
      />
      <Table<DeskGateMinutes>
        phone="narrow"
        caption={texts.minutesCaption}
        columns={[
          { title: texts.from, cell: ({ at }) => timeOf(at) },
          { title: texts.list, cell: ({ list }) => listName(live, list) },
          { title: texts.scannedIn, numeric: true, cell: (one) => number(one.in) },
          { title: texts.scannedOut, numeric: true, cell: (one) => number(one.out) },
        ]}
        rows={live.minutes}
        keyOf={({ at, list }) => at + list}
      />
    </Section>
  );
}

interface ScansProps {
  live: DeskGateLiveResponse;
  identify?: ((scan: string) => void) | undefined;
  children: ReactNode;
}

function ScansToCheck({ live, identify, children }: ScansProps) {
  const { to_show: scans, to_show_scans: all } = live;
  if (scans.length === 0) return children;
  return (
    <Section title={texts.scansToCheck} note={texts.scansToCheckNote(all, number(all))}>
      <Table
        caption={texts.scansToCheck}
        columns={[
          { title: texts.when, look: 'whole', cell: ({ at }) => momentOf(at) },
          {
            title: texts.device,
            cell: ({ device }) => noted(device, live.devices.find(({ name }) => name === device)?.volunteer),
          },
          { title: texts.ticket, cell: ({ code, name }) => (name ? noted(name, code) : code) },
          { title: texts.reason, cell: scanText },
          identify &&
            scans.some(({ scan }) => scan) && {
              title: texts.actions,
              cell: ({ scan, at }) =>
                scan && (
                  <Button look="quiet" onClick={() => identify(scan)}>
                    {texts.whoseTicket}
                    <span className="unseen"> {momentOf(at)}</span>
                  </Button>
                ),
            },
        ]}
        rows={scans}
        keyOf={({ at, device, code, scan }) => scan ?? at + device + code}
      />
      {children}
    </Section>
  );
}

const Revoke = ({ device: { id, name }, onClose }: { device: DeskGateDevice; onClose: () => void }) => (
  <FormDialog
    title={texts.revokeTitle(name)}
    confirm={texts.revokeConfirm}
    dangerous
    draft={`revoke-${id}`}
    empty={{ why: '' }}
    send={({ why }) => call('gate-revoke', { id, why })}
    done={texts.deviceRevoked(name)}
    onClose={onClose}
  >
    {() => <p>{texts.revokeHelp}</p>}
  </FormDialog>
);
