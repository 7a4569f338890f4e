import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from './toaster';

// A message counts its seconds: none of its timers may ring after the test, when there is no page any more.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('nothing is put on the page before the first message', () => {
  expect(document.body.children).toHaveLength(0);
});

test('a message that is said again while it stands is not shown twice', async () => {
  for (let time = 0; time < 3; time++) await act(async () => show('error', 'Please upload the photo', 'A note'));
  expect(screen.getAllByText('Please upload the photo')).toHaveLength(1);
  await act(async () => show('error', 'Please upload the photo', 'Another note'));
  await act(async () => show('error', 'Please choose'));
  expect(screen.getAllByRole('alert')).toHaveLength(3);
});
