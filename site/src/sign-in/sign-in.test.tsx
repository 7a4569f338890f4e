import { render, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SignIn } from './sign-in';

const registered = 'asha@example.org';

const page = (
  <MemoryRouter>
    <SignIn />
  </MemoryRouter>
);

/** The prerendered page before hydration, on a device that has registered. */
function prerendered() {
  const app = document.body.appendChild(document.createElement('div'));
  app.innerHTML = renderToString(page);
  return { input: app.querySelector('input')!, comesAlive: () => render(page, { container: app, hydrate: true }) };
}

beforeEach(() => localStorage.setItem('user', JSON.stringify({ email: registered })));
afterEach(() => vi.unstubAllGlobals());

test('the address of the last registration on this device is filled in', () => {
  const { input, comesAlive } = prerendered();
  comesAlive();
  expect(input.value).toBe(registered);
});

test('a field is not filled in while somebody is about to type', () => {
  const { input, comesAlive } = prerendered();
  input.focus();
  comesAlive();
  expect(input.value).toBe('');
});

test('an address that was typed and sent before hydration is sent as typed', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body).email);
    return Response.json({ challenge_id: 'c', expires_in: 600, resend_in: 60 });
  });
  const { input, comesAlive } = prerendered();
  input.value = 'another@example.org';
  input.form!.dataset.sent = ''; // set by loader.ts
  comesAlive();
  await waitFor(() => expect(asked).toEqual(['another@example.org']));
});
