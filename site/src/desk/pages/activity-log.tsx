import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { DeskActsResponse, DeskLoggedAct } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { toast } from '../../ui/toast';
import { download, unseen } from '../call';
import { factName, factValue } from '../field-names';
import { momentOf } from '../format';
import { useMay } from '../me';
import { MyPasskeys } from '../my-passkeys';
import { roleName } from '../roles';
import { Dialog } from '../ui/dialog';
import { Sheet } from '../ui/page';
import { Nothing, Shown } from '../ui/states';
import { type Column, Table } from '../ui/table';
import { useRoom } from '../use-data';
import styles from './activity-log.module.css';

const filters = ['actor', 'action', 'booking', 'from', 'until'] as const;

/** Who did what, when and why: filtered and paged by the address, and exported as it is filtered. */
export default function Acts() {
  const [query, setQuery] = useSearchParams();
  const [exporting, setExporting] = useState(false);
  const may = useMay();
  const filter = Object.fromEntries(filters.map((name) => [name, query.get(name) ?? '']));
  const room = useRoom<DeskActsResponse>('acts/list', { ...filter, before: Number(query.get('before') ?? 0) });
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(query);
    next.delete('before');
    if (value) next.set(name, value);
    else next.delete(name);
    setQuery(next);
  };
  const older = (before: number) => {
    const next = new URLSearchParams(query);
    next.set('before', String(before));
    return `?${next}`;
  };
  return (
    <Sheet
      number="D-07"
      title="Acts"
      actions={
        may('acts.export') && (
          <Button look="outline" onClick={() => setExporting(true)}>
            Export
          </Button>
        )
      }
    >
      <Shown room={room}>
        {({ acts, actors, actions, next, everybody }) => (
          <>
            {!everybody && <p>Your own acts. Organisers and the treasurer see everybody’s.</p>}
            <search className={styles.filters} aria-label="Filter">
              {everybody && (
                <SelectField label="Who" value={filter.actor} onChange={({ target }) => set('actor', target.value)}>
                  <option value="">everybody</option>
                  {actors.map(({ id, name, role }) => (
                    <option key={id} value={id}>
                      {role ? `${name} (${roleName(role)})` : name}
                    </option>
                  ))}
                </SelectField>
              )}
              <SelectField label="What" value={filter.action} onChange={({ target }) => set('action', target.value)}>
                <option value="">everything</option>
                {actions.map(({ key, name }) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <TextField
                label="From"
                type="date"
                value={filter.from}
                onChange={({ target }) => set('from', target.value)}
              />
              <TextField
                label="Until"
                type="date"
                value={filter.until}
                onChange={({ target }) => set('until', target.value)}
              />
              {may('registration.view') && (
                <Booking value={filter.booking ?? ''} set={(text) => set('booking', text)} />
              )}
            </search>
            {acts.length === 0 ? (
              <Nothing title="Nothing was done that fits.">
                <Link to="/acts">Show everything</Link>
              </Nothing>
            ) : (
              <Table
                caption="Acts, newest first"
                columns={columns(may('registration.view'))}
                rows={acts}
                keyOf={({ n }) => String(n)}
              />
            )}
            {next > 0 && (
              <p className="no-print">
                <Link to={older(next)}>Older acts</Link>
              </p>
            )}
          </>
        )}
      </Shown>
      {/* Who has no room of the staff finds them here. */}
      {!may('staff.view') && <MyPasskeys />}
      {exporting && <ExportActs filter={filter} onClose={() => setExporting(false)} />}
    </Sheet>
  );
}

const columns = (named: boolean): Column<DeskLoggedAct>[] => [
  { name: 'at', title: 'When', whole: true, cell: ({ at }) => momentOf(at) },
  { name: 'actor', title: 'Who', cell: ({ actor, role }) => (role ? `${actor} (${roleName(role)})` : actor) },
  { name: 'action', title: 'What', cell: ({ action }) => action },
  { name: 'about', title: 'About', cell: (act) => <About act={act} named={named} /> },
  { name: 'why', title: 'Why', cell: ({ why, erased }) => (erased ? 'erased with the person' : why) },
  { name: 'change', title: 'Change', cell: (act) => <Change act={act} /> },
];

/**
 * Whom it concerns, as far as the role sees registrations; what somebody did with their own session says nothing more.
 */
function About({ act: { booking, code, name, object }, named }: { act: DeskLoggedAct; named: boolean }) {
  if (!booking || !named) return object ?? '';
  return (
    <Link to={`/registration/${booking}`}>
      <span className={styles.code}>{code}</span> {name || 'erased'}
    </Link>
  );
}

/** The registration whose acts are asked for. What is typed is asked with Enter, or when the field is left. */
function Booking({ value, set }: { value: string; set: (text: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const ask = () => text.trim() !== value && set(text.trim());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <TextField
        label="Registration"
        type="search"
        placeholder="Code, id or ticket"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={ask}
      />
    </form>
  );
}

/** What was before and after, a line for each fact. */
function Change({ act: { before = {}, after = {} } }: { act: DeskLoggedAct }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.map((name) => (
    <div key={name}>
      {factName(name)}: {before[name] && <del>{factValue(name, before[name])}</del>} {factValue(name, after[name])}
    </div>
  ));
}

export function ExportActs({ filter, onClose }: { filter: object; onClose: () => void }) {
  const [why, setWhy] = useState('');
  const [wrong, setWrong] = useState('');
  const send = async () => {
    const answer = await download('acts/export', { ...filter, why });
    if (!answer.ok) return setWrong(unseen(answer, []));
    toast.success('The file is made; your browser has it.');
    onClose();
  };
  return (
    <Dialog title="Export what is filtered" onClose={onClose} confirm="Export" onConfirm={send} alert={wrong}>
      <p>A file with personal data leaves the desk. The purpose stands in the log of acts.</p>
      <TextField label="What is it for?" value={why} onChange={({ target }) => setWhy(target.value)} />
    </Dialog>
  );
}
