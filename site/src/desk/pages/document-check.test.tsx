import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import DocumentCheck from './document-check';

afterEach(() => vi.unstubAllGlobals());

const person = (n: number) => ({ id: `id${n}`, code: `C${n}`, version: 1, name: `Person no. ${n}`, same_number: [] });

test('staff reach everybody, even if nobody can be decided', async () => {
  const everybody = [1, 2, 3, 4, 5, 6].map(person);
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { from } = JSON.parse(body);
    const checks = everybody.slice(from, from + 2); // the server sends 50 at once
    return Response.json({ status: 'success', total: 6, from, checks, rejected: 0, recipients: [], institutes: [] });
  });
  render(<DocumentCheck />, { wrapper: MemoryRouter });
  for (const n of [1, 2, 3, 4, 5, 6, 6]) {
    const progress = await screen.findByText(`Person no. ${n}`, { selector: '[role=status] *' });
    expect(progress.parentElement?.textContent).toBe(`Person ${n} of 6: Person no. ${n}`);
    fireEvent.click(screen.getByRole('button', { name: 'Next person' }));
  }
  for (const n of [6, 5, 4, 3, 2, 1, 1]) {
    await screen.findByText(`Person no. ${n}`, { selector: '[role=status] *' });
    fireEvent.click(screen.getByRole('button', { name: 'Previous person' }));
  }
});
