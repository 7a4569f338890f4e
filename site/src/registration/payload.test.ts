import { expect, test } from 'vitest';
import { event, registration, tickets } from '../content';
import { amountOf, payloadOf } from './payload';
import type { Rulebook } from './rules';

const bookOf = (plan: number): Rulebook => ({
  registration,
  category: tickets.categories.find(({ id }) => id === plan)!,
  event,
  homeCountry: 'India',
  today: '2025-03-10',
});

// Specification section 9.
test.each([
  [0, false, 1770],
  [0, true, 3540],
  [1, false, 3540],
  [1, true, 7080],
  [2, false, 9440],
  [2, true, 18880],
  [3, false, 88500],
  [3, true, 147500],
])('plan %i, with spouse %s, costs %i rupees', (plan, spouse, rupees) => {
  expect(payloadOf(bookOf(plan), { spouse }, {}, true).amount).toBe(rupees);
  expect(amountOf(bookOf(plan), { spouse }).total_paise).toBe(rupees * 100);
});

test('texts are trimmed, and what does not belong to the form is left out', () => {
  const values = { firstname: ' Asha ', spouse: false, spouseName: 'Ravi', company_name: 'Firm', membership_no: 'A1' };
  const payload = payloadOf(bookOf(1), values, { profile_url: 'asset:p', aadharUrl: 'asset:a' }, true);
  expect(payload).toMatchObject({
    firstname: 'Asha',
    spouseName: '',
    company_name: '',
    membership_no: 'A1',
    institute_name: 'Indian Institute of Architects',
    ticketCategory: 'IIA_MEMBER_25_ABOVE',
    profile_url: 'asset:p',
    aadharUrl: 'asset:a',
    event_name: event.name,
    consent: true,
  });
});
