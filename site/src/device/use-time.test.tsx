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
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  delete document.documentElement.dataset.rehearsal;
});

test('an open page shows a new price from the moment when it applies', () => {
  const { container } = render(<Price />);
  act(() => vi.advanceTimersByTime(2 * 3_600_000 - 1));
  expect(container.textContent).toBe('₹3,000');
  act(() => vi.advanceTimersByTime(1));
  expect(container.textContent).toBe('₹3,500');
});

test('a page shown again after the device has slept shows the new price at once', () => {
  const { container } = render(<Price />);
  vi.setSystemTime(change + 1000);
  expect(container.textContent).toBe('₹3,000');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(container.textContent).toBe('₹3,500');
});

/** Milliseconds since the rehearsal began. */
let elapsed = 0;

/** Takes 0.4 ms to render. */
function SlowPrice() {
  const price = usePrices(category).prices.alone.display_net;
  elapsed += 0.4;
  return price;
}

test('a page that was rendered just before the change, and whose effect runs after it, is rendered again', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  document.documentElement.dataset.rehearsal = new Date(change - 1000).toISOString();
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
  const { container } = render(<SlowPrice />);
  elapsed = 999.8; // timers ignore fractions of a millisecond
  act(() => vi.advanceTimersByTime(1000));
  act(() => vi.advanceTimersByTime(60_000));
  expect(container.textContent).toBe('₹3,500');
});
