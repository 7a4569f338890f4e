import { expect, test, vi } from 'vitest';
import { firstPage, maySee, pagesFor } from './pages';

vi.mock('../content', async (actual) => ({
  ...(await actual<typeof import('../content')>()),
  registration: { id_document: { mode: 'required' }, fields: [{ name: 'aadharUrl' }] },
}));

test('everybody starts on the first page that they may see', () => {
  expect(firstPage(['overview.view', 'registrations.view', 'gate.view'])).toBe('/');
  expect(firstPage(['gate.view'])).toBe('/gate');
  expect(firstPage(['own'])).toBe('/activity-log');
});

test('the menu contains only pages that the role may see', () => {
  const titles = (...permissions: Parameters<typeof pagesFor>[0]) => pagesFor(permissions).map(({ title }) => title);
  expect(titles('document.check')).toEqual(['Activity log', 'Document check']);
  expect(titles('money.view', 'registrations.view')).not.toContain('Document check');
});

test('a page is closed only if its permission is missing', () => {
  expect(maySee('/', ['gate.view'])).toBe(false);
  expect(maySee('/registration/b1', ['registrations.view'])).toBe(true);
  expect(maySee('/registration/b1', ['gate.view'])).toBe(false);
  expect(maySee('/activity-log', [])).toBe(true);
});
