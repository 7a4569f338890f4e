import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import Unpaid from './unpaid';

const show = (bookingID: string | undefined) =>
  render(<Unpaid bookingID={bookingID} email="asha@example.org" onProved={() => undefined} />);
const wayOut =
  /^If that address was mistyped, we cannot send you a code\. Pay on the device .* when the payment link has expired/;

test('a person who mistyped the address in the earlier registration is told what to do', () => {
  show(undefined);
  expect(screen.getByText(wayOut)).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Continue to payment' })).toBeNull();
});

test('a person who types the same address is offered only the payment', () => {
  show('b1');
  expect(screen.getByRole('link', { name: 'Continue to payment' })).toBeDefined();
  expect(screen.queryByText(wayOut)).toBeNull();
});
