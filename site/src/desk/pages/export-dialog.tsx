import type { DeskRegistrationsResponse } from '../../types/wire.gen';
import { Checkbox } from '../../ui/field';
import { download } from '../call';
import { number } from '../format';
import * as texts from '../texts';
import { FormDialog, FormSelect } from '../ui/form-dialog';
import styles from './registrations.module.css';

const toggled = (all: string[], one: string) => (all.includes(one) ? all.filter((key) => key !== one) : [...all, one]);

const usualColumns = ['code', 'firstname', 'lastname', 'category', 'state', 'seats', 'ticket_state', 'city'];

export function ExportDialog({ list, onClose }: { list: DeskRegistrationsResponse; onClose: () => void }) {
  const offered = list.choices.columns.map(({ key }) => key);
  const columnsIn = (chosen: string[]) => offered.filter((key) => chosen.includes(key));
  return (
    <FormDialog
      title={texts.exportTitle(list.sums.count, number(list.sums.count))}
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
      {(form) => (
        <>
          <p>{texts.exportWarning}</p>
          <FormSelect form={form} name="format" label={texts.fileFormat} options={texts.listFormats} />
          <fieldset className={styles.columns}>
            <legend>{texts.columns}</legend>
            <Checkbox
              label={<b>{texts.allColumns}</b>}
              checked={columnsIn(form.typed.chosen).length === offered.length}
              onChange={({ target }) => form.set({ chosen: target.checked ? offered : usualColumns })}
            />
            {list.choices.columns.map(({ key, name }) => (
              <Checkbox
                key={key}
                label={name}
                checked={form.typed.chosen.includes(key)}
                onChange={() => form.set({ chosen: toggled(form.typed.chosen, key) })}
              />
            ))}
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}
