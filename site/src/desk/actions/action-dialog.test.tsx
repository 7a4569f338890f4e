import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tickets } from '../../content';
import type { DeskPendingResponse, DeskRegistration } from '../../types/wire.gen';
import { ActionDialog } from './action-dialog';
import type { DialogName } from './descriptions';

/** The requests so far. A preview must never ask for the passkey. */
let sent: { preview?: boolean; why: string }[];
const done = () => sent.filter(({ preview }) => !preview);

/** Sets the server's response to every call; undefined means no connection. */
function answers(body: object | undefined, status = 200): void {
  vi.stubGlobal('fetch', async (_: string, init: { body: string }) => {
    sent.push(JSON.parse(init.body));
    if (!body) throw new TypeError('no connection');
    return Response.json(body, { status });
  });
}

const preview = { says: [], changes: [], mails: [], ticket: 'none' };

beforeEach(() => {
  sent = [];
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

function show(onDone = () => {}, name: DialogName = 'transfer', registration: object = {}, pending?: object) {
  render(
    <ActionDialog
      name={name}
      registration={{ id: 'b1', version: 1, ...registration } as DeskRegistration}
      pending={pending as DeskPendingResponse | undefined}
      onClose={() => {}}
      onLate={() => {}}
      onDone={onDone}
    />,
  );
}

const email = 'Colleague’s email address';
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
async function press(name = 'Send the offer') {
  const button = screen.getByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
}

test('without a reason nothing is sent, and the focus moves to the reason', async () => {
  answers({ status: 'success', done: true, preview });
  show();
  type(email, 'c@example.org');
  expect(screen.getByText('A reason is required.')).toBeTruthy();
  await press();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Reason')));
  expect(screen.getByText(/Please say why/)).toBeTruthy();
  expect(done()).toEqual([]);
});

test('staff are told if the person will read the reason', () => {
  answers({ status: 'success', done: true, preview });
  show(undefined, 'document-reject');
  expect(screen.getByLabelText('Reason for the person')).toBeTruthy();
  expect(screen.getByText(/^The person reads this in an email/)).toBeTruthy();
});

test('a refusal by the server comes before the passkey, and the focus moves to the wrong field', async () => {
  answers({ status: 'error', message: 'Look again.', fields: { email: 'There is no ticket.' } }, 422);
  show();
  type(email, 'c@example.org');
  type('Reason', 'Asked by phone');
  await press();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(email)));
  expect(done()).toEqual([]);
});

test('an error disappears once its field is changed, but not when the reason is typed', async () => {
  answers({ status: 'error', message: 'Look again.', fields: { email: 'This is the own address.' } }, 422);
  show();
  type(email, 'c@example.org');
  await screen.findAllByText(/This is the own address/);
  type('Reason', 'Asked by phone');
  expect(screen.getAllByText(/This is the own address/).length).toBeGreaterThan(0);
  for (const typed of ['d@example.org', '']) {
    type(email, typed);
    expect(screen.queryByText(/This is the own address/)).toBeNull();
  }
});

test('a preview does not contain the reason, so that typing it asks for no other preview', async () => {
  answers({ status: 'success', done: true, preview: { ...preview, says: ['The ticket goes out.'] } });
  show();
  type(email, 'c@example.org');
  await screen.findByText('The ticket goes out.');
  type('Reason', 'Asked by phone');
  type(email, 'd@example.org');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ why }) => why)).toEqual(['', '']);
});

test('a changed request can only be confirmed once its preview is shown', async () => {
  answers({ status: 'success', done: true, preview });
  show();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send the offer' });
  type('Reason', 'Asked by phone');
  for (const typed of ['c@example.org', 'd@example.org']) {
    type(email, typed);
    expect(button.disabled).toBe(true);
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(sent.at(-1)).toMatchObject({ email: typed, preview: true });
  }
});

test('a preview that takes long is announced beside the button', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  show();
  type(email, 'c@example.org');
  await screen.findByText(/^Finding out what will happen/, {}, { timeout: 10_000 });
});

test('an error in a field that is not on the screen is shown above the buttons', async () => {
  const fields = {
    dob: 'Please enter a valid date, 1900 or later.',
    changes: 'Nothing is changed.',
    email: 'There is no ticket.',
  };
  answers({ status: 'error', message: 'Please check the marked fields.', fields }, 422);
  show();
  type(email, 'c@example.org');
  const told = await screen.findAllByRole('alert');
  expect(told.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^.+: Please enter a valid date, 1900 or later\.$/),
    'Nothing is changed.',
  ]);
  expect(screen.getAllByText('There is no ticket.')).toHaveLength(1);
});

