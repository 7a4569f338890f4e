// An error on the console is a fault. A test that expects one spies on console.error, and then this does not hear it.
import { afterEach, beforeEach, expect } from 'vitest';

let heard: unknown[][] = [];

beforeEach(() => {
  heard = [];
  console.error = (...message: unknown[]) => {
    heard.push(message);
  };
});

afterEach(() => {
  expect(heard, 'errors on the console').toEqual([]);
});
