import { expect, test } from 'vitest';
import { paged, withRefunds, withSort, withValue } from './list-query';

test('any new filter leads to the first page', () => {
  expect(withValue('q=zoe&page=3', 'state', 'paid')).toBe('q=zoe&state=paid');
  expect(withValue('page=3', 'from', '2025-03-01')).toBe('from=2025-03-01');
  expect(withSort('page=3&dir=desc', 'name', false)).toBe('sort=name');
  expect(withSort('', 'name', true)).toBe('sort=name&dir=desc');
  expect(withValue('q=zoe&page=2&flag=task', 'q', '')).toBe('flag=task');
});

test('a removed filter leaves no trace, and one value replaces several', () => {
  expect(withValue('state=paid', 'state', '')).toBe('');
  expect(withValue('state=paid&state=waiting', 'state', 'expired')).toBe('state=expired');
});

test('the first page has no number in the address', () => {
  expect(paged('q=zoe', 2)).toBe('q=zoe&page=2');
  expect(paged('q=zoe&page=2', 1)).toBe('q=zoe');
});

test('an amount leads to the registrations whose amounts it adds up', () => {
  expect(withRefunds('category=iia')).toBe('category=iia&flag=refunded');
  expect(withRefunds('state=paid')).toBe('state=paid&flag=refunded');
  expect(withRefunds('flag=refunded')).toBe('flag=refunded');
});
