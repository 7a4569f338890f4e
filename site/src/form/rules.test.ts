import { describe, expect, test } from 'vitest';
import { countries, event, registration, tickets } from '../../testdata/edition';
import * as texts from '../texts';
import { ageOn } from './age';
import { askedFields, faultOf, faultsOf, institutesFor, type Rulebook, stopsOf, type Values } from './rules';

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

describe('fields', () => {
  test.each([0, 1, 2, 3])('plan %i: a complete form has no errors', (plan) => {
    const values = plan === 3 ? associate : member;
    expect(faultsOf(bookOf(plan), values)).toEqual({});
  });

  test('an empty form of a member shows all messages at once', () => {
    expect(faultsOf(bookOf(1), { country: homeCountry })).toEqual({
      firstname: 'First name?',
      lastname: 'Last name?',
      email: 'Mailbox?',
      mobile: 'Mobile?',
      dob: 'Born?',
      membership_no: 'Number?',
      state: 'State?',
      city: 'City?',
    });
  });

  test('an associate is asked for company and designation, and not for a membership number', () => {
    const faults = faultsOf(bookOf(3), {});
    expect(faults).toMatchObject({
      company_name: 'Company?',
      designation: 'Designation?',
      country: 'Country?',
    });
    expect(faults).not.toHaveProperty('membership_no');
  });

  test.each([
    ['firstname', 'Asha7', 'Only letters, please'],
    ['lastname', 'O-Hara', 'Only letters, please'],
    ['firstname', 'आशा', undefined],
    ['email', 'asha', 'No mailbox'],
    ['email', 'a@b', 'No mailbox'],
    ['email', ' asha@example.org ', undefined],
    ['mobile', '98765', 'Ten digits'],
    ['mobile', '98765432101', expect.any(String)],
    ['dob', '2025-03-11', 'Not born yet'],
    ['dob', '2025-03-10', undefined],
    ['dob', '1990-02-30', 'Please enter a valid date, 1900 or later.'],
    ['city', 'x'.repeat(61), 'Please use at most 60 characters.'],
    ['gst_no', '', undefined],
  ])('%s = "%s" gives %s', (name, value, message) => {
    const book = bookOf(1);
    const field = registration.fields.find((candidate) => candidate.name === name)!;
    expect(faultOf(field, book, { ...member, [name]: value })).toEqual(message);
  });

  test('every pattern of the content is valid and refuses nonsense', () => {
    for (const field of registration.fields) {
      if (field.pattern)
        expect(
          faultOf(field, bookOf(field.forms.includes('member') ? 1 : 3), {
            ...associate,
            spouse: true,
            country: 'Nepal',
            [field.name]: '<0>',
          }),
        ).toBe(field.pattern_message);
    }
  });

  test("the spouse's name is required only if the spouse comes", () => {
    const names = (values: Values) => askedFields(bookOf(1), values).map(({ name }) => name);
    expect(names(member)).not.toContain('spouseName');
    expect(names({ ...member, spouse: true })).toContain('spouseName');
    expect(faultsOf(bookOf(1), { ...member, spouse: true, spouseName: 'R2' })).toEqual({
      spouseName: 'Only letters, please',
    });
  });
});

describe('checks on submitting', () => {
  const toasts = (plan: number, values: Values, sent = handles) =>
    stopsOf(bookOf(plan), values, sent).map(({ toast }) => toast);
  const young = 'Not 17 to 24';
  const old = 'Not 25';

  test('nothing stops a correct form', () => {
    expect(toasts(1, member)).toEqual([]);
  });

  test('all failures are returned in the order of the specification', () => {
    const values = { ...member, dob: '2010-01-01', membership_no: 'B1', spouse: true };
    expect(stopsOf(bookOf(1), values, {}).map(({ toast }) => toast)).toEqual([
      'Document?',
      'Photo?',
      old,
      registration.messages.spouse_name_required,
      registration.messages.invalid_membership,
    ]);
  });

  test('a missing spouse name has the same message beside its field', () => {
    const [stop] = stopsOf(bookOf(1), { ...member, spouse: true }, handles);
    expect(stop).toEqual({ field: 'spouseName', toast: stop!.hint, hint: registration.messages.spouse_name_required });
  });

  // Ages count on 10 April 2025: 17 to 24 for plan 0, 25 or more for plan 1.
  test.each([
    [0, '2008-04-10', []],
    [0, '2008-04-11', [young]],
    [0, '2000-04-11', []],
    [0, '2000-04-10', [young]],
    [1, '2000-04-10', []],
    [1, '2000-04-11', [old]],
  ])('plan %i, born %s', (plan, dob, expected) => {
    expect(toasts(plan, { ...member, dob })).toEqual(expected);
  });

  test.each([
    [1, undefined, 'A1', true],
    [1, undefined, 'F77', true],
    [1, undefined, 'a12345', true],
    [1, undefined, 'CA/1', false],
    [2, undefined, 'X1', registration.messages.institute_required],
    [2, 'Circle', 'TR 12', false],
    [2, 'Circle', 'tr12', false],
    [2, 'Circle', '12 TR', true],
    [2, 'Lodge', 'TR 12', true],
  ])('plan %i, institute %s, number %s', (plan, institute_name, membership_no, right) => {
    const values: Values = { ...member, membership_no, ...(institute_name ? { institute_name } : {}) };
    const expected = right === true ? [] : [right || registration.messages.invalid_membership];
    expect(toasts(plan, values)).toEqual(expected);
  });

  test('plan 2 offers the other institutes', () => {
    expect(institutesFor(bookOf(2)).map(({ name }) => name)).toEqual(['Lodge', 'Circle']);
  });
});

test.each([
  ['2000-04-10', 25],
  ['2000-04-11', 24],
  ['2000-02-29', 25],
  ['2025-04-10', 0],
])('born %s is %i years old on 10 April 2025', (birth, age) => {
  expect(ageOn(birth, '2025-04-10')).toBe(age);
});

describe('letters that look like others', () => {
  test.each([
    ['email', 'mi\u212Ae@example.org', texts.foreignAddress],
    ['email', 'm\u0130ke@example.org', texts.foreignAddress],
    ['email', 'as\u200Bha@example.org', texts.foreignAddress],
    ['email', 'asha@ex\u0430mple.org', texts.foreignAddress],
    ['email', "o'hara+iia@example.org", undefined],
    ['firstname', '\u3164', 'Only letters, please'],
    ['lastname', 'Ver\u3164ma', 'Only letters, please'],
    ['lastname', '\u0301\u0301', 'Only letters, please'],
    ['city', '\u2800\u200D', 'Only letters, please'],
    ['city', '\u0915\u094D\u200D\u0937', undefined],
    ['membership_no', 'A\u200B1', texts.unprintable],
  ])('%s %j', (name, value, fault) => {
    const book = bookOf(1);
    const field = registration.fields.find((candidate) => candidate.name === name)!;
    expect(faultOf(field, book, { ...member, [name]: value })).toBe(fault);
  });
});
