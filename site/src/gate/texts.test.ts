// @vitest-environment node
import { expect, test } from 'vitest';
import { span } from '../duration';
import { calendarDay } from '../texts';
import type { GateList } from '../types/wire.gen';
import { isOneOfTwo, type Verdict } from './state';
import { admittedTwice, adviceOf, age, counted, missing, storageLost } from './texts';

test.each([
  [45_000, '45 s'],
  [895_503, '15 min'],
  [7 * 3_600_000, '7 h'],
  [53_730_191_000, '622 days'],
])('a duration of %i ms is written in a fitting unit', (ms, text) => expect(span(ms)).toBe(text));

test.each([
  [59_000, 'now'],
  [60_000, '1 min ago'],
  [26 * 3_600_000, '26 h ago'],
])('something that is %i ms old', (ms, text) => expect(age(ms)).toBe(text));

test('a day is written in words', () => expect(calendarDay('2026-11-02')).toBe('2 November 2026'));

test('if the storage is lost, the page shows what is unsent and, after a reload, what may be missing', () => {
  expect(storageLost(0)).toContain('This phone has lost its stored data. All scans have been sent.');
  expect(storageLost(1)).toContain('1 scan has not been sent yet: do not close');
  expect(missing(2)).toContain('2 scans had not been sent and may be lost: tell the desk.');
  expect(missing(0)).not.toContain('lost: tell');
});

test.each([
  ['one seat', 1, 1, 1, '1 of 1 admitted today'],
  ['the first of two', 1, 2, 2, '1 of 2 admitted today'],
  ['one seat that may be admitted twice', 1, 2, 1, 'Can enter once more today'],
  ['one seat that may be admitted three times', 1, 3, 1, 'Can enter 2 more times today'],
])('the count of admissions: %s', (_, inside, places, seats, text) =>
  expect(counted(inside, places, seats, ' today')).toBe(text),
);

const days = [
  { date: '2025-04-11', venue: 'bhopal', city: 'Bhopal', display: 'Friday, 11 April 2025' },
  { date: '2025-04-12', venue: 'bhopal', city: 'Bhopal', display: 'Saturday, 12 April 2025' },
  { date: '2025-04-13', venue: 'indore', city: 'Indore', display: 'Sunday, 13 April 2025' },
];
const visit = {
  id: 'visit',
  name: 'Site visit',
  days: [],
  from: '12:30',
  times: 1,
  in_and_out: false,
  who: [
    { categories: ['MEMBER'], days: ['2025-04-12'] },
    { categories: ['STUDENT'], days: ['2025-04-11', '2025-04-13'] },
  ],
};
const dinner = { ...visit, id: 'dinner', name: 'Dinner', days: ['2025-04-12'], who: [] };

test.each([
  [
    'another day',
    'wrong_day',
    visit,
    '2025-04-11',
    'MEMBER',
    'This ticket is valid for Site visit on Saturday, 12 April 2025, Bhopal.',
  ],
  [
    'another city',
    'wrong_city',
    visit,
    '2025-04-13',
    'MEMBER',
    'This ticket is valid for Site visit on Saturday, 12 April 2025, Bhopal.',
  ],
  [
    'one of two days',
    'wrong_day',
    visit,
    '2025-04-12',
    'STUDENT',
    'This ticket is valid for Site visit on Friday, 11 April 2025, Bhopal or Sunday, 13 April 2025, Indore.',
  ],
  [
    'a list that is not held',
    'wrong_day',
    dinner,
    '2025-04-11',
    'MEMBER',
    'Dinner is on Saturday, 12 April 2025, Bhopal.',
  ],
  [
    'a list that is not held, and not for this ticket',
    'wrong_day',
    { ...dinner, who: [{ categories: ['STUDENT'], days: [] }] },
    '2025-04-11',
    'MEMBER',
    'Dinner is on Saturday, 12 April 2025, Bhopal. This ticket does not include it.',
  ],
  [
    'a used ticket, by the name of the list',
    'already_in',
    visit,
    '2025-04-12',
    'MEMBER',
    'Site visit: this ticket has already been used. Ask whether it was shared, or send the person to the desk.',
  ],
  ['the hour', 'too_early', visit, '2025-04-12', 'MEMBER', 'Site visit opens at 12:30.'],
] as const)('a refusal names the right list, day or city: %s', (_, reason, list, day, category, text) =>
  expect(adviceOf(reason, { list: list as unknown as GateList, day, category }, days)).toBe(text),
);

const verdict = { n: 1, kind: 'in', reason: '', holder: '', category: '', lane: '', code: '', ticket: {} } as Verdict;

test.each([
  ['the first of two', 1, 2, 2, true],
  ['both', 2, 2, 2, false],
  ['one seat that may be admitted twice', 1, 2, 1, false],
  ['both, who may be admitted again', 2, 4, 2, false],
  ['a third, manually', 3, 2, 2, false],
])('the second person can still be admitted: %s', (_, inside, places, seats, yes) =>
  expect(isOneOfTwo({ ...verdict, inside, places, seats })).toBe(yes),
);

test.each([
  [1, '1 ticket was admitted twice'],
  [3, '3 tickets were admitted twice'],
])('conflicts in one line: %i', (n, text) => expect(admittedTwice(n)).toBe(text));
