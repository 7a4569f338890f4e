import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from './toaster';

test('a message that is said again while it stands is not shown twice', async () => {
  for (let time = 0; time < 3; time++) await act(async () => show('error', 'Please upload the photo', 'A note'));
  expect(screen.getAllByText('Please upload the photo')).toHaveLength(1);
  await act(async () => show('error', 'Please upload the photo', 'Another note'));
  await act(async () => show('error', 'Please choose'));
  expect(screen.getAllByRole('alert')).toHaveLength(3);
});
