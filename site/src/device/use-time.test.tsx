import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Category } from '../types/content.gen';
import { usePrices } from './use-time';

const change = Date.parse('2030-03-30T23:00:00Z');
const prices = (display_net: string) => ({ alone: { display_net } });
const category = {
  prices: prices('₹3,000'),
  price_changes: [{ at: '2030-03-30T23:00:00Z', display_from: '', prices: prices('₹3,500') }],
} as unknown as Category;

const Price = () => usePrices(category).prices.alone.display_net;

beforeEach(() => void vi.useFakeTimers({ now: change - 2 * 3_600_000 }));
afterEach(() => void vi.useRealTimers());

test('an open page shows a new price from its first moment', () => {
  const { container } = render(<Price />);
  act(() => vi.advanceTimersByTime(2 * 3_600_000 - 1));
  expect(container.textContent).toBe('₹3,000');
  act(() => vi.advanceTimersByTime(1));
  expect(container.textContent).toBe('₹3,500');
});

test('a page that is shown again after the device slept shows the new price at once', () => {
  const { container } = render(<Price />);
  vi.setSystemTime(change + 1000);
  expect(container.textContent).toBe('₹3,000');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(container.textContent).toBe('₹3,500');
});
