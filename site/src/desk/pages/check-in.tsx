import { type ReactNode, useState } from 'react';
import { span } from '../../span';
import type { DeskGateDevice, DeskGateLiveResponse, DeskGateMinutes, GateMoment } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/field';
import { toast } from '../../ui/toast';
import { momentOf, number, timeOf } from '../format';
import { useMay, useMe } from '../me';
import { Dialog } from '../ui/dialog';
import { Part, Sheet } from '../ui/page';
import { Reason } from '../ui/reason';
import { Nothing, Shown } from '../ui/states';
import { type Sign, Status } from '../ui/status';
import { type Column, Table } from '../ui/table';
import { useRoom } from '../use-data';
import { useAction } from '../use-form-call';
import { Columns } from './charts';
import styles from './check-in.module.css';
import { Invite } from './enrol-device';
import { NameTicket } from './identify-ticket';

const everyMs = 5000;

/** The gate as it is now: who is inside, the telephones, and what a person should look at. */
export default function Doors() {
  const [day, setDay] = useState('');
  const [from, setFrom] = useState({ conflicts_from: 0, to_show_from: 0 });
  const room = useRoom<DeskGateLiveResponse>('gate-live', { day, ...from }, everyMs);
  const may = useMay();
  const { rehearsal } = useMe();
  const [inviting, setInviting] = useState(false);
  const [ending, setEnding] = useState<DeskGateDevice>();
  const [naming, setNaming] = useState('');

  return (
    <Sheet
      number="D-09"
      title="Gate"
      actions={may('gate.enrol') && <Button onClick={() => setInviting(true)}>Enrol a telephone</Button>}
    >
      {rehearsal && (
        <p>
          <a href="/rehearsal/gate" target="_top">
            Rehearse the gate
          </a>{' '}
          with two gate windows and tickets to hold up
        </p>
      )}
      <Shown room={room}>
        {(live) => (
          <>
            <SelectField
              className={styles.day}
              label="Day"
              value={live.day}
              onChange={(event) => {
                setDay(event.target.value);
                setFrom({ conflicts_from: 0, to_show_from: 0 });
              }}
            >
              {live.days.map(({ date, display, city }) => (
                <option key={date} value={date}>
                  {display} · {city}
                </option>
              ))}
            </SelectField>
            <Inside live={live} />
            <Conflicts live={live}>
              <Pages
                of="Conflicts"
                from={from.conflicts_from}
                shown={live.conflicts.length}
                total={live.conflicts_total}
                onTurn={(to) => setFrom({ ...from, conflicts_from: to })}
              />
            </Conflicts>
            <Part title="Telephones" note="what each has said of itself">
              {live.devices.length === 0 ? (
                <Nothing title="No telephone yet">
                  Enrol one: it opens the code that is shown here, and works without an app.
                </Nothing>
              ) : (
                <Table
                  caption="Telephones"
                  columns={columns(may('gate.revoke') ? setEnding : undefined)}
                  rows={live.devices}
                  keyOf={({ id }) => id}
                />
              )}
            </Part>
            <Minutes minutes={live.minutes} live={live} />
            <ToShow live={live} onName={may('gate.name') ? setNaming : undefined}>
              <Pages
                of="Scans to look at"
                from={from.to_show_from}
                shown={live.to_show.length}
                total={live.to_show_total}
                onTurn={(to) => setFrom({ ...from, to_show_from: to })}
              />
            </ToShow>
          </>
        )}
      </Shown>
      {inviting && room.data && <Invite live={room.data} onClose={() => setInviting(false)} />}
      {naming && <NameTicket scan={naming} onClose={() => setNaming('')} />}
      {ending && <End device={ending} onClose={() => setEnding(undefined)} />}
    </Sheet>
  );
}

const listName = (live: DeskGateLiveResponse, id: string) => live.lists.find((list) => list.id === id)?.name ?? id;

