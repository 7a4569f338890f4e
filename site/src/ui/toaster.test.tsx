import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// Toasts have timers, none of which may fire after the test, when the page no longer exists.
beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

test('the page is empty before the first message, and a message that is still visible is not shown again', async () => {
  const { show } = await import('./toaster');
  expect(document.body.children).toHaveLength(0);
  for (let time = 0; time < 3; time++) await act(async () => show('error', 'Please upload the photo', 'A note'));
  expect(screen.getAllByText('Please upload the photo')).toHaveLength(1);
  await act(async () => show('error', 'Please upload the photo', 'Another note'));
  await act(async () => show('error', 'Please choose'));
  expect(screen.getAllByRole('alert')).toHaveLength(3);
});
