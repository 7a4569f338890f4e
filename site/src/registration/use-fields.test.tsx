import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { registration, tickets } from '../content';
import { bookOf, homeCountry } from '../form/rulebook';
import type { Field } from '../types/content.gen';
import { FieldInput } from './field-input';
import { useFields } from './use-fields';

const category = tickets.categories[0]!;
const book = bookOf(category);
const [first, other] = ['firstname', 'lastname'].map(
  (name) => registration.fields.find((field) => field.name === name)!,
);

/** Returns a field, and a function that counts its renders. */
function counted(field: Field): { field: Field; renders: () => number } {
  let renders = 0;
  const label = field.label;
  const watched = Object.defineProperty({ ...field }, 'label', {
    get: () => {
      renders++;
      return label;
    },
  });
  return { field: watched, renders: () => renders };
}

const { field: watched, renders } = counted(other!);

function Form() {
  const form = { book, ...useFields(book, { country: homeCountry }) };
  return (
    <>
      <FieldInput field={first!} form={form} />
      <FieldInput field={watched} form={form} />
    </>
  );
}

test('typing renders only the field itself', () => {
  render(<Form />);
  const before = renders();
  const input = screen.getByLabelText(first!.label) as HTMLInputElement;
  for (const value of ['A', 'As', 'Ash']) fireEvent.change(input, { target: { value } });
  expect(input.value).toBe('Ash');
  expect(renders()).toBe(before);
  fireEvent.change(screen.getByRole('textbox', { name: new RegExp(`^${other!.label}`) }), { target: { value: 'V' } });
  expect(renders()).toBeGreaterThan(before);
});

test('a message appears when the focus leaves its field, and disappears as soon as the value is correct', () => {
  render(<Form />);
  const input = screen.getByLabelText(first!.label);
  fireEvent.change(input, { target: { value: '…' } });
  expect(input.getAttribute('aria-invalid')).toBeNull();
  fireEvent.blur(input);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(input, { target: { value: 'Asha' } });
  expect(input.getAttribute('aria-invalid')).toBeNull();
});

const { required: _, ...optional } = first!;
const question: Field = { ...optional, name: 'dinner', label: 'Do you come to the dinner?', kind: 'yes_no', own: true };

function Question() {
  const form = { book, ...useFields(book, {}) };
  return <FieldInput field={question} form={form} />;
}

test('a question that may stay unanswered has the answers Yes, No and No answer', () => {
  render(<Question />);
  const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked);
  expect(screen.getByRole('group', { name: 'Do you come to the dinner? (optional)' })).toBeTruthy();
  expect(chosen()).toEqual([false, false, true]);
  fireEvent.click(screen.getByLabelText('Yes'));
  expect(chosen()).toEqual([true, false, false]);
  fireEvent.click(screen.getByLabelText('No answer'));
  expect(chosen()).toEqual([false, false, true]);
});
