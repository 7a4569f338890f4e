import { describe, expect, test } from 'vitest';
import { event, registration, tickets } from '../../testdata/edition';
import { askedFields, faultsOf, type Rulebook, stopsOf, type Values } from '../form/rules';
import type { Field } from '../types/content.gen';
import { amountOf, payloadOf } from './payload';

const bookOf = (plan: number): Rulebook => ({
  registration,
  category: tickets.categories.find(({ id }) => id === plan)!,
  event,
  homeCountry: 'India',
  today: '2025-03-10',
});

test.each([
  [0, false, 100],
  [0, true, 200],
  [1, false, 300],
  [1, true, 600],
  [2, false, 800],
  [2, true, 1600],
  [3, false, 7500],
  [3, true, 12500],
])('plan %i, with spouse %s, costs %i rupees', (plan, spouse, rupees) => {
  expect(payloadOf(bookOf(plan), { spouse }, {}, true).amount).toBe(rupees);
  expect(amountOf(bookOf(plan), { spouse }).total_paise).toBe(rupees * 100);
});

test('texts are trimmed, and values from other forms are left out', () => {
  const values = { firstname: ' Asha ', spouse: false, spouseName: 'Ravi', company_name: 'Firm', membership_no: 'A1' };
  const payload = payloadOf(bookOf(1), values, { profile_url: 'asset:p', aadharUrl: 'asset:a' }, true);
  expect(payload).toMatchObject({
    firstname: 'Asha',
    spouseName: '',
    company_name: '',
    membership_no: 'A1',
    institute_name: 'Guild',
    ticketCategory: 'PLAN_1',
    profile_url: 'asset:p',
    aadharUrl: 'asset:a',
    event_name: event.name,
    consent: true,
  });
});

test("the firm's details are sent only with a GST number", () => {
  const firm: Field[] = ['gst_no', 'invoice_name'].map((name) => ({ ...registration.fields[0]!, name }));
  const book = { ...bookOf(1), registration: { ...registration, fields: firm } };
  const values = { gst_no: '', invoice_name: 'Lime LLP' };
  expect(payloadOf(book, values, {}, true)).not.toHaveProperty('invoice_name');
  expect(payloadOf(book, { ...values, gst_no: '27' }, {}, true)).toMatchObject({
    gst_no: '27',
    invoice_name: 'Lime LLP',
  });
});

test('a field that no form has is not sent', () => {
  const off = ['institute_name', 'profile_url', 'aadharUrl', 'spouse', 'spouseName'];
  const fields = registration.fields.filter(({ name }) => !off.includes(name));
  const payload = payloadOf({ ...bookOf(1), registration: { ...registration, fields } }, {}, {}, true);
  for (const name of [...off, 'consent']) expect(payload).not.toHaveProperty(name);
});

describe('an edited edition', () => {
  const edited = (plan: number, forms: Record<string, Field['forms']>): Rulebook => ({
    ...bookOf(plan),
    registration: {
      ...registration,
      fields: registration.fields.map((field) => ({ ...field, forms: forms[field.name] ?? field.forms })),
    },
  });
  const everything: Values = Object.fromEntries(
    registration.fields.map(({ name, kind }) => [name, kind === 'checkbox' ? true : `A ${name}`]),
  );
  const everyPicture = { profile_url: 'asset:p', aadharUrl: 'asset:a' };

  test.each([1, 3])('plan %i sends all fields in its form and no others', (plan) => {
    for (const { name } of registration.fields) {
      for (const forms of [['member', 'associate'], ['member'], ['associate']] satisfies Field['forms'][]) {
        const book = edited(plan, { [name]: forms });
        const payload = payloadOf(book, everything, everyPicture, true);
        for (const field of registration.fields.filter((candidate) => candidate.name !== 'institute_name')) {
          const asked = askedFields(book, everything).some((candidate) => candidate.name === field.name);
          expect(
            Boolean(payload[field.name as keyof typeof payload]),
            `${field.name} when ${name} is of ${forms.join()}`,
          ).toBe(asked);
        }
      }
    }
  });

  test('if members are asked for their designation, it is required and sent', () => {
    const book = edited(1, { designation: ['member', 'associate'] });
    expect(faultsOf(book, {})).toHaveProperty('designation', 'Designation?');
    expect(payloadOf(book, { designation: ' Principal ' }, {}, true).designation).toBe('Principal');
  });

  test('without a spouse field, no spouse is sent or charged', () => {
    const book = edited(1, { spouse: [] });
    expect(payloadOf(book, { spouse: true, spouseName: 'Ravi' }, {}, true)).toMatchObject({
      spouse: false,
      spouseName: '',
      amount: 300,
    });
    expect(stopsOf(book, { spouse: true }, everyPicture)).toEqual([]);
  });
});
