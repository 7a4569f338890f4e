import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { TransactionStatus } from '../types/wire.gen';
import { refundText } from './amounts';
import { PaymentState } from './payment-state';

const paid: TransactionStatus = {
  paymentStatus: 'SUCCESS',
  state: 'paid',
  amount: 3540,
  paid_at: '2025-03-11T06:33:00Z',
};
const show = (status: TransactionStatus) =>
  render(
    <MemoryRouter>
      <PaymentState bookingID="b" status={status} signedIn />
    </MemoryRouter>,
  );

test('a payment that was given back says when, how much, and that the ticket is gone', () => {
  show({ ...paid, state: 'refunded', refund: { amount: 3540, at: '2025-03-12T08:00:00Z', ticket: 'void' } });
  expect(screen.getByRole('heading', { name: 'This payment was refunded' })).toBeDefined();
  expect(screen.getByText(/^₹\s?3,540 was refunded on .*12.* The ticket is no longer valid\.$/)).toBeDefined();
  expect(screen.queryByText(/Congratulations/)).toBeNull();
  expect(screen.queryByRole('link', { name: /ticket/ })).toBeNull();
});

test('a refund that is on its way has no date', () => {
  show({ ...paid, state: 'cancelled', refund: { amount: 3540, ticket: 'void' } });
  expect(screen.getByRole('heading', { name: 'This payment is being refunded' })).toBeDefined();
  expect(screen.getByText(/^A refund of ₹\s?3,540 is on its way\./)).toBeDefined();
});

test('a registration that was cancelled without a refund is no success, and promises no money', () => {
  show({ ...paid, state: 'cancelled' });
  expect(screen.getByRole('heading', { name: 'This registration was cancelled' })).toBeDefined();
  expect(screen.queryByText(/Congratulations|refund/i)).toBeNull();
  expect(screen.queryByRole('link', { name: /ticket/ })).toBeNull();
});

test('a part that was given back leaves the ticket', () => {
  show({ ...paid, state: 'part refunded', refund: { amount: 500, at: '2025-03-12T08:00:00Z', ticket: 'valid' } });
  expect(screen.getByRole('heading', { name: /Congratulations/ })).toBeDefined();
  expect(screen.getByText(/^₹\s?500 was refunded on .* The ticket remains valid\.$/)).toBeDefined();
});

test('money that came after the last seat is given back, and is no success', () => {
  show({
    paymentStatus: 'FAILED',
    state: 'refunded',
    amount: 3540,
    refund: { amount: 3540, at: '2025-03-12T08:00:00Z', ticket: 'void' },
  });
  expect(screen.getByRole('heading', { name: 'This payment was refunded' })).toBeDefined();
  expect(refundText({ amount: 1, ticket: 'void' })).toContain('five to seven working days');
});
