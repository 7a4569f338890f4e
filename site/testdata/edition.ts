// The content for the unit tests: the generator's golden folder (prerender/settings.ts), with a form that uses every
// rule. No test depends on this year's content; the generator checks that.
import { registration as golden, event as goldenEvent, tickets as goldenTickets } from '../src/content';
import { countries } from '../src/places';
import type { Amount, Category, Event, Field, Registration, Tickets } from '../src/types/content.gen';

export { countries };
export const event: Event = { ...goldenEvent, age_reference_date: '2025-04-10' };

const both: Field['forms'] = ['member', 'associate'];
const letters = { pattern: '^[\\p{L}\\p{M} ]+$', pattern_message: 'Only letters, please' };
const notDigits = { pattern: '^[^0-9]+$', pattern_message: 'Only letters, please' };

const field = (name: string, max_length: number, more: Partial<Field> = {}): Field => ({
  name,
  group: 'person',
  label: name,
  kind: 'text',
  forms: both,
  max_length,
  purpose: 'For tests',
  seen_by: 'Tests',
  retention: 'As long as the test',
  ...more,
});

const fields: Field[] = [
  field('firstname', 60, { required: 'First name?', block: 'digits', ...letters }),
  field('lastname', 60, { required: 'Last name?', block: 'digits', ...letters }),
  field('email', 254, {
    kind: 'email',
    required: 'Mailbox?',
    pattern: '^[^@ ]{1,64}@[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+$',
    pattern_message: 'No mailbox',
  }),
  field('mobile', 10, { kind: 'tel', required: 'Mobile?', pattern: '^[0-9]{10}$', pattern_message: 'Ten digits' }),
  field('gender', 10, { kind: 'select' }),
  field('dob', 10, { kind: 'date', required: 'Born?', not_future: 'Not born yet' }),
  field('profile_url', 64, { kind: 'upload', required: 'Photo?', required_as: 'submit' }),
  field('aadharUrl', 64, { kind: 'upload', required: 'Document?', required_as: 'submit' }),
  field('institute_name', 80, { kind: 'select', required: 'Which institute?', required_as: 'submit' }),
  field('membership_no', 40, { forms: ['member'], required: 'Number?', capitals: true }),
  field('company_name', 120, { forms: ['associate'], required: 'Company?' }),
  field('designation', 80, { forms: ['associate'], required: 'Designation?' }),
  field('gst_no', 20),
  field('country', 60, { kind: 'select', required: 'Country?' }),
  field('state', 60, { kind: 'select', required: 'State?', ...notDigits }),
  field('city', 60, { required: 'City?', ...notDigits }),
  field('spouse', 0, { kind: 'checkbox' }),
  field('spouseName', 120, {
    required: golden.messages.spouse_name_required,
    required_when: 'spouse',
    required_as: 'submit',
    ...letters,
  }),
];

export const registration: Registration = {
  ...golden,
  fields,
  institutes: [
    { id: 'guild', name: 'Guild', default: true, membership_pattern: '^[AF].*', membership_help: '' },
    { id: 'lodge', name: 'Lodge', membership_help: '' },
    { id: 'circle', name: 'Circle', membership_reject: '^TR.*', membership_help: '' },
  ],
  id_document: { ...golden.id_document, mode: 'masked' },
  uploads: [
    { kind: 'photo', accept: ['png', 'jpg'], max_mb: 2, longest_side: 1600, missing: 'Photo?' },
    { kind: 'aadhar', accept: ['jpg'], max_mb: 2, longest_side: 2000, missing: 'Document?' },
  ],
};

const rupees = (total: number): Amount => ({
  net_paise: 0,
  gst_paise: 0,
  total_paise: total * 100,
  display_net: '',
  display_gst: '',
  display_total: `₹${total}`,
});

const category = (id: number, alone: number, pair: number, more: Partial<Category>): Category => ({
  ...goldenTickets.categories[0]!,
  id,
  type: `PLAN_${id}`,
  form: 'member',
  age: { min: 0, max: 0, message: '' },
  choose_institute: false,
  prices: { alone: rupees(alone), with_spouse: rupees(pair) },
  ...more,
});

/** Tickets for young members, members, members of other institutes, and companies. */
export const tickets: Tickets = {
  ...goldenTickets,
  categories: [
    category(0, 100, 200, { age: { min: 17, max: 24, message: 'Not 17 to 24' } }),
    category(1, 300, 600, { age: { min: 25, max: 0, message: 'Not 25' } }),
    category(2, 800, 1600, { choose_institute: true }),
    category(3, 7500, 12500, { form: 'associate' }),
  ],
};
