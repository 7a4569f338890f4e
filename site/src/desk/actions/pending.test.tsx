import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskPendingResponse, DeskRegistration } from '../../types/wire.gen';
import { type Me, MeContext } from '../me';
import { Pending } from './pending';

const me: Me = {
  id: 's1',
  name: 'R',
  email: '',
  role: 'treasurer',
  permissions: ['refund.approve'],
  ends_at: '',
  rehearsal: false,
};

const show = (request: object) =>
  render(
    <MeContext value={me}>
      <Pending
        registration={{ name: 'Asha' } as DeskRegistration}
        pending={
          {
            requests: [{ request: 'r', by: 'B. Iyer', why: 'ill', refund_paise: 100, ...request }],
          } as unknown as DeskPendingResponse
        }
        withdraw={undefined}
        onDone={() => {}}
      />
    </MeContext>,
  );

test('who may approve is offered it', () => {
  show({});
  expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy();
});

test('who may not approve reads why, and may refuse', () => {
  show({ why_not: 'You and B. Iyer may not approve each other’s requests.' });
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  expect(screen.getByText(/may not approve each other/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Refuse' })).toBeTruthy();
});
