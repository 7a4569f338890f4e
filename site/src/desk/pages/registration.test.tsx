import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { type Me, MeContext } from '../me';
import Registration from './registration';

const me: Me = { name: 'R', role: 'registrar', permissions: [], rehearsal: false };
const lists = { tickets: [], payments: [], timeline: [], open_tasks: [], others: [], invoices: [] };
const registration = { ...lists, id: 'b1', version: 1, name: 'Asha', code: 'ABCDEF', state: 'paid', seats: 1 };

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

afterEach(() => vi.unstubAllGlobals());

test('an action that a task asks for opens once, and the link back leads to the tasks', async () => {
  const person = { registered: '2025-03-01T00:00:00Z', person: { dietary_wish: 'No nuts' }, may: ['void'] };
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      address.endsWith('/registration')
        ? { status: 'success', registration: { ...registration, ...person } }
        : { status: 'success', requests: [] },
    ),
  );
  render(
    <MemoryRouter initialEntries={['/registration/b1?action=void']}>
      <MeContext value={me}>
        <Routes>
          <Route path="/registration/:id" element={<Registration />} />
        </Routes>
        <Address />
      </MeContext>
    </MemoryRouter>,
  );
  expect(await screen.findByRole('dialog', { name: 'Void ticket' })).toBeTruthy();
  // New form fields are shown without a change to the code.
  expect(screen.getByText('No nuts')).toBeTruthy();
  expect(screen.getByText('/registration/b1')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Tasks' }).getAttribute('href')).toBe('/tasks');
});

test('each refund has its own line, a surplus belongs to its payment, and a void ticket is marked', async () => {
  const payment = {
    payment_id: 'pay_1',
    provider: 'razorpay',
    reference: 'r',
    amount_paise: 354000,
    refunded_paise: 50000,
  };
  const recorded = { payment_id: 'UTR 1', provider: 'bank', reference: 's', captured: '2025-03-02', refunds: [] };
  const refunds = [
    { amount_paise: 20000, at: '2025-03-02T06:00:00Z' },
    { amount_paise: 30000, at: '2025-03-05T06:00:00Z' },
  ];
  const paid = { net_paise: 300000, gst_paise: 54000, amount_paise: 354000, refunded_paise: 50000 };
  const seen = {
    ...registration,
    ...paid,
    registered: '2025-03-01T00:00:00Z',
    ticket_status: 'void',
    state: 'part refunded',
    person: { gst_no: '27AAPFU0939F1ZV' },
    buyer: { name: 'Stone LLP', gstin: '29AAGCB7383J1Z4', address: '2 MG Road', pin: '560001' },
    may: [],
    payments: [
      { ...payment, captured: '2025-03-01T06:00:00Z', refunds },
      { ...recorded, amount_paise: 354000, tds_paise: 60000, surplus_paise: 6000 },
      { ...recorded, reference: 't', amount_paise: 6000, is_surplus: true },
    ],
  };
  vi.stubGlobal('fetch', async () => Response.json({ status: 'success', registration: seen }));
  render(
    <MemoryRouter initialEntries={['/registration/b2']}>
      <MeContext value={me}>
        <Routes>
          <Route path="/registration/:id" element={<Registration />} />
        </Routes>
      </MeContext>
    </MemoryRouter>,
  );
  const lines = await screen.findByRole('list', { name: 'Refunds of pay_1' });
  expect([...lines.children].map((line) => line.textContent)).toEqual([
    '₹200, 2 Mar 2025, 11:30',
    '₹300, 5 Mar 2025, 11:30',
  ]);
  const values = (name: string) => screen.getAllByText(name).map((label) => label.nextElementSibling?.textContent);
  expect(values('Received')[2]).toContain('₹3,000, ');
  expect(values('Buyer on the invoice')).toEqual(['Stone LLP, 29AAGCB7383J1Z4, 2 MG Road, 560001']);
  expect(values('Paid by')).toEqual(['Razorpay', 'Bank transfer']);
  expect(values('Paid in excess of the price')).toEqual(['₹60']);
  const sum = 3540 + 3540 + 60;
  const rupees = (amount: number) => `₹${amount.toLocaleString('en-IN')}`;
  expect(values('Received')[0]).toBe(rupees(sum - 600));
  expect(values('Net amount')).toEqual([rupees(sum - 500)]);
  expect(screen.getByText('Partly refunded').closest('p')?.textContent).toContain('Ticket void');
});
