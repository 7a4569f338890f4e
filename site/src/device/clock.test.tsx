import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Amount, Prices } from '../types/content.gen';
import { isRehearsal, laterPrices, now, pricesAt, salesState } from './clock';

afterEach(() => {
  delete document.documentElement.dataset.rehearsal;
  vi.useRealTimers();
});

const window = { on_sale: true, opens_at: '2025-01-15T04:30:00Z', closes_at: '2025-04-09T10:30:00Z' };
const at = (instant: string) => Date.parse(instant);

describe('the clock', () => {
  test('is the real time outside a rehearsal', () => {
    vi.useFakeTimers({ now: at('2026-01-01T00:00:00Z') });
    expect(isRehearsal()).toBe(false);
    expect(now()).toBe(at('2026-01-01T00:00:00Z'));
  });

  test("in a rehearsal, starts at the server's time and continues from there", () => {
    document.documentElement.dataset.rehearsal = '2025-03-10T04:30:00Z';
    vi.spyOn(performance, 'now').mockReturnValue(90_000);
    expect(isRehearsal()).toBe(true);
    expect(now()).toBe(at('2025-03-10T04:31:30Z'));
  });

  test('ignores an invalid mark', () => {
    document.documentElement.dataset.rehearsal = 'yes';
    expect(isRehearsal()).toBe(false);
  });
});

describe("a category's sales state", () => {
  test.each([
    ['before it opens', '2025-01-15T04:29:59Z', true, 'not_yet'],
    ['at the first instant', '2025-01-15T04:30:00Z', true, 'open'],
    ['just before the deadline', '2025-04-09T10:29:59Z', true, 'open'],
    ['exactly at the deadline', '2025-04-09T10:30:00Z', true, 'closed'],
    ['when it is off sale', '2025-03-01T00:00:00Z', false, 'closed'],
  ])('%s', (_when, instant, on_sale, state) => {
    expect(salesState({ ...window, on_sale }, at(instant), false)).toBe(state);
  });

  test('in a rehearsal ignores on_sale, but not the dates', () => {
    const off = { ...window, on_sale: false };
    expect(salesState(off, at('2025-03-10T00:00:00Z'), true)).toBe('open');
    expect(salesState(off, at('2025-04-09T10:30:00Z'), true)).toBe('closed');
    expect(salesState(off, at('2025-01-01T00:00:00Z'), true)).toBe('not_yet');
  });
});

describe('a price that changes on its day', () => {
  const prices = (display_total: string): Prices => {
    const amount: Amount = {
      net_paise: 0,
      gst_paise: 0,
      total_paise: 0,
      display_net: '',
      display_gst: '',
      display_total,
    };
    return { alone: amount, with_spouse: amount };
  };
  const change = (instant: string, total: string) => ({ at: instant, display_from: '', prices: prices(total) });
  // Midnight in Berlin, on the day when summer time begins and on the next day.
  const category = {
    prices: prices('first'),
    price_changes: [change('2030-03-30T23:00:00Z', 'second'), change('2030-03-31T22:00:00Z', 'third')],
  };

  test.each([
    ['2030-03-30T22:59:59Z', 'first', 2],
    ['2030-03-30T23:00:00Z', 'second', 1],
    ['2030-03-30T23:00:01Z', 'second', 1],
    ['2030-03-31T21:59:59Z', 'second', 1],
    ['2030-03-31T22:00:00Z', 'third', 0],
  ])('at %s, is the %s one', (instant, total, later) => {
    expect(pricesAt(category, at(instant)).alone.display_total).toBe(total);
    expect(laterPrices(category, at(instant))).toHaveLength(later);
  });

  test('stays if there is no later price', () => {
    expect(pricesAt({ prices: prices('only') }, at('2030-04-01T00:00:00Z')).alone.display_total).toBe('only');
  });
});
