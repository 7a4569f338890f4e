import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { type Me, MeContext } from '../me';
import Registration from './registration';

const me: Me = { id: 's1', name: 'R', email: '', role: 'registrar', permissions: [], ends_at: '', rehearsal: false };
const lists = { tickets: [], payments: [], timeline: [], open_tasks: [], others: [] };
const registration = { ...lists, id: 'b1', version: 1, name: 'Asha', code: 'ABCDEF', state: 'paid', seats: 1 };

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

afterEach(() => vi.unstubAllGlobals());

test('an act that a task asks for opens once, leaves the address, and the way leads back to the tasks', async () => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  const person = { registered: '2025-03-01T00:00:00Z', person: { dietary_wish: 'No nuts' }, may: ['void'] };
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      address.endsWith('/registration')
        ? { status: 'success', registration: { ...registration, ...person } }
        : { status: 'success', requests: [] },
    ),
  );
  render(
    <MemoryRouter initialEntries={['/registration/b1?act=void']}>
      <MeContext value={me}>
        <Routes>
          <Route path="/registration/:id" element={<Registration />} />
        </Routes>
        <Address />
      </MeContext>
    </MemoryRouter>,
  );
  expect(await screen.findByRole('dialog', { name: 'Void the ticket' })).toBeTruthy();
  // A field that the form asks since yesterday is shown without a line of code.
  expect(screen.getByText('No nuts')).toBeTruthy();
  expect(screen.getByText('/registration/b1')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Tasks' }).getAttribute('href')).toBe('/tasks');
});
