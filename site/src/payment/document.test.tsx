import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Invoice } from '../types/wire.gen';
import { Document } from './document';

const invoice = (paid_at: string) =>
  ({
    kind: 'invoice',
    number: 'TN/24-25/000001',
    issued_at: '2025-03-11T06:33:00Z',
    paid_at,
    supplier: { name: 'The Organisers' },
    recipient: { name: 'Asha Rao' },
    lines: [],
  }) as object as Invoice;

test('a payment that staff recorded has a date and no time', () => {
  const { rerender } = render(<Document of={invoice('2025-03-09')} />);
  expect(screen.getByText('9 March 2025')).toBeTruthy();
  rerender(<Document of={invoice('2025-03-09T06:30:00Z')} />);
  expect(screen.getByText(/^9 March 2025 at 12:00/)).toBeTruthy();
});

test('a credit note says when its refund was made, or that it has not been made', () => {
  const { rerender } = render(<Document of={{ ...invoice('2025-03-09'), refunded_at: '' }} />);
  expect(screen.getByText('Refunded on').nextElementSibling?.textContent).toBe('Not yet');
  rerender(<Document of={{ ...invoice('2025-03-09'), refunded_at: '2025-03-12T06:30:00Z', refund_name: 'RFD 7' }} />);
  expect(screen.getByText(/^12 March 2025 at 12:00/)).toBeTruthy();
  expect(screen.getByText('Refund reference').nextElementSibling?.textContent).toBe('RFD 7');
  rerender(<Document of={invoice('2025-03-09')} />);
  expect(screen.queryByText('Refunded on')).toBeNull();
});

test('the buyer’s company and the address with PIN code and State are two lines', () => {
  const recipient = { name: 'Asha Rao', company: 'Sen Stone', address: '1 Hill Road, Pune', pin: '411001' };
  const state = { state: 'Maharashtra', state_code: '27' };
  render(<Document of={{ ...invoice('2025-03-09'), recipient: { ...recipient, ...state } }} />);
  expect(screen.getByText('Sen Stone')).toBeTruthy();
  expect(screen.getByText('1 Hill Road, Pune 411001, Maharashtra (State code 27)')).toBeTruthy();
});

test('a credit note does not say that it was paid', () => {
  const original = { id: 'a', number: 'TN/24-25/000001', issued_on: '2025-03-09' };
  render(<Document of={{ ...invoice('2025-03-09'), kind: 'credit_note', original }} />);
  expect(screen.getByText('Payment received on')).toBeTruthy();
  expect(screen.queryByText('Paid')).toBeNull();
});
