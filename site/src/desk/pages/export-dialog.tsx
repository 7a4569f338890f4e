// Exactly what is filtered, as a file, for a purpose that is logged.
import { useState } from 'react';
import type { DeskPeopleResponse } from '../../types/wire.gen';
import { SelectField, TextField } from '../../ui/field';
import { toast } from '../../ui/toast';
import { download, unseen } from '../call';
import { useTyped } from '../drafts';
import { number } from '../format';
import { Dialog } from '../ui/dialog';
import styles from './registrations.module.css';

/** What nearly every list is made for; whatever else there is of a person is ticked by who needs it. */
const least = ['code', 'firstname', 'lastname', 'category', 'state', 'seats', 'ticket_state', 'city'];

export function ExportDialog({ list, onClose }: { list: DeskPeopleResponse; onClose: () => void }) {
  const [purpose, setPurpose, forget] = useTyped('export', '');
  const [format, setFormat] = useState('xlsx');
  const [chosen, setChosen] = useState(least);
  const [problem, setProblem] = useState('');
  const offered = list.choices.columns.map(({ key }) => key);
  const columns = offered.filter((key) => chosen.includes(key));
  const make = async () => {
    setProblem('');
    const answer = await download('export', { query: list.query, columns, format, purpose });
    if (!answer.ok) return setProblem(unseen(answer, []));
    forget();
    toast.success('The file is made; your browser has it.');
    onClose();
  };
  return (
    <Dialog
      title={`Export ${number(list.sums.count)} registrations`}
      confirm="Make the file"
      onConfirm={make}
      onClose={onClose}
      disabled={!purpose.trim() || columns.length === 0}
      lacking={purpose.trim() ? 'Choose at least one column.' : 'Write what it is for.'}
      wide
    >
      <p>
        It holds personal data: delete it when it has served. Who made it, of what and for what stands in the log of
        acts.
      </p>
      <TextField
        label="What is it for?"
        value={purpose}
        onChange={({ target }) => setPurpose(target.value)}
        error={problem || undefined}
      />
      <SelectField label="File" value={format} onChange={({ target }) => setFormat(target.value)}>
        <option value="xlsx">Workbook (xlsx)</option>
        <option value="csv">Text (csv)</option>
      </SelectField>
      <fieldset className={styles.columns}>
        <legend>Columns</legend>
        <label>
          <input
            type="checkbox"
            checked={columns.length === offered.length}
            onChange={({ target }) => setChosen(target.checked ? offered : least)}
          />{' '}
          <b>All of them</b>
        </label>
        {list.choices.columns.map(({ key, name }) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={chosen.includes(key)}
              onChange={() => setChosen(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key])}
            />{' '}
            {name}
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
