import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from './toaster';

// Toasts have timers, none of which may fire after the test, when the page no longer exists.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('nothing is added to the page before the first message', () => {
  expect(document.body.children).toHaveLength(0);
});

test('a message repeated while it is still visible is not shown twice', async () => {
  for (let time = 0; time < 3; time++) await act(async () => show('error', 'Please upload the photo', 'A note'));
  expect(screen.getAllByText('Please upload the photo')).toHaveLength(1);
  await act(async () => show('error', 'Please upload the photo', 'Another note'));
  await act(async () => show('error', 'Please choose'));
  expect(screen.getAllByRole('alert')).toHaveLength(3);
});
