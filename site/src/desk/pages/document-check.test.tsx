import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import DocumentCheck from './document-check';

afterEach(() => vi.unstubAllGlobals());

const person = (n: number) => ({ id: `id${n}`, code: `C${n}`, version: 1, name: `Person no. ${n}`, same_number: [] });

/** Presses a button, which gets the focus the first time and must keep it. */
function press(name: string, time: number) {
  const button = screen.getByText(name);
  if (time === 1) button.focus();
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
}

test('staff reach everybody, even if nobody can be decided', async () => {
  const everybody = [1, 2, 3, 4, 5, 6].map(person);
  const loaded: number[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { from } = JSON.parse(body);
    loaded.push(from);
    const checks = everybody.slice(from, from + 2); // the server sends 50 at once
    return Response.json({ status: 'success', total: 6, from, checks, rejected: 0, recipients: [], institutes: [] });
  });
  render(<DocumentCheck />, { wrapper: MemoryRouter });
  for (const n of [1, 2, 3, 4, 5, 6, 6]) {
    const progress = await screen.findByText(`Person no. ${n}`, { selector: '[role=status] *' });
    expect(progress.parentElement?.textContent).toBe(`Person ${n} of 6: Person no. ${n}`);
    press('Next person', n);
  }
  for (const n of [6, 5, 4, 3, 2, 1, 1]) {
    await screen.findByText(`Person no. ${n}`, { selector: '[role=status] *' });
    press('Previous person', 7 - n);
  }
  expect(loaded).toEqual([0, 2, 4, 2, 0]);
});

test('if a colleague has already decided, the page says so above the buttons', async () => {
  let checks = [1, 2].map(person);
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('approve'))
      return Response.json({
        status: 'success',
        total: checks.length,
        from: 0,
        checks,
        rejected: 0,
        recipients: [],
        institutes: [],
      });
    checks = checks.slice(1);
    const refusal = { status: 'error', code: 409, error: 'not_possible', message: 'This was decided.' };
    return Response.json(refusal, { status: 409 });
  });
  render(<DocumentCheck />, { wrapper: MemoryRouter });
  await screen.findByText(/^Person 1 of 2/);
  fireEvent.click(screen.getByText(/^Approve/));
  await screen.findByText('Person no. 2', { selector: '[role=status] *' });
  expect(screen.getByText('Person no. 1: This was decided.')).toBeTruthy();
});
