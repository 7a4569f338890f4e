import { expect, test } from 'vitest';
import { registration } from '../../testdata/edition';
import { refusalOf } from './refusal';

const { messages } = registration;
const problem = (code: number, error: string, more = {}) => ({
  code,
  status: 'error',
  error,
  message: 'A sentence.',
  ...more,
});

test('without a response everything stays, and the same submission may be sent again', () => {
  const refusal = refusalOf(undefined, messages);
  expect(refusal.toast).toBeUndefined();
  expect(refusal.notice).toContain('Nothing will be booked twice');
  expect(refusal.newKey).toBeUndefined();
});

// Screen readers announce the text beside the button, so a toast would only repeat it.
test.each([
  ['sales_paused', {}, { notice: 'A sentence. Everything you typed is still here.' }],
  ['price_changed', { amount: 4130 }, { notice: messages.price_changed, amount: 4130 }],
  ['already_registered', {}, { notice: messages.already_registered, signIn: true }],
  ['sold_out', {}, { notice: messages.sold_out }],
  ['registration_closed', {}, { notice: messages.registration_closed }],
])('%s', (error, more, expected) => {
  const refusal = refusalOf(problem(409, error, more), messages);
  expect(refusal).toMatchObject(expected);
  expect(refusal.toast).toBeUndefined();
});

test('an unpaid registration is named if it has the same email address', () => {
  expect(refusalOf(problem(409, 'unpaid_registration', { booking_id: 'b1' }), messages)).toMatchObject({
    unpaid: { bookingID: 'b1' },
  });
  expect(refusalOf(problem(409, 'unpaid_registration'), messages)).toEqual({
    unpaid: {},
    faults: {},
    notice: 'A sentence. Everything you typed is still here.',
  });
});

test('errors are shown at their fields', () => {
  const refusal = refusalOf(problem(422, 'validation_failed', { fields: { email: 'Invalid email format' } }), messages);
  expect(refusal).toMatchObject({ toast: 'Invalid email format', faults: { email: 'Invalid email format' } });
});

test('after a conflict, the next submission has a new key; after a server error, it does not', () => {
  expect(refusalOf(problem(422, 'validation_failed'), messages)).toMatchObject({
    newKey: true,
    toast: messages.registration_failed,
  });
  expect(refusalOf(problem(503, 'temporarily_unavailable'), messages)).toMatchObject({
    newKey: false,
    toast: messages.registration_failed,
  });
});
