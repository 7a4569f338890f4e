import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BookingState } from '../../types/wire.gen';
import { BookingStatus } from './status';

test('a state is one word; a void ticket is marked beside it, a valid one is not', () => {
  const told = (state: BookingState, ticket?: string) =>
    render(<BookingStatus state={state} ticket={ticket} />).container.textContent;
  expect(told('waiting')).toBe('Pending payment');
  expect(told('paid', 'valid')).toBe('Paid');
  expect(told('cancelled', 'void')).toBe('Cancelled Ticket void');
});
