import { expect, test } from 'vitest';
import { event, tickets } from '../testdata/edition';
import { lastTurn, phaseAt, turnsOf } from './phase';
import type { Tickets } from './types/content.gen';

const edition = (on_sale: boolean): Tickets => ({
  ...tickets,
  categories: tickets.categories.map((category) => ({ ...category, sales: { ...category.sales, on_sale } })),
});
const closes = Math.max(...tickets.categories.map(({ sales }) => Date.parse(sales.closes_at)));
const end = Date.parse(event.days.at(-1)!.end_utc);

test.each([
  ['before the deadline', true, closes - 1, false, 'open'],
  ['at the deadline', true, closes, false, 'closed'],
  ['just before the end', true, end - 1, false, 'closed'],
  ['at the end', true, end, false, 'over'],
  ['while nothing is on sale', false, closes - 1, false, 'closed'],
  ['in a rehearsal of tickets that are off sale', false, closes - 1, true, 'open'],
  ['in a rehearsal after the deadline', false, closes, true, 'closed'],
  ['in a rehearsal after the end', false, end, true, 'over'],
])('%s', (_when, on_sale, at, rehearsal, phase) => {
  expect(phaseAt(turnsOf(edition(on_sale), event), at, rehearsal)).toBe(phase);
});

test('pages are made for the time of the last change, so that they stay the same until the next change', () => {
  const all = edition(true);
  expect([closes - 1, closes, end - 1, end, end + 1e9].map((now) => lastTurn(all, event, now))).toEqual([
    expect.any(Number),
    closes,
    closes,
    end,
    end,
  ]);
  expect(lastTurn(all, event, 0)).toBe(0);
});
