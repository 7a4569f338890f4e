import { expect, test } from 'vitest';
import { registration } from '../content';
import { deskField, fieldName, filterInWords, groupTitle } from './words';

test('no key of the form is shown raw, and no word of the desk speaks to the visitor', () => {
  for (const field of registration.fields) {
    expect(fieldName(field.name)).not.toBe(field.name);
    expect(`${deskField(field).label} ${deskField(field).help}`).not.toMatch(/\b(my|your?)\b/i);
  }
  expect(groupTitle({ id: 'place', title: 'Where you come from' })).toBe('Place');
});

test('what is no field keeps its own name, without underscores', () => {
  expect(fieldName('paid_by')).toBe('paid by');
});

test('a printed list says how it is filtered', () => {
  expect(filterInWords('?q=zo%C3%AB&state=paid&paid_by=bank&sort=name&page=2')).toBe(
    'Filter: search zoë; state paid; paid by bank.',
  );
  expect(filterInWords('?sort=name')).toBe('');
});
