// Exactly what is filtered, as a file, for a purpose that is logged.
import { useState } from 'react';
import type { DeskPeopleResponse } from '../../types/wire.gen';
import { SelectField, TextField } from '../../ui/field';
import { download, unseen } from '../call';
import { useTyped } from '../drafts';
import { number } from '../format';
import { Dialog } from '../ui/dialog';
import styles from './people.module.css';

export function ExportDialog({ list, onClose }: { list: DeskPeopleResponse; onClose: () => void }) {
  const [purpose, setPurpose, forget] = useTyped('export', '');
  const [format, setFormat] = useState('xlsx');
  const [left, setLeft] = useState<string[]>([]);
  const [problem, setProblem] = useState('');
  const columns = list.choices.columns.map(({ key }) => key).filter((key) => !left.includes(key));
  const make = async () => {
    setProblem('');
    const answer = await download('export', { query: list.query, columns, format, purpose });
    if (!answer.ok) return setProblem(unseen(answer, []));
    forget();
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
        {list.choices.columns.map(({ key, name }) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={!left.includes(key)}
              onChange={() => setLeft(left.includes(key) ? left.filter((one) => one !== key) : [...left, key])}
            />{' '}
            {name}
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
