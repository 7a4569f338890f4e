import { expect, test } from 'vitest';
import { registration } from '../content';
import { answersInOrder, changeText, deskField, fieldName, filterText, groupTitle } from './field-names';

test('every form field has a label at the desk, and no label addresses the visitor', () => {
  for (const field of registration.fields) {
    expect(fieldName(field.name)).not.toBe(field.name);
    expect(`${deskField(field).label} ${deskField(field).help}`).not.toMatch(/\b(my|your?)\b/i);
  }
  expect(groupTitle({ id: 'place', title: 'Where you come from' })).toBe('Place');
});

test("answers are in the form's order, after those to removed questions", () => {
  const names = ['gone', ...registration.fields.map(({ name }) => name)];
  const answers = Object.fromEntries([...names].sort().map((name) => [name, '']));
  expect(answersInOrder(answers).map(([name]) => name)).toEqual(names);
});

test('a name that does not belong to a field is shown without underscores', () => {
  expect(fieldName('paid_by')).toBe('paid by');
});

test('a change is described in words, with the previous value if there was one', () => {
  const said = (field: string, before: string, after: string) => changeText({ field, before, after });
  expect(said('what', '', 'ticket')).toBe('Sent: the ticket');
  expect(said('with', '', '… --yes')).toBe('Command options: … --yes');
  expect(said('refund', '', '₹1,000')).toBe('Refund: ₹1,000');
  expect(said('paid_by', '', 'bank')).toBe('Paid by: Bank transfer');
  expect(said('paid_by', '', 'link')).toBe('Paid by: Payment link');
  expect(said('reason', '', 'speaker')).toBe('Reason: Speaker');
  expect(said('company_name', '', 'Rao & Rao')).toMatch(/: Rao & Rao$/);
  expect(said('gender', '', 'male')).toBe('Gender: Male');
  expect(said('gate', '—', 'A')).toBe('Gate: A');
  expect(said('gate', 'A', '—')).toBe('Gate: A → removed');
  expect(said('state', 'paid', 'cancelled')).toBe('State: Paid → Cancelled');
});

test('a printed list names its filters', () => {
  expect(filterText('?q=zo%C3%AB&state=paid&paid_by=bank&sort=name&page=2')).toBe(
    'Filter: search zoë; state paid; paid by bank.',
  );
  expect(filterText('?sort=name')).toBe('');
});
