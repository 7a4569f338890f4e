import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { call } from './call';
import { Desk } from './desk';

afterEach(() => vi.unstubAllGlobals());

test('a response that arrives after signing out does not remove the message', async () => {
  vi.stubGlobal('scrollTo', () => {});
  vi.spyOn(console, 'error').mockImplementation(() => {}); // jsdom does not know <search>
  const me = { status: 'success', name: 'R', role: 'viewer', permissions: [] };
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('sign-in/me')) return Response.json(me);
    if (url.includes('sign-out')) return Response.json({ status: 'success' });
    return Response.json({ status: 'error', code: 401, error: 'session_expired', message: 'x' }, { status: 401 });
  });
  render(<Desk />, { wrapper: MemoryRouter });
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  await screen.findByText('You have been signed out.');
  await act(() => call('late'));
  expect(screen.getByText('You have been signed out.')).toBeTruthy();
});
