import { useState } from 'react';
import type { DeskInstitute, DeskNumbersResponse } from '../../types/wire.gen';
import { SelectField, TextField } from '../../ui/field';
import { Options } from '../../ui/options';
import { toast } from '../../ui/toast';
import { call, reasonOf } from '../call';
import * as texts from '../texts';
import { Dialog } from '../ui/dialog';
import { refresh } from '../use-data';

/** A request may be at most 4 MB, and JSON needs two bytes for some characters. */
const maxBytes = 3 << 20;

export function ImportNumbers({ institutes, onClose }: { institutes: DeskInstitute[]; onClose: () => void }) {
  const [institute, setInstitute] = useState('');
  const listed = institutes.find(({ id }) => id === institute)?.numbers ?? 0;
  const [file, setFile] = useState<File>();
  const [wrong, setWrong] = useState('');
  const send = async () => {
    if (!institute) return setWrong(texts.chooseInstitute);
    if (!file || file.size > maxBytes) return setWrong(file ? texts.fileTooLarge : texts.chooseFile);
    const answer = await call<DeskNumbersResponse>('documents/numbers', { institute, csv: await file.text() });
    if (!answer.ok) return setWrong(answer.problem?.fields?.csv ?? reasonOf(answer));
    toast.success(texts.numbersImported(answer.body.numbers));
    refresh();
    onClose();
  };
  return (
    <Dialog title={texts.importTitle} confirm={texts.importNumbers} onConfirm={send} onClose={onClose}>
      <SelectField label={texts.institute} value={institute} onChange={({ target }) => setInstitute(target.value)}>
        <Options
          of={[
            ['', texts.choose],
            ...institutes.map(
              ({ id, name, numbers }) =>
                [id, texts.listOf(name, numbers > 0 ? texts.numbersOfList(numbers) : texts.noList)] as const,
            ),
          ]}
        />
      </SelectField>
      {listed > 0 && <p role="status">{texts.replacesList(texts.numbersOfList(listed))}</p>}
      <TextField
        label={texts.listFile}
        help={texts.importHelp}
        type="file"
        accept=".csv,text/csv"
        error={wrong}
        onChange={({ target }) => {
          setFile(target.files?.[0]);
          setWrong('');
        }}
      />
    </Dialog>
  );
}
