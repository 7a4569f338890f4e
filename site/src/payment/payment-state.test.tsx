import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { TransactionStatus } from '../types/wire.gen';
import { PaymentState } from './payment-state';

const failed: TransactionStatus = { paymentStatus: 'FAILED', state: 'expired', amount: 3540 };
const show = (status: TransactionStatus) =>
  render(
    <MemoryRouter>
      <PaymentState bookingID="b" status={status} signedIn={false} />
    </MemoryRouter>,
  );

test('while the money may still arrive, the page does not say that the payment failed, or to register again', () => {
  show({ ...failed, awaited: true });
  expect(screen.getByRole('heading', { name: 'Payment Verification in Progress' })).toBeDefined();
  expect(screen.getByText(/^We have not received a payment, .* If you paid, .* do not pay again/)).toBeDefined();
  expect(screen.queryByText(/failed\. Please try again/)).toBeNull();
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Home']);
});

test('a failed payment shows its causes, and where the money would appear', () => {
  show(failed);
  expect(screen.getByRole('heading', { name: 'Payment failed. Please try again or contact support.' })).toBeDefined();
  expect(screen.getByText('Declined by your bank')).toBeDefined();
  expect(screen.getByText(/^If you were charged anyway, the payment will appear here/)).toBeDefined();
});
