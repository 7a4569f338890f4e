import { expect, test } from 'vitest';
import { addition, backspace, emptyBoxes, enter } from './otp';

const boxes = (text: string) => text.split('').map((sign) => (sign === '_' ? '' : sign));
const text = (digits: readonly string[]) => digits.map((digit) => digit || '_').join('');

test.each([
  ['______', 0, '7', '7_____', 1],
  ['12____', 2, '3', '123___', 3],
  ['12345_', 5, '6', '123456', 5],
  ['______', 0, 'a4b', '4_____', 1],
  ['______', 2, '123456', '123456', 5],
  ['12____', 2, '34', '1234__', 4],
  ['12345_', 5, '67', '123456', 5],
  ['______', 0, ' 48-15 16 ', '481516', 5],
  ['______', 0, '48151623', '481516', 5],
])('boxes %s, box %i, entering "%s"', (before, box, typed, after, focus) => {
  const result = enter(boxes(before), box, typed)!;
  expect([text(result.digits), result.focus]).toEqual([after, focus]);
});

test('input without digits is ignored', () => {
  expect(enter(emptyBoxes.digits, 0, 'x')).toBeUndefined();
  expect(enter(emptyBoxes.digits, 0, '')).toBeUndefined();
});

test.each([
  ['123___', 2, '12____', 2],
  ['12____', 2, '1_____', 1],
  ['______', 0, '______', 0],
])('boxes %s, Backspace in box %i', (before, box, after, focus) => {
  const result = backspace(boxes(before), box);
  expect([text(result.digits), result.focus]).toEqual([after, focus]);
});

test.each([
  ['', '4', '4'],
  ['4', '47', '7'],
  ['4', '74', '7'],
  ['4', '481516', '481516'],
  ['4', '4x', '4'],
])('a box with "%s" that changes to "%s" takes "%s"', (before, value, added) => {
  expect(addition(before, value)).toBe(added);
});
