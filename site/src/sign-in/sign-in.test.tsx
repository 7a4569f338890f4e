import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { SignIn } from './sign-in';

const registered = 'asha@example.org';

const page = (
  <MemoryRouter>
    <SignIn />
  </MemoryRouter>
);

/** Returns the page before hydration, on a device on which somebody has registered. */
function prerendered() {
  const app = document.body.appendChild(document.createElement('div'));
  app.innerHTML = renderToString(page);
  return { input: app.querySelector('input')!, comesAlive: () => render(page, { container: app, hydrate: true }) };
}

beforeEach(() => localStorage.setItem('user', JSON.stringify({ email: registered })));

test('a field is not filled in while somebody is about to type', () => {
  const { input, comesAlive } = prerendered();
  input.focus();
  comesAlive();
  expect(input.value).toBe('');
});
