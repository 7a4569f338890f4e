import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { TransactionStatus } from '../types/wire.gen';
import { PaymentState } from './payment-state';
import { receivedText, refundText } from './texts';

const paid: TransactionStatus = {
  paymentStatus: 'SUCCESS',
  state: 'paid',
  amount: 3540,
  paid_at: '2025-03-11T06:33:00Z',
};
const show = (status: TransactionStatus, address = '/verify/b') =>
  render(
    <MemoryRouter initialEntries={[address]}>
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

test('a visitor who comes back from the payment page after paying is not asked to pay', () => {
  const open = {
    paymentStatus: 'INITIATED',
    state: 'waiting',
    payment_url: `${location.origin}/api/sandbox/pay/x`,
  } as const;
  const { unmount } = show(open);
  expect(screen.getByRole('link', { name: 'Continue to payment' })).toBeDefined();
  unmount();
  show(open, '/verify/b?status=paid');
  expect(screen.queryByRole('link', { name: 'Continue to payment' })).toBeNull();
});

test('a visitor who has paid in part sees what is left, and how to pay it', () => {
  const part = { paymentStatus: 'INITIATED', state: 'waiting', amount: 3540, received: 1000, due: 2540 } as const;
  const { unmount } = show(part);
  expect(screen.getByRole('heading', { name: 'Part of the payment is still due' })).toBeDefined();
  expect(screen.getByText('Left to pay').nextSibling?.textContent).toMatch(/₹\s?2,540/);
  expect(screen.getByRole('button', { name: 'Pay the rest' })).toBeDefined();
  unmount();
  show({ ...part, payment_url: `${location.origin}/api/sandbox/pay/x` });
  expect(screen.getByRole('link', { name: 'Continue to payment' })).toBeDefined();
});

test('while the link for a change is open, the page asks for this payment, and does not ask again after it', () => {
  const due = { ...paid, due: 2360, payment_url: `${location.origin}/api/sandbox/pay/x` };
  const { unmount } = show(due);
  expect(screen.getByRole('heading', { name: 'Pay for your ticket change' })).toBeDefined();
  expect(screen.getByText(/^The ticket change costs ₹\s?2,360\. The current ticket remains valid/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Continue to payment' })).toBeDefined();
  unmount();
  show(due, '/verify/b?status=paid');
  expect(screen.getByRole('heading', { name: 'Payment Verification in Progress' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Continue to payment' })).toBeNull();
});

test('a refund in progress has no date', () => {
  show({ ...paid, state: 'cancelled', refund: { amount: 3540, ticket: 'void' } });
  expect(screen.getByRole('heading', { name: 'This payment is being refunded' })).toBeDefined();
  expect(screen.getByText(/^A refund of ₹\s?3,540 is on its way\./)).toBeDefined();
});

test('a registration cancelled without a refund is not shown as a success, and no refund is promised', () => {
  show({ ...paid, state: 'cancelled' });
  expect(screen.getByRole('heading', { name: 'This registration was cancelled' })).toBeDefined();
  expect(screen.queryByText(/Congratulations|refund/i)).toBeNull();
  expect(screen.queryByRole('link', { name: /ticket/ })).toBeNull();
});

test('a cancelled registration whose amounts are hidden says who can see them', () => {
  show({ paymentStatus: 'SUCCESS', state: 'cancelled', transferred_at: '2025-03-12T08:00:00Z' });
  expect(screen.getByText('The receipt stays with the person who paid.')).toBeDefined();
});

test('after a partial refund, the ticket is still valid', () => {
  show({ ...paid, state: 'part refunded', refund: { amount: 500, at: '2025-03-12T08:00:00Z', ticket: 'valid' } });
  expect(screen.getByRole('heading', { name: /Congratulations/ })).toBeDefined();
  expect(screen.getByText(/^₹\s?500 was refunded on .* The ticket remains valid\.$/)).toBeDefined();
});

test('while the rest of a refund is under way, the page says how much has been refunded', () => {
  show({ ...paid, state: 'part refunded', refund: { amount: 1500, refunded: 1000, ticket: 'valid' } });
  expect(screen.getByText(/^A refund of ₹\s?1,500 is on its way\. Of this, ₹\s?1,000 has already/)).toBeDefined();
});

test('a refund of a second payment says that the other ticket remains valid, and leads to it', () => {
  show({ ...paid, state: 'refunded', refund: { amount: 3540, at: '2025-03-12T08:00:00Z', ticket: 'none' } });
  expect(screen.getByRole('heading', { name: 'This payment was refunded' })).toBeDefined();
  expect(screen.getByText(/^₹\s?3,540 was refunded on/)).toBeDefined();
  expect(screen.getByText(/its ticket remains valid/)).toBeDefined();
  expect(screen.queryByText(/no longer valid/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard');
});

test('after a full refund, the page says when and how much was refunded, and does not congratulate', () => {
  show({ ...paid, state: 'refunded', refund: { amount: 3540, at: '2025-03-12T08:00:00Z', ticket: 'void' } });
  expect(screen.getByRole('heading', { name: 'This payment was refunded' })).toBeDefined();
  expect(screen.getByText(/^₹\s?3,540 was refunded on .+2025.*The ticket is no longer valid\./)).toBeDefined();
  expect(screen.queryByText(/Congratulations/)).toBeNull();
  expect(screen.queryByRole('link', { name: /ticket/ })).toBeNull();
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

test('tax that the payer deducted is not described as received', () => {
  show({ ...paid, tds: 300 });
  expect(screen.getByText('Received').nextSibling?.textContent).toMatch(/₹\s?3,240/);
  expect(screen.getByText('Tax deducted (TDS)').nextSibling?.textContent).toMatch(/₹\s?300/);
  expect(receivedText({ ...paid, received: 1000, tds: 300, due: 2240 })).toMatch(
    /^₹\s?1,000 received, ₹\s?300 tax deducted \(TDS\), ₹\s?2,240 left to pay$/,
  );
});

test('a payment for changing a transferred ticket is acknowledged, without the price of the registration', () => {
  show({ paymentStatus: 'SUCCESS', state: 'paid', transferred_at: '2025-03-12T08:00:00Z', change_paid: 3540 });
  expect(screen.getByText(/^We received ₹\s?3,540 for the ticket change\.$/)).toBeDefined();
  expect(screen.queryByText(/left to pay|Total/)).toBeNull();
});

test('a ticket change that was not paid for is named on the page of the paid registration', () => {
  show({ paymentStatus: 'SUCCESS', state: 'paid', change_unpaid: true });
  expect(screen.getByText(/have not received a payment for the ticket change/)).toBeDefined();
});

test('a refund that the organisers have to make is not described as on its way', () => {
  const due = { amount: 60, ticket: 'valid', manual: true, surplus: 60 };
  expect(refundText(due)).toMatch(
    /^You paid ₹\s?60 more than the price\. The organisers will refund ₹\s?60 to you\. The ticket remains valid\.$/,
  );
  show({ ...paid, state: 'cancelled', refund: { amount: 3540, ticket: 'void', manual: true } });
  expect(screen.getByRole('heading', { name: 'This registration was cancelled' })).toBeDefined();
});
