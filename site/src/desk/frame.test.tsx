import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { Frame } from './frame';
import { type Me, MeContext, withClock } from './me';

vi.mock('../content', async (actual) => {
  const content = await actual<typeof import('../content')>();
  const fields = content.registration.fields.filter(({ name }) => name !== 'mobile');
  return { ...content, registration: { ...content.registration, fields } };
});

const me: Me = { name: 'R', role: 'registrar', permissions: [], rehearsal: true };

const show = (member: Me) =>
  render(
    <MemoryRouter>
      <MeContext value={member}>
        <Frame onLeave={() => {}}>room</Frame>
      </MeContext>
    </MemoryRouter>,
  );

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a printed page shows the server's date in the event's time zone, even if the computer's clock is wrong", () => {
  vi.stubGlobal('scrollTo', () => {});
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z') });
  const known = withClock({ ...me, now: '2025-03-11T20:00:00Z' });
  vi.setSystemTime(new Date('2026-11-22T10:05:00Z'));
  show(known);
  expect(screen.getByText(/Printed by R/).textContent).toContain('12 Mar 2025, 01:35');
});

test('the search names no phone if no form asks for one', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {}); // jsdom does not know <search>
  vi.stubGlobal('scrollTo', () => {});
  show({ ...me, permissions: ['registrations.view'] });
  expect(screen.getByPlaceholderText('Name, code, ticket, invoice')).toBeTruthy();
});
