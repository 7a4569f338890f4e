// Filters and pages are in the address, and the export follows the filters.
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { DeskActivityLogResponse, DeskLoggedAction } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { Options } from '../../ui/options';
import { download } from '../call';
import { factName, factValue } from '../field-names';
import { momentOf } from '../format';
import { useMay } from '../me';
import { MyPasskeys } from '../my-passkeys';
import * as texts from '../texts';
import { FormDialog } from '../ui/form-dialog';
import { DeskPage } from '../ui/page';
import { Nothing, Shown } from '../ui/states';
import { type Column, Table } from '../ui/table';
import { useData } from '../use-data';
import styles from './activity-log.module.css';
import { withValue } from './list-query';

const filters = ['actor', 'action', 'booking', 'from', 'until'] as const;

export default function ActivityLog() {
  const [query, setQuery] = useSearchParams();
  const [exporting, setExporting] = useState(false);
  const may = useMay();
  const filter = Object.fromEntries(filters.map((name) => [name, query.get(name) ?? '']));
  const before = Number(query.get('before') ?? 0);
  const data = useData<DeskActivityLogResponse>('activity-log/list', { ...filter, before });
  const set = (name: string, value: string) => setQuery(withValue(withValue(String(query), 'before', ''), name, value));
  return (
    <DeskPage
      number="D-07"
      title={texts.activityLog}
      actions={
        may('activity_log.export') && (
          <Button look="outline" onClick={() => setExporting(true)}>
            {texts.exportButton}
          </Button>
        )
      }
    >
      <Shown data={data}>
        {(log) => (
          <>
            {!log.everybody && <p>{texts.ownActionsOnly}</p>}
            <Filters log={log} filter={filter} set={set} />
            {log.entries.length === 0 ? (
              <Nothing title={texts.noActionsFound}>
                <Link to="/activity-log">{texts.showEverything}</Link>
              </Nothing>
            ) : (
              <Table
                caption={texts.logCaption}
                columns={columns(may('registration.view'))}
                rows={log.entries}
                keyOf={({ n }) => String(n)}
              />
            )}
            {log.next > 0 && (
              <p className="no-print">
                <Link to={`?${withValue(String(query), 'before', String(log.next))}`}>{texts.olderActions}</Link>
              </p>
            )}
          </>
        )}
      </Shown>
      {/* Roles that do not see the staff page manage their passkeys here. */}
      {!may('staff.view') && <MyPasskeys />}
      {exporting && <ExportLog filter={filter} onClose={() => setExporting(false)} />}
    </DeskPage>
  );
}

interface FiltersProps {
  log: DeskActivityLogResponse;
  filter: Record<string, string>;
  set: (name: string, value: string) => void;
}

function Filters({ log: { actors, actions, everybody }, filter, set }: FiltersProps) {
  const may = useMay();
  return (
    <search className={`${styles.filters} no-print`} aria-label={texts.filter}>
      {everybody && (
        <SelectField label={texts.who} value={filter.actor} onChange={({ target }) => set('actor', target.value)}>
          <option value="">{texts.everybody}</option>
          <Options of={actors.map(({ id, name, role }) => [id, role ? texts.nameAndRole(name, role) : name])} />
        </SelectField>
      )}
      <SelectField label={texts.action} value={filter.action} onChange={({ target }) => set('action', target.value)}>
        <option value="">{texts.everything}</option>
        <Options of={actions.map(({ key, name }) => [key, name])} />
      </SelectField>
      {(['from', 'until'] as const).map((name) => (
        <TextField
          key={name}
          label={texts.logDays[name]}
          type="date"
          value={filter[name]}
          onChange={({ target }) => set(name, target.value)}
        />
      ))}
      {may('registration.view') && <Booking value={filter.booking ?? ''} set={(text) => set('booking', text)} />}
    </search>
  );
}

const columns = (isNamed: boolean): Column<DeskLoggedAction>[] => [
  { title: texts.when, look: 'whole', cell: ({ at }) => momentOf(at) },
  { title: texts.who, cell: ({ actor, role }) => (role ? texts.nameAndRole(actor, role) : actor) },
  { title: texts.action, cell: ({ action }) => action },
  { title: texts.about, cell: (action) => <About action={action} isNamed={isNamed} /> },
  { title: texts.reason, cell: ({ why, erased }) => (erased ? texts.erasedWithPerson : why) },
  { title: texts.change, cell: (action) => <Change action={action} /> },
];

function About({ action: { booking, code, name, object }, isNamed }: { action: DeskLoggedAction; isNamed: boolean }) {
  if (!booking || !isNamed) return object ?? '';
  return (
    <Link to={`/registration/${booking}`}>
      <span className="code">{code}</span> {name || texts.erased}
    </Link>
  );
}

/** Applied on Enter or when the focus leaves the field. */
function Booking({ value, set }: { value: string; set: (text: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const apply = () => text.trim() !== value && set(text.trim());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextField
        label={texts.registration}
        type="search"
        placeholder={texts.registrationSearch}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={apply}
      />
    </form>
  );
}

function Change({ action: { before = {}, after = {} } }: { action: DeskLoggedAction }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.map((name) => (
    <div key={name}>
      {factName(name)}: {before[name] && <del>{factValue(name, before[name])}</del>} {factValue(name, after[name])}
    </div>
  ));
}

export const ExportLog = ({ filter, onClose }: { filter: object; onClose: () => void }) => (
  <FormDialog
    title={texts.exportFiltered}
    confirm={texts.exportButton}
    draft="export-log"
    empty={{ why: '' }}
    send={({ why }) => download('activity-log/export', { ...filter, why })}
    done={texts.fileMade}
    reason={{ label: texts.exportPurpose }}
    onClose={onClose}
  >
    {() => <p>{texts.exportLogWarning}</p>}
  </FormDialog>
);
