// Before each test nothing is on the page. An error on the console is a fault: a test that expects one spies on
// console.error, and then this does not hear it.
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect } from 'vitest';

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
