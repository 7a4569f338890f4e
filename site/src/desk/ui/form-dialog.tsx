// A dialog with a form that makes one call to the API and may ask for a reason. What somebody types survives a reload.
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Checkbox, SelectField, TextField } from '../../ui/field';
import { Options } from '../../ui/options';
import { toast } from '../../ui/toast';
import { type Answer, unseen } from '../call';
import { useTyped } from '../drafts';
import * as texts from '../texts';
import { refresh } from '../use-data';
import { Dialog } from './dialog';

export interface FormState<T> {
  typed: T;
  set: (change: Partial<T>) => void;
  faults: Record<string, string>;
}

interface FormDialogProps<T, A> {
  title: string;
  confirm: string | ((typed: T) => string);
  dangerous?: boolean;
  wide?: boolean;
  /** The key under which the typed text is stored. */
  draft: string;
  empty: T;
  /** Says what is still missing; while anything is missing, the button is disabled. */
  missing?: (typed: T) => string | false | undefined;
  send: (typed: T) => Promise<Answer<A>>;
  onDone?: (answer: A) => void;
  /** Keeps the dialog open after success, for a caller that replaces the dialog. */
  stays?: boolean;
  done?: string;
  reason?: { label: string; help?: string };
  effects?: string[];
  onClose: () => void;
  children?: (form: FormState<T>) => ReactNode;
}

export function FormDialog<T extends { why: string }, A>(props: FormDialogProps<T, A>) {
  const { title, dangerous, wide, onClose, reason = { label: texts.reason, help: texts.whyHelp } } = props;
  const [typed, keep, forget] = useTyped(props.draft, props.empty);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [alert, setAlert] = useState('');
  const missing = props.missing?.(typed);
  const confirm = typeof props.confirm === 'string' ? props.confirm : props.confirm(typed);
  const set = (change: Partial<T>) => {
    keep({ ...typed, ...change });
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))));
  };
  const form = { typed, set, faults };
  const send = async () => {
    const answer = await props.send(typed);
    if (!answer.ok) {
      setFaults(answer.problem?.fields ?? {});
      setAlert(unseen(answer, Object.keys(typed)));
      return;
    }
    forget();
    refresh();
    if (props.done) toast.success(props.done);
    if (!props.stays) onClose();
    props.onDone?.(answer.body);
  };
  return (
    <Dialog
      {...{ title, confirm, dangerous, wide, onClose }}
      effects={props.effects}
      onConfirm={send}
      disabled={Boolean(missing)}
      note={missing || undefined}
      alert={alert}
    >
      {props.children?.(form)}
      <FormText {...reason} form={form} name="why" required />
    </Dialog>
  );
}

type TextProps<T> = Omit<ComponentProps<typeof TextField>, 'form' | 'name'> & {
  form: FormState<T>;
  name: keyof T & string;
};

/** A text field for one of the form's values. */
export const FormText = <T,>({ form: { typed, set, faults }, name, ...rest }: TextProps<T>) => (
  <TextField
    {...rest}
    value={String(typed[name] ?? '')}
    error={faults[name]}
    onChange={({ target }) => set({ [name]: target.value } as Partial<T>)}
  />
);

type SelectProps<T> = Omit<ComponentProps<typeof SelectField>, 'form' | 'name'> & {
  form: FormState<T>;
  name: keyof T & string;
  options: ComponentProps<typeof Options>['of'];
};

/** A select for one of the form's values. */
export const FormSelect = <T,>({ form: { typed, set, faults }, name, options, ...rest }: SelectProps<T>) => (
  <SelectField
    {...rest}
    value={String(typed[name] ?? '')}
    error={faults[name]}
    onChange={({ target }) => set({ [name]: target.value } as Partial<T>)}
  >
    <Options of={options} />
  </SelectField>
);

interface CheckboxProps<T> {
  form: FormState<T>;
  name: keyof T & string;
  label: string;
}

/** A checkbox for one of the form's values. */
export const FormCheckbox = <T,>({ form: { typed, set }, name, label }: CheckboxProps<T>) => (
  <Checkbox
    label={label}
    checked={Boolean(typed[name])}
    onChange={({ target }) => set({ [name]: target.checked } as Partial<T>)}
  />
);
