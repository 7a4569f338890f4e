import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { UserData } from '../types/wire.gen';
import { Avatar, nameOf } from './avatar';

test('there are initials even if the form asks for only one name', () => {
  const user = { firstname: 'Asha', profile_url: '' } as UserData;
  expect(nameOf(user)).toBe('Asha');
  expect(render(<Avatar user={user} />).container.textContent).toBe('A');
});
