import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeskRegistration } from '../../types/wire.gen';
import { keepTyped } from '../drafts';
import { type Me, MeContext } from '../me';
import { Actions } from './actions';

const me: Me = { name: 'R', role: 'registrar', permissions: [], rehearsal: false };
const ticket = { gate: 'North', row: '—', seat: '—' };
const registration = {
  id: 'b1',
  version: 1,
  name: 'Asha',
  state: 'paid',
  tickets: [ticket],
  may: ['seat', 'transfer'],
};
const offer = { email: 'c@example.org', by: 'R', offered: '2025-03-01T00:00:00Z', expires: '2025-03-08T00:00:00Z' };
let pending: object;
let undo: string;

beforeEach(() => {
  sessionStorage.clear();
  undo = 'seat';
  pending = { status: 'success', requests: [] };
  const preview = { says: ['The gate is different.'], changes: [], mails: [], ticket: 'valid' };
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address.endsWith('/pending') ? pending : { status: 'success', done: true, undo, preview }),
  );
});
afterEach(() => vi.unstubAllGlobals());

const sheet = (of: object = registration) => (
  <MemoryRouter>
    <MeContext value={me}>
      <main id="room">
        <h1>Asha</h1>
        <Actions registration={of as DeskRegistration} />
      </main>
    </MeContext>
  </MemoryRouter>
);

const show = () => render(sheet());

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
async function confirm(name: string) {
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false));
  press(name);
}

test('if there are several invoices, staff choose which one to correct', () => {
  const invoices = ['TN/1', 'TN/2', 'TN/3'].map((number) => ({ kind: 'invoice', number, total_paise: 100000 }));
  const cancelled = { ...invoices[0], number: 'TN/4', cancelled: true };
  render(sheet({ ...registration, may: ['invoice'], buyer: { name: 'Asha' }, invoices: [...invoices, cancelled] }));
  press('Correct invoice');
  expect(screen.getByLabelText('Document')).toHaveProperty('value', 'TN/3');
  expect(screen.getByRole('option', { name: 'TN/1, ₹1,000' })).toBeTruthy();
  expect(screen.queryByRole('option', { name: /TN.4/ })).toBeNull();
});

test('while an offer is open, one button withdraws it, even if it has just been made', async () => {
  const { rerender } = show();
  press('Transfer ticket');
  fireEvent.change(screen.getByLabelText('Colleague’s email address'), { target: { value: offer.email } });
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Ill' } });
  pending = { ...pending, transfer: offer };
  undo = 'transfer-withdraw';
  await confirm('Send the offer');
  await screen.findByText('Done.');
  rerender(sheet({ ...registration, version: 2, may: ['seat', 'transfer-withdraw'] }));
  await screen.findByText(/R offered this ticket to c@example.org/);
  const withdrawing = screen
    .getAllByRole('button')
    .filter(({ textContent }) => /with ?draw|undo|offer/i.test(textContent ?? ''));
  expect(withdrawing.map(({ textContent }) => textContent)).toEqual(['Withdraw offer']);
  fireEvent.click(withdrawing[0] as HTMLElement);
  expect(screen.getByRole('dialog', { name: 'Withdraw offer' })).toBeTruthy();
});

test('a draft is marked on its button, and can be continued or discarded', () => {
  keepTyped('transfer-b1', { why: 'Ill', values: {} });
  show();
  press('Transfer ticket (draft)');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Ill');
  press('Go back');
  press('Transfer ticket (draft)');
  press('Discard draft');
  expect(screen.queryByRole('button', { name: 'Discard draft' })).toBeNull();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('');
  press('Go back');
  press('Transfer ticket');
});

test('after an action, the focus is on the heading, and Undo offers the previous values', async () => {
  const { rerender } = show();
  press('Assign seat');
  fireEvent.change(screen.getByLabelText('Gate'), { target: { value: 'South' } });
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'The queue' } });
  await confirm('Save seat');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  expect(screen.getByText('Done.').parentElement?.textContent).toBe('Done. The gate is different.');
  rerender(sheet({ ...registration, version: 2, tickets: [{ ...ticket, gate: 'South' }] }));
  press('Undo');
  expect(screen.getByLabelText<HTMLInputElement>('Gate').value).toBe('North');
});
