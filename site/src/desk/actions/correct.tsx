// Correct: the same person, other values. Only what is changed is sent.
import { useMemo } from 'react';
import { tickets } from '../../content';
import { bookOf } from '../../form/rulebook';
import { askedFields, type Values } from '../../form/rules';
import { FieldInput } from '../../registration/field-input';
import type { DeskRegistration } from '../../types/wire.gen';
import { TextField } from '../../ui/field';
import { deskField, fieldName } from '../field-names';
import { ActDialog } from './action-dialog';
import type { ActProps } from './action-props';
import styles from './actions.module.css';

export function Correct({ registration, onClose, onDone, onLate }: ActProps) {
  const category = tickets.categories.find(({ type }) => type === registration.category);
  const book = useMemo(() => category && bookOf(category), [category]);
  const before = useMemo(() => valuesOf(registration), [registration]);
  if (!book) return null;
  return (
    <ActDialog
      name="correct"
      title={`Correct ${registration.name}`}
      confirm="Correct"
      registration={registration}
      empty={{ why: '', changes: {} as Record<string, string> }}
      body={({ changes }) => (Object.keys(changes).length > 0 ? { changes } : undefined)}
      needs="Nothing is changed yet."
      onClose={onClose}
      onDone={onDone}
      onLate={onLate}
    >
      {({ changes }, set, faults) => {
        const values: Values = { ...before, ...changes };
        const change = (name: string, value: string | boolean) => {
          const { [name]: _, ...rest } = changes;
          set({ changes: value === before[name] ? rest : { ...changes, [name]: String(value) } });
        };
        const asked = askedFields(book, values).filter(({ kind }) => kind !== 'upload' && kind !== 'checkbox');
        return (
          <div className={styles.two}>
            {asked.map((field) => (
              <FieldInput
                key={field.name}
                field={deskField(field)}
                form={{ book, values, faults, set: change, leave: () => undefined }}
              />
            ))}
            {onBadge
              .filter((name) => !asked.some((field) => field.name === name))
              .map((name) => (
                <TextField
                  key={name}
                  label={fieldName(name)}
                  value={String(values[name] ?? '')}
                  onChange={({ target }) => change(name, target.value)}
                  error={faults[name]}
                />
              ))}
          </div>
        );
      }}
    </ActDialog>
  );
}

/** What stands on the badge of everybody, also where the form of the ticket does not ask for it. */
const onBadge = ['company_name', 'designation'] as const;

const valuesOf = ({ person, spouse, spouse_name }: DeskRegistration): Values => ({
  ...(person as unknown as Record<string, string>),
  spouse,
  spouseName: spouse_name ?? '',
});
