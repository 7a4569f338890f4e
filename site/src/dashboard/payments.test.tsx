import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { TransactionStatus } from '../types/wire.gen';
import { Payments } from './payments';
import { TicketList } from './ticket-list';

afterEach(() => vi.unstubAllGlobals());

const waiting = [{ booking_id: 'b1', name: 'Asha Rao', category: 'IIA Professional' }];

/** Every booking has this status. */
function show(status: TransactionStatus, more = false) {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ code: 200, status: 'success', transaction_status: status })),
  );
  render(
    <MemoryRouter>
      <Payments tickets={[]} waiting={waiting} more={more} invoices={[]} />
    </MemoryRouter>,
  );
}

const unpaid: TransactionStatus = { paymentStatus: 'INITIATED', state: 'waiting', amount: 3540 };

test('an unpaid registration shows its holder, its ticket, its amount and a link to pay', async () => {
  show({ ...unpaid, payment_url: 'https://pay.example/l/1' });
  expect(await screen.findByText('Not confirmed yet')).toBeDefined();
  expect(screen.getByText('Asha Rao, IIA Professional')).toBeDefined();
  expect(screen.getByText('₹3,540')).toBeDefined();
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Finish payment for Asha Rao' });
  expect(link.href).toBe('https://pay.example/l/1');
});

test('a registration paid in part says what is left to pay and links to its payment', async () => {
  show({ ...unpaid, received: 1000, due: 2540 });
  expect(await screen.findByText('₹1,000 received, ₹2,540 left to pay')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Pay the rest' })).toBeDefined();
});

test.each([true, false])('the page says whether more registrations are unpaid (%s)', async (more) => {
  show(unpaid, more);
  await screen.findByText('Asha Rao, IIA Professional');
  expect(screen.queryAllByText(/^Not all unpaid registrations with your email address/).length).toBe(more ? 1 : 0);
});

test('a closed or unsafe payment link is not offered', async () => {
  show(unpaid);
  expect(await screen.findByRole('link', { name: 'Payment status' })).toBeDefined();
  expect(screen.queryByRole('link', { name: /Finish/ })).toBeNull();
});

test('an untrusted address is not offered', async () => {
  show({ ...unpaid, payment_url: 'http://pay.example/l/1' });
  expect(await screen.findByRole('link', { name: 'Payment status' })).toBeDefined();
});

test('a payment that may still arrive is not described as failed', async () => {
  show({ paymentStatus: 'FAILED', state: 'expired', awaited: true, amount: 3540 });
  expect(await screen.findByText('Not confirmed yet')).toBeDefined();
});

test('a cancellation without a refund does not promise one', async () => {
  show({ paymentStatus: 'SUCCESS', state: 'cancelled', amount: 3540, paid_at: '2025-03-11T06:33:00Z' });
  expect(await screen.findByText('Cancelled')).toBeDefined();
  expect(screen.queryByText(/refund/i)).toBeNull();
});

test.each([true, false])('a person with an unpaid registration (%s) is not invited to register again', (has) => {
  render(
    <MemoryRouter>
      <TicketList tickets={[]} loading={false} waiting={has} />
    </MemoryRouter>,
  );
  expect(screen.queryAllByRole('link', { name: /register/i }).length === 0).toBe(has);
});
