import { expect, test } from 'vitest';
import { pauseOf } from './use-pause';

test('a pause of all categories has priority over that of one', () => {
  const one = { category: 'A', sentence: 'A rests.' };
  const all = { category: '', sentence: 'All rests.' };
  expect(pauseOf([one, all], 'A')).toBe(all);
  expect(pauseOf([one], 'A')).toBe(one);
  expect(pauseOf([one], 'B')).toBeUndefined();
  expect(pauseOf([], 'A')).toBeUndefined();
});
