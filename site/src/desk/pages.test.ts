import { expect, test } from 'vitest';
import { firstPage, maySee } from './pages';

test('everybody starts on the first page that they may see', () => {
  expect(firstPage(['overview.view', 'registrations.view', 'gate.view'])).toBe('/');
  expect(firstPage(['gate.view'])).toBe('/gate');
  expect(firstPage(['own'])).toBe('/activity-log');
});

test('a page is closed only if its permission is missing', () => {
  expect(maySee('/', ['gate.view'])).toBe(false);
  expect(maySee('/registration/b1', ['registrations.view'])).toBe(true);
  expect(maySee('/registration/b1', ['gate.view'])).toBe(false);
  expect(maySee('/activity-log', [])).toBe(true);
});
