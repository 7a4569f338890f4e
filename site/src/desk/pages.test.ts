import { expect, test } from 'vitest';
import { firstRoom, maySee } from './pages';

test('everybody begins in the first room that they may see', () => {
  expect(firstRoom(['today.view', 'people.view', 'gate.view'])).toBe('/');
  expect(firstRoom(['gate.view'])).toBe('/gate');
  expect(firstRoom(['own'])).toBe('/acts');
});

test('a room is closed for want of its permission only', () => {
  expect(maySee('/', ['gate.view'])).toBe(false);
  expect(maySee('/registration/b1', ['people.view'])).toBe(true);
  expect(maySee('/registration/b1', ['gate.view'])).toBe(false);
  expect(maySee('/acts', [])).toBe(true);
});
