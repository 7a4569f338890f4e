import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeskPendingResponse, DeskRegistration } from '../../types/wire.gen';
import { GivenBack } from './paid';

const preview = { says: [], changes: [], mails: [], ticket: 'void' };

beforeEach(() => {
  sessionStorage.clear();
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  vi.stubGlobal('fetch', async () => Response.json({ status: 'success', done: false, preview }));
});
afterEach(() => vi.unstubAllGlobals());

test('a refund by hand names its amount, and how and when the money came', () => {
  const registration = { id: 'b1', version: 1, paid_by: 'bank', paid_reference: 'UTR 7', paid_on: '2025-03-02' };
  render(
    <GivenBack
      registration={registration as DeskRegistration}
      pending={{ money: { underway_paise: 123400, how: 'hand' } } as DeskPendingResponse}
      onClose={() => {}}
      onDone={() => {}}
      onLate={() => {}}
    />,
  );
  const facts = Object.fromEntries(
    screen.getAllByRole('term').map((name) => [name.textContent, name.nextElementSibling?.textContent]),
  );
  expect(facts).toEqual({
    'To refund': '₹1,234',
    'Paid by': 'Bank transfer, UTR 7, 2 Mar 2025',
    'Recorded as refunded': 'today',
  });
});
