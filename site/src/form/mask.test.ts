import { expect, test } from 'vitest';
import { byKey, firstBar, moved, resized, within } from './mask';

const picture = { width: 1000, height: 600 };
const bar = { x: 100, y: 100, width: 300, height: 60 };

test('the first bar is inside the picture, even if the picture is tiny', () => {
  for (const size of [picture, { width: 20, height: 14 }]) {
    const { x, y, width, height } = firstBar(size);
    expect(x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height).toBe(true);
  }
});

test('a bar can be moved up to the edge', () => {
  expect(moved(bar, 50, -20, picture)).toEqual({ ...bar, x: 150, y: 80 });
  expect(moved(bar, 5000, 5000, picture)).toEqual({ ...bar, x: 700, y: 540 });
  expect(moved(bar, -5000, -5000, picture)).toEqual({ ...bar, x: 0, y: 0 });
});

test('a bar is resized at its corner; the opposite corner stays in place, and the bar never disappears', () => {
  expect(resized(bar, 20, 10, picture)).toEqual({ ...bar, width: 320, height: 70 });
  expect(resized(bar, -5000, -5000, picture)).toEqual({ ...bar, width: 12, height: 12 });
  expect(resized(bar, 5000, 5000, picture)).toEqual({ ...bar, width: 900, height: 500 });
});

test('arrow keys move a bar, with Shift they resize it, and other keys do nothing', () => {
  expect(byKey(bar, 'ArrowRight', false, picture)).toEqual({ ...bar, x: 110 });
  expect(byKey(bar, 'ArrowDown', true, picture)).toEqual({ ...bar, height: 70 });
  expect(byKey(bar, 'a', false, picture)).toBeUndefined();
});

test('the sizes of bars are whole pixels', () => {
  expect(within({ x: 0.4, y: 1.6, width: 100.5, height: 20.2 }, picture)).toEqual({
    x: 0,
    y: 2,
    width: 101,
    height: 20,
  });
});
