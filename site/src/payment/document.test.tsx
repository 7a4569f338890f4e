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
  expect(screen.getByText('Refunded').nextElementSibling?.textContent).toBe('Not yet');
  rerender(<Document of={{ ...invoice('2025-03-09'), refunded_at: '2025-03-12T06:30:00Z' }} />);
  expect(screen.getByText(/^12 March 2025 at 12:00/)).toBeTruthy();
  rerender(<Document of={invoice('2025-03-09')} />);
  expect(screen.queryByText('Refunded')).toBeNull();
});
