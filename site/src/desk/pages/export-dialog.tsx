// Exports the filtered list as a file. The purpose is logged.
import type { DeskRegistrationsResponse } from '../../types/wire.gen';
import { Checkbox, SelectField } from '../../ui/field';
import { download } from '../call';
import { number } from '../format';
import * as texts from '../texts';
import { FormDialog } from '../ui/form-dialog';
import styles from './registrations.module.css';

/** The columns that nearly every list needs. */
const usualColumns = ['code', 'firstname', 'lastname', 'category', 'state', 'seats', 'ticket_state', 'city'];

export function ExportDialog({ list, onClose }: { list: DeskRegistrationsResponse; onClose: () => void }) {
  const offered = list.choices.columns.map(({ key }) => key);
  const columnsIn = (chosen: string[]) => offered.filter((key) => chosen.includes(key));
  return (
    <FormDialog
      title={texts.exportTitle(number(list.sums.count))}
      confirm={texts.makeFile}
      wide
      draft="export"
      empty={{ why: '', format: 'xlsx', chosen: usualColumns }}
      missing={({ why, chosen }) =>
        why.trim() ? columnsIn(chosen).length === 0 && texts.exportNeedsColumn : texts.exportNeedsPurpose
      }
      send={({ why, format, chosen }) =>
        download('export', { query: list.query, columns: columnsIn(chosen), format, purpose: why })
      }
      done={texts.fileMade}
      reason={{ label: texts.exportPurpose }}
      onClose={onClose}
    >
      {({ typed: { format, chosen }, set }) => (
        <>
          <p>{texts.exportWarning}</p>
          <SelectField label={texts.fileFormat} value={format} onChange={({ target }) => set({ format: target.value })}>
            <option value="xlsx">{texts.workbook}</option>
            <option value="csv">{texts.csvFile}</option>
          </SelectField>
          <fieldset className={styles.columns}>
            <legend>{texts.columns}</legend>
            <Checkbox
              label={<b>{texts.allColumns}</b>}
              checked={columnsIn(chosen).length === offered.length}
              onChange={({ target }) => set({ chosen: target.checked ? offered : usualColumns })}
            />
            {list.choices.columns.map(({ key, name }) => (
              <Checkbox
                key={key}
                label={name}
                checked={chosen.includes(key)}
                onChange={({ target }) =>
                  set({ chosen: target.checked ? [...chosen, key] : chosen.filter((one) => one !== key) })
                }
              />
            ))}
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}
