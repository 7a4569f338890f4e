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

test('while the money may still arrive, the page does not say that the payment failed, or to register again', () => {
  show({ paymentStatus: 'FAILED', state: 'expired', amount: 3540, awaited: true });
  expect(screen.getByRole('heading', { name: 'Payment Verification in Progress' })).toBeDefined();
  expect(screen.getByText(/^We have not received a payment, .* If you paid, .* do not pay again/)).toBeDefined();
  expect(screen.queryByText(/failed\. Please try again/)).toBeNull();
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Home']);
});

test('a refund in progress has no date', () => {
  show({ ...paid, state: 'cancelled', refund: { amount: 3540, ticket: 'void' } });
  expect(screen.getByRole('heading', { name: 'This payment is being refunded' })).toBeDefined();
  expect(screen.getByText(/^A refund of ₹\s?3,540 is on its way\./)).toBeDefined();
});

test('a registration cancelled without a refund is not shown as a success and promises no money', () => {
  show({ ...paid, state: 'cancelled' });
  expect(screen.getByRole('heading', { name: 'This registration was cancelled' })).toBeDefined();
  expect(screen.queryByText(/Congratulations|refund/i)).toBeNull();
  expect(screen.queryByRole('link', { name: /ticket/ })).toBeNull();
});

test('after a partial refund the ticket stays valid', () => {
  show({ ...paid, state: 'part refunded', refund: { amount: 500, at: '2025-03-12T08:00:00Z', ticket: 'valid' } });
  expect(screen.getByRole('heading', { name: /Congratulations/ })).toBeDefined();
  expect(screen.getByText(/^₹\s?500 was refunded on .* The ticket remains valid\.$/)).toBeDefined();
});

test('a payment that arrived after the last seat was sold is refunded and is not shown as a success', () => {
  show({
    paymentStatus: 'FAILED',
    state: 'refunded',
    amount: 3540,
    refund: { amount: 3540, at: '2025-03-12T08:00:00Z', ticket: 'void' },
  });
  expect(screen.getByRole('heading', { name: 'This payment was refunded' })).toBeDefined();
  expect(refundText({ amount: 1, ticket: 'void' })).toContain('five to seven working days');
});
