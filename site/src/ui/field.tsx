// Labelled inputs. Screen readers read the label, help and error with the input.

import { type ComponentProps, type ReactNode, useId } from 'react';
import * as texts from '../texts';
import styles from './field.module.css';

interface Labelled {
  label: string;
  /** A sentence under the label. */
  help?: ReactNode;
  /** The error message, which marks the field as invalid. */
  error?: string | undefined;
  /** Added to the label of an optional field. */
  optional?: boolean;
}

type Props<Tag extends 'input' | 'select' | 'textarea'> = Labelled & ComponentProps<Tag>;

/** A single-line input with its label, help and error. */
export const TextField = ({ label, help, error, optional, id, className, ...rest }: Props<'input'>) => (
  <FieldFrame {...{ label, help, error, optional, id, className }}>
    {(names) => <input {...rest} {...names} className={styles.input} />}
  </FieldFrame>
);

/** An input of several lines with its label, help and error. */
export const TextArea = ({ label, help, error, optional, id, className, ...rest }: Props<'textarea'>) => (
  <FieldFrame {...{ label, help, error, optional, id, className }}>
    {(names) => <textarea {...rest} {...names} className={styles.input} />}
  </FieldFrame>
);

/** A select with its label, help and error; the children are its options. */
export const SelectField = ({ label, help, error, optional, id, className, ...rest }: Props<'select'>) => (
  <FieldFrame {...{ label, help, error, optional, id, className }}>
    {(names) => (
      <span className={styles.select}>
        <select {...rest} {...names} className={styles.input} />
      </span>
    )}
  </FieldFrame>
);

type CheckboxProps = Omit<Labelled, 'label' | 'optional'> & { label: ReactNode } & ComponentProps<'input'>;

/** A checkbox or, with `type`, a radio button. */
export function Checkbox({ label, help, error, id, className, ...rest }: CheckboxProps) {
  const names = useNames(id, help, error);
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label className={styles.check}>
        <input type="checkbox" {...rest} {...names.input} />
        <span>{label}</span>
      </label>
      <FieldHelp id={names.help} help={help} />
      <FieldError id={names.error} error={error} />
    </div>
  );
}

interface ChoicesProps extends Labelled {
  id: string;
  name: string;
  className?: string | undefined;
  choices: readonly { value: string; label: string }[];
  chosen: readonly string[];
  /** Whether a new choice replaces the previous one. */
  single?: boolean;
  onChange(chosen: string[]): void;
  onBlur?(): void;
}

/** Several checkboxes or radio buttons under one question. */
export function Choices({ label, help, error, optional, id, name, className, single, onBlur, ...of }: ChoicesProps) {
  const names = useNames(id, help, error);
  const toggle = (value: string) =>
    of.onChange(
      of.choices
        .map((one) => one.value)
        .filter((one) => (single ? one === value : (one === value) !== of.chosen.includes(one))),
    );
  return (
    <fieldset
      id={names.input.id}
      tabIndex={-1}
      aria-describedby={names.input['aria-describedby']}
      className={[styles.field, className].filter(Boolean).join(' ')}
      onBlur={onBlur}
    >
      <legend className={styles.label}>
        {label}
        {optional && <span className={styles.optional}>{texts.optional}</span>}
      </legend>
      <FieldHelp id={names.help} help={help} />
      {of.choices.map((choice) => (
        <Checkbox
          key={choice.value}
          type={single ? 'radio' : 'checkbox'}
          name={name}
          label={choice.label}
          checked={of.chosen.includes(choice.value)}
          onChange={() => toggle(choice.value)}
        />
      ))}
      <FieldError id={names.error} error={error} />
    </fieldset>
  );
}

/** Connects an input with its help and error for screen readers. */
function useNames(id: string | undefined, help: ReactNode, error: string | undefined) {
  const fallback = useId();
  const own = id ?? fallback;
  const names = { help: `${own}-help`, error: `${own}-error` };
  const describedBy = [help && names.help, error && names.error].filter(Boolean).join(' ') || undefined;
  return { ...names, input: { id: own, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy } };
}

interface FrameProps extends Labelled {
  id: string | undefined;
  className?: string | undefined;
  children: (names: ReturnType<typeof useNames>['input']) => ReactNode;
}

/** Any input with its label, help and error. */
export function FieldFrame({ label, help, error, optional, id, className, children }: FrameProps) {
  const names = useNames(id, help, error);
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={names.input.id} className={styles.label}>
        {label}
        {optional && <span className={styles.optional}>{texts.optional}</span>}
      </label>
      <FieldHelp id={names.help} help={help} />
      {children(names.input)}
      <FieldError id={names.error} error={error} />
    </div>
  );
}

const FieldHelp = ({ id, help }: { id: string; help: ReactNode }) =>
  help && (
    <p id={id} className={styles.help}>
      {help}
    </p>
  );

/** A field's error, announced when it appears. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={id} className={styles.error}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d="M8 1 15.5 15H.5Z" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M8 6v4.5M8 12v1" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      {error}
    </p>
  );
}
