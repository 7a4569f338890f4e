import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { registration } from '../content';
import type { UserData } from '../types/wire.gen';
import { Profile } from './profile';

test('a new form field is shown without a change to the code', () => {
  registration.fields.push({ ...registration.fields[0]!, name: 'dietary_wish', label: 'Diet' });
  const user = { firstname: 'Asha', city: 'Pune', country: 'India', dietary_wish: 'No nuts' } as unknown as UserData;
  render(<Profile user={user} shared={false} />, { wrapper: MemoryRouter });
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['No nuts', 'Pune, India']);
});