function Inside({ live }: { live: DeskGateLiveResponse }) {
  const rows = live.lists.map(({ id, name }) => {
    const found = live.inside.find(({ list, day }) => list === id && day === live.day);
    return { id, name, inside: found?.inside ?? 0, used: found?.used ?? 0 };
  });
  return (
    <Part title="Inside" note="seats, now and in all on this day">
      <Table
        caption="Who is inside, by list"
        columns={[
          { name: 'name', title: 'List', cell: ({ name }) => name },
          { name: 'inside', title: 'Inside now', numeric: true, cell: ({ inside }) => number(inside) },
          { name: 'used', title: 'Came in all', numeric: true, cell: ({ used }) => number(used) },
        ]}
        rows={rows}
        keyOf={({ id }) => id}
      />
    </Part>
  );
}

const pageSize = 50;

interface PagesProps {
  of: string;
  from: number;
  shown: number;
  total: number;
  onTurn: (from: number) => void;
}

/**
 * Which of all are shown, and the way to the others; nothing where all are shown. While another page loads, `shown` is
 * of the one before, so it does not count how far this page goes.
 */
function Pages({ of, from, shown, total, onTurn }: PagesProps) {
  if (from === 0 && total <= shown) return null;
  return (
    <nav className={styles.pages} aria-label={`Pages: ${of}`}>
      <p role="status">
        {shown === 0
          ? 'No more'
          : `${number(from + 1)} to ${number(Math.min(from + pageSize, total))} of ${number(total)}`}
      </p>
      <Button look="quiet" disabled={from === 0} onClick={() => onTurn(Math.max(0, from - pageSize))}>
        Newer
      </Button>
      <Button look="quiet" disabled={shown === 0 || from + pageSize >= total} onClick={() => onTurn(from + pageSize)}>
        Older
      </Button>
    </nav>
  );
}

