// A unit test that makes the console complain has found something.
import { cleanup } from '@testing-library/react';
import { afterEach, expect, vi } from 'vitest';

const complain = vi.spyOn(console, 'error');

afterEach(() => {
  cleanup();
  const said = complain.mock.calls.map((words) => words.join(' '));
  complain.mockClear();
  expect(said, 'console.error').toEqual([]);
});
