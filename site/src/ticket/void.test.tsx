import { render, screen } from '@testing-library/react';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { Payments } from '../dashboard/payments';
import { TicketList } from '../dashboard/ticket-list';
import { endSession, keepTickets } from '../device/session';
import EventTicketPage from '../pages/event-ticket';
import { PaymentState } from '../payment/payment-state';
import type { Ticket, TransactionStatus } from '../types/wire.gen';

const card = {
  id: 'abc',
  name: 'Asha Verma',
  entries_remaining: 3,
  total_seats: 3,
  status: 'valid',
  qr: 'code',
} as Ticket;
const cancelled: Ticket = { ...card, status: 'void' };
const offered: Ticket = {
  ...card,
  spouse_name: 'Ravi Verma',
  offered_to: 'dev@example.org',
  offered_until: '2025-03-20T06:00:00Z',
};
const offer = /^Offered to dev@example\.org until .*2025/;
afterEach(() => endSession());

test.each([
  [card, 0, "QR code for Asha Verma's ticket"],
  [cancelled, 1, "QR code for Asha Verma's ticket, no longer valid"],
])('the list says so in words (%#)', (ticket, times, label) => {
  render(
    <MemoryRouter>
      <TicketList tickets={[ticket]} loading={false} waiting={false} />
    </MemoryRouter>,
  );
  expect(screen.queryAllByText('No longer valid')).toHaveLength(times);
  expect(screen.getByRole('img', { name: label })).toBeDefined();
});

test('the list names the spouse, and the colleague to whom a ticket is offered', () => {
  render(
    <MemoryRouter>
      <TicketList tickets={[offered]} loading={false} waiting={false} />
    </MemoryRouter>,
  );
  expect(screen.getByText('Spouse').nextElementSibling?.textContent).toBe('Ravi Verma');
  expect(screen.getByText(offer)).toBeDefined();
});

test('an offered ticket that was used for entry says that the colleague can no longer accept it', () => {
  render(
    <MemoryRouter>
      <TicketList tickets={[{ ...offered, entries_total: 3, entries_remaining: 2 }]} loading={false} waiting={false} />
    </MemoryRouter>,
  );
  expect(screen.getByText(/^Offered to dev@example\.org, who can no longer accept it/)).toBeDefined();
  expect(screen.queryByText(offer)).toBeNull();
});

async function open(ticket: Ticket) {
  keepTickets([ticket]);
  const routes = [{ path: '/event-ticket/:id', element: <EventTicketPage /> }];
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/event-ticket/abc'] })} />);
  await screen.findByRole('heading', { name: 'Asha Verma' }, { timeout: 60_000 });
}

test('the page of a cancelled ticket does not ask the holder to show it at the gate', async () => {
  await open({ ...cancelled, company_name: 'Verma Works' });
  expect(screen.getByText('Verma Works')).toBeDefined();
  expect(screen.getByText('No longer valid')).toBeDefined();
  expect(screen.getByText('Entries Remaining').nextElementSibling?.textContent).toBe('00');
  expect(screen.getByText(/^You are signed out\. .* last saved on this device\.$/)).toBeDefined();
  expect(screen.queryByText(/still valid|Show the code/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
}, 90_000);

const given: Ticket = { ...cancelled, qr: '', transferred_at: '2025-03-20T06:00:00Z' };

test('a person who has transferred a ticket sees the date, and no code', () => {
  render(
    <MemoryRouter>
      <TicketList tickets={[given]} loading={false} waiting={false} />
    </MemoryRouter>,
  );
  expect(screen.getByText(/^Transferred on .*2025/)).toBeDefined();
  expect(screen.queryByRole('img')).toBeNull();
});

test("the payment page says that the booking's ticket was transferred", () => {
  const status = { paymentStatus: 'SUCCESS', state: 'paid', amount: 1, transferred_at: given.transferred_at };
  render(
    <MemoryRouter>
      <PaymentState bookingID="b" status={status as TransactionStatus} signedIn />
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/was transferred$/);
  expect(screen.queryByText(/Congratulations|See your ticket/)).toBeNull();
});

test('a person who has accepted a ticket sees no payment for it', () => {
  const { container } = render(
    <MemoryRouter>
      <Payments tickets={[{ ...card, paid_by_other: true } as Ticket]} waiting={[]} more={false} invoices={[]} />
    </MemoryRouter>,
  );
  expect(container.textContent).toBe('');
});

test('if the amount is not known, the payment page does not show one', () => {
  const status = { paymentStatus: 'SUCCESS', state: 'paid', transferred_at: given.transferred_at, ticket_id: 'abc' };
  render(
    <MemoryRouter>
      <PaymentState bookingID="b" status={status as TransactionStatus} signedIn />
    </MemoryRouter>,
  );
  expect(
    screen.getByText(/^It was transferred to a colleague on .*2025.* The receipt stays with the person who paid\.$/),
  ).toBeDefined();
  expect(screen.queryByText(/₹|Total/)).toBeNull();
  expect(screen.getByRole('link', { name: 'See your ticket' })).toBeDefined();
});

test('the page of a valid ticket names the spouse and the open offer, and asks the holder to show it', async () => {
  await open(offered);
  expect(screen.getByText('with Ravi Verma')).toBeDefined();
  expect(screen.getByText(offer)).toBeDefined();
  expect(screen.getByText('Entries Remaining').nextElementSibling?.textContent).toBe('03');
  expect(screen.getByText(/\. Its code is still valid\.$/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Print' })).toBeDefined();
}, 90_000);
