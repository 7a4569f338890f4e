import { expect, test } from 'vitest';
import { ownPath } from './own-path';

const own = 'https://transom.example';

test.each(['/dashboard', '/event-ticket/abc#signature', '/verify/abc?x=1'])('%s is a path on this site', (path) => {
  expect(ownPath(path, own)).toBe(path);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  '/..//evil.example',
  '/.//evil.example',
  '//',
  '',
  undefined,
  { pathname: '/dashboard' },
])('%s is not a path on this site', (text) => {
  expect(ownPath(text, own)).toBeUndefined();
});
