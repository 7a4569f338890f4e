import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { toast } from '../../ui/toast';
import { ExportLog } from './activity-log';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a finished export of the log is announced', async () => {
  const told = vi.spyOn(toast, 'success').mockImplementation(() => {});
  const closed = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  URL.createObjectURL = () => 'blob:x';
  vi.stubGlobal('fetch', async () => new Response('number', { headers: { 'content-type': 'text/csv' } }));
  render(<ExportLog filter={{}} onClose={closed} />);
  fireEvent.change(screen.getByLabelText('What is the file for?'), { target: { value: 'audit' } });
  fireEvent.submit((await screen.findByRole('dialog')).querySelector('form') as HTMLFormElement);
  await vi.waitFor(() =>
    expect(told).toHaveBeenCalledWith('The file was exported. It is in your browser’s downloads.'),
  );
  expect(closed).toHaveBeenCalled();
});
