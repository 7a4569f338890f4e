// Before each test nothing is on the page. An error on the console is a fault: a test that expects one spies on
// console.error, and then this does not hear it.
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect } from 'vitest';

// A machine that is busy is late, which is no fault: the second of the library is a guess about machines.
configure({ asyncUtilTimeout: 20_000 });

let heard: unknown[][] = [];

beforeEach(() => {
  heard = [];
  console.error = (...message: unknown[]) => {
    heard.push(message);
  };
});

afterEach(() => {
  cleanup();
  expect(heard, 'errors on the console').toEqual([]);
});
