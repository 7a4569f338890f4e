import { expect, test } from 'vitest';
import { pauseOf } from './use-pause';

test('a pause for all categories has priority over a pause for one', () => {
  const one = { category: 'A', sentence: 'A rests.' };
  const all = { category: '', sentence: 'All rests.' };
  expect(pauseOf([one, all], 'A')).toBe(all);
  expect(pauseOf([one], 'A')).toBe(one);
  expect(pauseOf([one], 'B')).toBeUndefined();
  expect(pauseOf([], 'A')).toBeUndefined();
});
