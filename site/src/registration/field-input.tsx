import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, memo } from 'react';
import { registration } from '../content';
import { fieldID } from '../form/focus';
import { phoneNumber, withoutBlocked } from '../form/keys';
import {
  defaultMaxLength,
  instituteOf,
  institutesFor,
  optionsOf,
  type Rulebook,
  requiredFor,
  textOf,
} from '../form/rules';
import { countries, states } from '../places';
import * as texts from '../texts';
import type { Field } from '../types/content.gen';
import { Checkbox, Choices, SelectField, TextArea, TextField } from '../ui/field';
import { Options } from '../ui/options';
import type { RegistrationForm } from './use-registration';

/** The parts of a registration form that its fields use. */
export type FieldForm = Pick<RegistrationForm, 'book' | 'values' | 'faults' | 'set' | 'leave'>;

interface Choice {
  value: string;
  label: string;
}

/** Undefined if the field is free text (states in other countries). */
function choicesOf(field: Field, book: Rulebook, country: string): Choice[] | undefined {
  const named = (list: { name: string }[]) => list.map(({ name }) => ({ value: name, label: name }));
  switch (field.name) {
    case 'gender':
      return book.registration.genders;
    case 'country':
      return named(countries.countries);
    case 'state':
      return country === book.homeCountry ? named(states.states) : undefined;
    case 'institute_name':
      return named(institutesFor(book));
  }
  return field.own && field.kind === 'select' ? optionsOf(field) : undefined;
}

export function FieldInput({ field, form }: { field: Field; form: FieldForm }) {
  const { book, values, faults, set, leave } = form;
  return (
    <OneField
      {...{ field, book, set, leave }}
      value={values[field.name]}
      error={faults[field.name]}
      help={helpOf(field, form)}
      country={textOf(values, 'country')}
    />
  );
}

interface OneFieldProps extends Pick<FieldForm, 'book' | 'set' | 'leave'> {
  field: Field;
  value: string | boolean | undefined;
  error: string | undefined;
  help: string | undefined;
  country: string;
}

/** Memoised, so that typing in other fields does not render this field again. */
const OneField = memo(({ field, book, value, error, help, country, set, leave }: OneFieldProps) => {
  const { name, label } = field;
  const common = { id: fieldID(name), name, label, help, error, onBlur: () => leave(name) };
  if (field.kind === 'checkbox') {
    return (
      <Checkbox {...common} className="whole" checked={value === true} onChange={(e) => set(name, e.target.checked)} />
    );
  }

  const asked = requiredFor(field, book.category);
  const required = Boolean(asked) || name === 'institute_name' || name === 'spouseName';
  if (field.kind === 'multiple' || field.kind === 'yes_no') {
    const single = field.kind === 'yes_no';
    const none = single && !required ? [{ value: '', label: texts.noAnswer }] : [];
    return (
      <Choices
        {...common}
        className="whole"
        single={single}
        optional={!required}
        choices={[...optionsOf(field), ...none]}
        chosen={typed(value).split('\n')}
        onChange={(chosen) => set(name, chosen.join('\n'))}
      />
    );
  }
  const filled = {
    ...common,
    optional: !required,
    'aria-required': required,
    autoComplete: field.autocomplete,
    value: typed(value),
  };
  const choices = choicesOf(field, book, country);
  if (choices) {
    return (
      <SelectField {...filled} onChange={(e) => set(name, e.target.value)}>
        <option value="">{field.kind === 'select' && field.placeholder ? field.placeholder : texts.choose}</option>
        <Options of={choices.map(({ value, label }) => [value, label])} />
      </SelectField>
    );
  }
  if (field.lines)
    return (
      <TextArea
        {...filled}
        className="whole"
        rows={field.lines}
        placeholder={field.placeholder}
        maxLength={field.max_length || defaultMaxLength}
        onChange={(e) => set(name, e.target.value)}
      />
    );
  return (
    <TextField
      {...filled}
      {...typing(field)}
      placeholder={field.kind === 'select' ? undefined : field.placeholder}
      onKeyDown={(e) => ignoreBlocked(field, e)}
      onPaste={(e) => pasteNumber(field, e, (value) => set(name, value))}
      onChange={(e) => set(name, cleaned(field, inCapitals(field, e)))}
    />
  );
});

/** Spaces at the ends stay while somebody is typing. */
const typed = (value: string | boolean | undefined): string => (typeof value === 'string' ? value : '');

function helpOf(field: Field, { book, values }: FieldForm): string | undefined {
  const institute = field.name === 'membership_no' ? instituteOf(book, values) : undefined;
  return institute?.membership_help || field.help || undefined;
}

function typing(field: Field) {
  switch (field.kind) {
    case 'email':
      return { type: 'email', inputMode: 'email', maxLength: field.max_length || defaultMaxLength } as const;
    case 'tel':
      return { type: 'tel', inputMode: 'numeric' } as const;
    case 'date':
      return { type: 'date', min: '1900-01-01' } as const;
  }
  return {
    type: 'text',
    inputMode: field.kind === 'number' && (field.min ?? 0) >= 0 ? 'numeric' : undefined, // lacks "-"
    maxLength: field.max_length || defaultMaxLength,
    autoCapitalize: field.capitals ? 'characters' : undefined,
  } as const;
}

/** Returns the typed text, in capitals if the field needs them. The caret stays in place. */
function inCapitals(field: Field, { target, nativeEvent }: ChangeEvent<HTMLInputElement>): string {
  if (field.capitals && !(nativeEvent as InputEvent).isComposing) {
    const { selectionStart, selectionEnd } = target;
    target.value = target.value.toUpperCase();
    target.setSelectionRange(selectionStart, selectionEnd);
  }
  return target.value;
}

function cleaned(field: Field, text: string): string {
  if (field.name === 'gst_no') return text.replace(/[\s-]/g, ''); // a copied number may be in groups
  if (field.kind !== 'tel' || !(field.max_length || field.block)) return withoutBlocked(field.block, text);
  return phoneNumber(text, field.max_length, registration.dial_code);
}

/** Stops a blocked key before it moves the caret. A phone number may begin with "+". */
function ignoreBlocked(field: Field, event: KeyboardEvent<HTMLInputElement>): void {
  const { key, ctrlKey, metaKey, altKey, currentTarget } = event;
  if (!field.block || key.length !== 1 || ctrlKey || metaKey || altKey) return;
  if (field.kind === 'tel' && key === '+' && currentTarget.selectionStart === 0) return;
  if (withoutBlocked(field.block, key) === '') event.preventDefault();
}

/** A pasted number may include the country code. */
function pasteNumber(field: Field, event: ClipboardEvent, set: (value: string) => void): void {
  if (field.kind !== 'tel') return;
  event.preventDefault();
  set(cleaned(field, event.clipboardData.getData('text')));
}
