import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { Frame } from './frame';
import { type Me, MeContext, withClock } from './me';

const me: Me = { name: 'R', role: 'registrar', permissions: [], rehearsal: true };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a printed page shows the server's date in the event's time zone, even if the computer's clock is wrong", () => {
  vi.stubGlobal('scrollTo', () => {});
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z') });
  const known = withClock({ ...me, now: '2025-03-11T20:00:00Z' });
  vi.setSystemTime(new Date('2026-11-22T10:05:00Z'));
  render(
    <MemoryRouter>
      <MeContext value={known}>
        <Frame onLeave={() => {}}>room</Frame>
      </MeContext>
    </MemoryRouter>,
  );
  expect(screen.getByText(/Printed by R/).textContent).toContain('12 Mar 2025, 01:35');
});