test('an invalid field is named beside the button that leads to it, and in place of the preview', async () => {
  answers({ status: 'success', done: false, preview: { ...preview, says: ['The ticket goes out.'] } });
  show();
  type(email, 'c@example.org');
  type('Reason', 'Asked by phone');
  await screen.findByText('The ticket goes out.');
  answers({ status: 'error', message: 'Look again.', fields: { email: 'Only letters are allowed' } }, 422);
  type(email, 'other@example.org');
  const happens = screen.getByRole('region', { name: 'What happens' });
  await waitFor(() => expect(happens.textContent).toContain('Correct the marked field to see what will happen.'));
  expect(screen.getByLabelText(email).getAttribute('aria-invalid')).toBe('true');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send the offer' });
  const beside = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(beside?.textContent).toBe('Email: Only letters are allowed');
  await press();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(email)));
});

test('a decision is about the version that was seen, even if the page behind the dialog loads another', async () => {
  answers({ status: 'success', done: true, preview });
  const dialog = (version: number) => (
    <ActionDialog
      name="reissue"
      registration={{ id: 'b1', version } as DeskRegistration}
      pending={undefined}
      onClose={() => {}}
      onLate={() => {}}
      onDone={() => {}}
    />
  );
  const { rerender } = render(dialog(1));
  rerender(dialog(2));
  type('Reason', 'Lost');
  await press('Issue ticket');
  await waitFor(() => expect(done()).toHaveLength(1));
  expect(done()[0]).toMatchObject({ version: 1 });
});

test('without a connection, the focus moves to the message', async () => {
  answers(undefined);
  show();
  type(email, 'c@example.org');
  type('Reason', 'Asked by phone');
  await press();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')));
});

test('a disabled button says what is missing', () => {
  answers({ status: 'success', done: false, preview });
  show();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send the offer' });
  expect(button.disabled).toBe(true);
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Enter the colleague’s email address.',
  );
});

test('before the spouse’s name is typed, the dialog asks for it and not the server', async () => {
  answers({ status: 'success', done: false, preview });
  show(undefined, 'change-ticket', { category: tickets.categories[0]?.type, spouse: false, name: 'Asha' });
  fireEvent.click(screen.getByLabelText('With spouse'));
  expect(screen.getByText('Enter the spouse’s name.')).toBeTruthy();
  type('Spouse’s name', 'Ravi');
  await waitFor(() => expect(sent).toHaveLength(1));
});

const due = (id: string, paise: number) => ({
  provider: 'bank',
  payment_id: id,
  reference: `ref ${id}`,
  captured: '2025-03-02',
  due_paise: paise,
});

const shownFacts = () =>
  Object.fromEntries(
    screen.getAllByRole('term').map((name) => [name.textContent, name.nextElementSibling?.textContent]),
  );

test('a manual refund states its amount, and how and when the money was paid, and asks for its date', () => {
  answers({ status: 'success', done: false, preview });
  show(() => {}, 'record-refund', { payments: [due('UTR 7', 123400), due('UTR 8', 0)] });
  expect(shownFacts()).toEqual({
    'To refund': '₹1,234',
    'Paid by': 'Bank transfer, UTR 7, 2 Mar 2025',
  });
  expect(screen.getByLabelText('Date refunded').getAttribute('type')).toBe('date');
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('if several manual refunds are due, staff choose which one was made', async () => {
  answers({ status: 'success', done: false, preview });
  show(() => {}, 'record-refund', { payments: [due('UTR 7', 123400), due('UTR 8', 10000)] });
  const select = screen.getByRole('combobox', { name: 'Which refund was made' });
  expect([...select.children].map(({ textContent }) => textContent)).toEqual([
    'UTR 7, ₹1,234',
    'UTR 8, ₹100',
    'All 2 together, ₹1,334',
  ]);
  type('Transfer reference or receipt number', 'UTR 9');
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ reference: 'UTR 9', payment: 'ref UTR 7' }));
  fireEvent.change(select, { target: { value: '' } });
  expect(shownFacts()['To refund']).toBe('₹1,334');
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ payment: '' }));
});
