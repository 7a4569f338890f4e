import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { DeskPendingResponse, DeskRegistration } from '../../types/wire.gen';
import { type Me, MeContext } from '../me';
import { Pending } from './pending';

const me: Me = { name: 'R', role: 'treasurer', permissions: ['refund.approve'], rehearsal: false };
const registration = { id: 'b1', name: 'Asha', state: 'waiting', amount_paise: 354000 } as DeskRegistration;
const url = 'https://natcon.example.org/verify/b1';

const show = (pending: object) =>
  render(
    <MeContext value={me}>
      <Pending
        registration={registration}
        pending={{ requests: [], ...pending } as unknown as DeskPendingResponse}
        withdraw={undefined}
        onDone={() => {}}
      />
    </MeContext>,
  );

afterEach(() => vi.unstubAllGlobals());

test('an unpaid registration says so and until when it can be paid, and its link can be copied', async () => {
  const writeText = vi.fn(async (_: string) => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  show({ link: { url, expires: '2025-03-10T04:30:00Z' } });
  expect(screen.getByText(/₹3,540/).textContent).toMatch(/not been paid.* 10 Mar 2025, 10:00/);
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText('Link copied.')).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith(url);
});

test('if the browser does not allow copying, the link is selected', async () => {
  vi.stubGlobal('navigator', {});
  show({ link: { url, expires: '2025-03-10T04:30:00Z' } });
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText(/It is selected/)).toBeTruthy();
  expect(getSelection()?.toString()).toBe(url);
});

test('an expired link is not shown, and the page says how to send a new one', () => {
  show({ link: { expires: '2025-03-10T04:30:00Z' } });
  expect(screen.getByText(/expired on 10 Mar 2025, 10:00/).textContent).toContain('Send email again');
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
});

test('a refund in progress says why no other refund is offered', () => {
  show({ money: { underway_paise: 50000, how: 'gateway' } });
  expect(screen.getByText(/₹500/).textContent).toContain('is under way');
});

test('an offer of a ticket that has been used since says that it can no longer be accepted', () => {
  const offer = { email: 'c@example.org', by: 'R', offered: '2025-03-01T04:30:00Z', expires: '2025-03-10T04:30:00Z' };
  show({ transfer: { ...offer, is_used: true } });
  const said = screen.getByText(/R offered this ticket to c@example.org/).textContent;
  expect(said).toContain('This is no longer possible: the ticket has been used.');
  expect(said).not.toContain('10 Mar');
});

const request = { request: 'r', by: 'B. Iyer', why: 'ill', refund_paise: 100 };

test('a member who may approve sees the button for it', () => {
  show({ requests: [request] });
  expect(screen.getByRole('button', { name: 'Approve request' })).toBeTruthy();
});

test('what a decision does is shown above its buttons', async () => {
  const preview = { says: ['Careful: this ticket has already been used for entry.'], changes: [], mails: [] };
  vi.stubGlobal('fetch', async () => Response.json({ status: 'success', done: false, preview }));
  HTMLDialogElement.prototype.showModal ??= () => {};
  show({ requests: [request] });
  fireEvent.click(screen.getByRole('button', { name: 'Approve request' }));
  const said = await screen.findByText(/^Careful/, {}, { timeout: 5000 });
  expect(said.compareDocumentPosition(screen.getByLabelText('Reason'))).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  expect(said.closest('section')?.getAttribute('aria-label')).toBe('What this does');
});

test('a member who may not approve sees why, and may refuse', () => {
  show({ requests: [{ ...request, why_not: 'You and B. Iyer may not approve each other’s requests.' }] });
  expect(screen.queryByRole('button', { name: 'Approve request' })).toBeNull();
  expect(screen.getByText(/may not approve each other/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Refuse request' })).toBeTruthy();
});