function Conflicts({ live, children }: { live: DeskGateLiveResponse; children: ReactNode }) {
  const { conflicts } = live;
  if (conflicts.length === 0 && live.conflicts_total === 0) return children;
  return (
    <Part title="Admitted twice" note="more often than the ticket has places; nobody has to leave">
      <ul className={styles.conflicts}>
        {conflicts.map((conflict) => (
          <li key={conflict.key}>
            {conflict.explained_at ? (
              <Status sign="over">explained: somebody had left in between</Status>
            ) : (
              <Status sign="person">ask there</Status>
            )}{' '}
            {conflict.name || `Ticket ${conflict.code}`}, {listName(live, conflict.list)}: admitted {conflict.admitted},
            places {conflict.places}
            <ol>
              {conflict.scans.map((scan) => (
                <li key={scan.device + scan.at}>
                  {timeOf(scan.at)} {scan.verdict}, {scan.device}, {scan.place}
                  {scan.offline && ` (without a network, lists ${agesOf(scan.list_age)})`}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
      {children}
    </Part>
  );
}

const agesOf = (seconds: number) => (seconds < 0 ? 'none' : `${span(seconds * 1000)} old`);

const since = (instant: string) => (instant ? momentOf(instant) : 'never');

const columns = (end?: (device: DeskGateDevice) => void): Column<DeskGateDevice>[] => [
  {
    name: 'name',
    title: 'Telephone',
    cell: ({ name, volunteer, city }) => (
      <>
        {name}
        <br />
        <small>{[volunteer, city].filter(Boolean).join(', ')}</small>
      </>
    ),
  },
  { name: 'state', title: 'State', cell: (device) => <State device={device} /> },
  { name: 'seen', title: 'Last heard', cell: ({ seen_at }) => since(seen_at) },
  { name: 'lists', title: 'Its lists', cell: ({ lists_at }) => since(lists_at) },
  { name: 'battery', title: 'Battery', numeric: true, cell: ({ battery }) => (battery < 0 ? '—' : `${battery} %`) },
  { name: 'unsent', title: 'Holds back', numeric: true, cell: ({ unsent }) => number(unsent) },
  { name: 'in', title: 'In', numeric: true, cell: (device) => number(device.in) },
  { name: 'out', title: 'Out', numeric: true, cell: ({ out }) => number(out) },
  { name: 'refused', title: 'Refused', numeric: true, cell: ({ refused }) => number(refused) },
  ...(end
    ? [
        {
          name: 'acts',
          title: 'Acts',
          cell: (device: DeskGateDevice) =>
            !device.revoked_at && (
              <Button look="quiet" onClick={() => end(device)}>
                Sign out<span className="unseen"> {device.name}</span>
              </Button>
            ),
        },
      ]
    : []),
];

/**
 * An open page is heard every twenty seconds: a longer silence is a hall without a network, or a telephone that was
 * wiped.
 */
const silence = 300;

type Told = [sign: Sign, words: string];

const heldBack = ({ unsent }: DeskGateDevice) =>
  unsent > 0 ? `; it said that it held back ${unsent === 1 ? '1 scan' : `${number(unsent)} scans`}` : '';
const twice = ({ strays }: DeskGateDevice) =>
  strays > 0 ? `; sent ${strays === 1 ? '1 number' : `${strays} numbers`} twice` : '';

/** How a telephone is, as far as the server can know. */
export function stateOf(device: DeskGateDevice): Told {
  // Signed out stands first: whatever else is known of it, it lets nobody in.
  if (device.wiped_at) return ['over', `signed itself out and forgot everything, ${momentOf(device.wiped_at)}`];
  if (device.revoked_at)
    return ['over', `signed out, ${momentOf(device.revoked_at)}${heldBack(device)}${twice(device)}`];
  if (device.strays > 0) return ['bad', `${twice(device).slice(2)}: sign it out`];
  // A paper list, or the command line: it could never have worked by itself.
  if (device.expires_at === device.enrolled_at) return ['over', 'no telephone'];
  if (device.ended) return ['over', 'the event is over'];
  if (device.replaced_by)
    return ['person', `storage lost, or wiped without a network; it is ${device.replaced_by} now${heldBack(device)}`];
  if (device.silent_seconds > silence)
    return ['waiting', `not heard of since ${momentOf(device.seen_at)}${heldBack(device)}`];
  if (Math.abs(device.offset_seconds) > 120)
    return ['waiting', `clock wrong by ${span(Math.abs(device.offset_seconds) * 1000)}`];
  return ['good', 'works'];
}

function State({ device }: { device: DeskGateDevice }) {
  const [sign, words] = stateOf(device);
  return <Status sign={sign}>{words}</Status>;
}

const tenMinutes = 600_000;

/** Nothing is drawn between scans that a wrong clock has put further apart. */
const longest = 2 * 24 * 6;

/** All steps from the first to the last, those too in which nobody came: so a column stands at its hour. */
export function everyStep(minutes: DeskGateMinutes[]): string[] {
  const first = Date.parse(minutes[0]?.at ?? '');
  const steps = (Date.parse(minutes.at(-1)?.at ?? '') - first) / tenMinutes + 1;
  if (steps > longest) return minutes.map(({ at }) => at);
  return Array.from({ length: steps }, (_, n) => new Date(first + n * tenMinutes).toISOString());
}

/** The words at an axis of so many steps: full and half hours, or every so many hours when there are many. */
export function hourAt(at: string, steps: number): string | undefined {
  const every = [3, 6, 12, 18, 24, 36].find((one) => steps / one <= 7) ?? 72;
  const [hours = 0, minutes = 0] = timeOf(at).split(':').map(Number);
  return Math.floor((hours * 60 + minutes) / 10) % every === 0 ? timeOf(at) : undefined;
}

/** Admissions in steps of ten minutes: a drawing, and the same in a table below it. */
function Minutes({ minutes, live }: { minutes: DeskGateMinutes[]; live: DeskGateLiveResponse }) {
  const entries = minutes.filter(({ list }) => list === 'entry');
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return null;
  const came = new Map(entries.map((one) => [Date.parse(one.at), one.in]));
  const every = everyStep(entries);
  return (
    <Part title="By the time of day" note={`admitted in ten minutes each, ${listName(live, 'entry')}`}>
      <Columns
        title={`Admissions in steps of ten minutes from ${timeOf(first.at)} to ${timeOf(last.at)}, at most ${number(Math.max(...came.values()))}; the table below has the figures`}
        values={every.map((at) => ({ name: at, inner: came.get(Date.parse(at)) ?? 0, tick: hourAt(at, every.length) }))}
      />
      <Table
        narrow
        caption="Admissions in steps of ten minutes"
        columns={[
          { name: 'at', title: 'From', cell: ({ at }) => timeOf(at) },
          { name: 'list', title: 'List', cell: ({ list }) => listName(live, list) },
          { name: 'in', title: 'In', numeric: true, cell: (one) => number(one.in) },
          { name: 'out', title: 'Out', numeric: true, cell: (one) => number(one.out) },
        ]}
        rows={minutes}
        keyOf={({ at, list }) => at + list}
      />
    </Part>
  );
}

const quarantines: Record<string, string> = {
  revoked: 'scanned after the telephone was signed out: does not count',
  unknown_ticket: 'no ticket here has this id: does not count',
  not_understood: 'the telephone said something that ours never say: does not count',
  too_early: 'before the list opened: does not count',
  out_of_scope: 'a list or day that is not this telephone’s: does not count',
  unread: 'let in by hand, and no ticket has the code: does not count until you say whose it was',
};

/** What happened, and what that means. */
export function whatOf({ quarantine, withdrawn, why, reason, no_reason, alike = 1 }: GateMoment): string {
  if (alike > 1)
    return `${number(alike)} scans of codes that no ticket has: they do not count. The newest is of this time`;
  if (quarantine) return `${quarantines[quarantine] ?? quarantine}${quarantine === 'unread' && why ? `. ${why}` : ''}`;
  if (withdrawn) return `admitted, but the ticket is ${withdrawn}: look for the person or for who let them in`;
  const because = reason ? ` (${reason.replaceAll('_', ' ')})` : '';
  return no_reason ? `by hand, and no reason is written down: ask there${because}` : `by hand: ${why}${because}`;
}

interface ToShowProps {
  live: DeskGateLiveResponse;
  onName?: ((scan: string) => void) | undefined;
  children: ReactNode;
}

function ToShow({ live, onName, children }: ToShowProps) {
  const { to_show: scans, to_show_scans: all } = live;
  if (scans.length === 0) return children;
  const acts: Column<GateMoment>[] =
    onName && scans.some(({ scan }) => scan)
      ? [
          {
            name: 'acts',
            title: 'Acts',
            cell: ({ scan, at }) =>
              scan && (
                <Button look="quiet" onClick={() => onName(scan)}>
                  Whose ticket was it?<span className="unseen"> {momentOf(at)}</span>
                </Button>
              ),
          },
        ]
      : [];
  return (
    <Part
      title="To look at"
      note={`${all === 1 ? '1 scan' : `${number(all)} scans`}: admitted by hand or with a withdrawn ticket, or does not count`}
    >
      <Table
        caption="Scans to look at"
        columns={[
          { name: 'at', title: 'When', whole: true, cell: ({ at }) => momentOf(at) },
          { name: 'device', title: 'Telephone', cell: ({ device }) => device },
          { name: 'code', title: 'Ticket', cell: ({ code }) => code ?? '' },
          { name: 'what', title: 'What', cell: whatOf },
          ...acts,
        ]}
        rows={scans}
        keyOf={({ at, device, code, scan }) => scan ?? at + device + code}
      />
      {children}
    </Part>
  );
}

function End({ device, onClose }: { device: DeskGateDevice; onClose: () => void }) {
  const [why, setWhy] = useState('');
  const { send, faults, wrong } = useAction('gate-revoke', ['why']);
  const end = async () => {
    if (!(await send({ id: device.id, why }))) return;
    toast.success(`${device.name} is signed out.`);
    onClose();
  };
  return (
    <Dialog
      title={`Sign ${device.name} out?`}
      confirm="Sign it out"
      dangerous
      onConfirm={end}
      onClose={onClose}
      alert={wrong}
    >
      <p>What it scanned until now counts, also when it arrives later. What it scans from now on does not.</p>
      <Reason value={why} error={faults.why} set={setWhy} />
    </Dialog>
  );
}
