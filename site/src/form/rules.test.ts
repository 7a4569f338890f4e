import { expect, test } from 'vitest';
import { countries, event, registration, tickets } from '../../testdata/edition';
import { faultOf, institutesFor, type Rulebook, stopsOf, type Values } from './rules';

const homeCountry = countries.countries.find(({ code }) => code === registration.home_country)!.name;

function bookOf(plan: number): Rulebook {
  const category = tickets.categories.find(({ id }) => id === plan)!;
  return { registration, category, event, homeCountry, today: '2025-03-10' };
}

const member: Values = {
  firstname: 'Asha',
  lastname: 'Verma',
  email: 'asha@example.org',
  mobile: '9876543210',
  gender: 'female',
  dob: '1990-05-01',
  membership_no: 'A12345',
  country: homeCountry,
  state: 'Madhya Pradesh',
  city: 'Bhopal',
};
const associate: Values = { ...member, company_name: 'Lattice and Sons', designation: 'Partner' };
const handles = { profile_url: 'asset:one', aadharUrl: 'asset:two' };

// The cases for the rules of single fields and of submissions are in api/testdata/form-cases.json (cases.test.ts).

test('every pattern in the content is valid and refuses nonsense', () => {
  for (const field of registration.fields) {
    if (!field.pattern) continue;
    const book = bookOf(field.forms.includes('member') ? 1 : 3);
    const values = { ...associate, spouse: true, country: 'Nepal', [field.name]: '<0>' };
    expect(faultOf(field, book, values)).toBe(field.pattern_message);
  }
});

test('all failures are returned in the order given in the specification', () => {
  const values = { ...member, dob: '2010-01-01', membership_no: 'B1', spouse: true };
  expect(stopsOf(bookOf(1), values, {}).map(({ toast }) => toast)).toEqual([
    'Document?',
    'Photo?',
    'Not 25',
    registration.messages.spouse_name_required,
    registration.messages.invalid_membership,
  ]);
});

test('a missing spouse name has the same message beside its field as in the toast', () => {
  const [stop] = stopsOf(bookOf(1), { ...member, spouse: true }, handles);
  expect(stop).toEqual({ field: 'spouseName', toast: stop!.hint, hint: registration.messages.spouse_name_required });
});

test('plan 2 offers the other institutes', () => {
  expect(institutesFor(bookOf(2)).map(({ name }) => name)).toEqual(['Lodge', 'Circle']);
});
