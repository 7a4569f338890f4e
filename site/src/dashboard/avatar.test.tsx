import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { UserData } from '../types/wire.gen';
import { Avatar, nameOf } from './avatar';

test('initials can be made if the form asks for one name only', () => {
  const user = { firstname: 'Asha', profile_url: '' } as UserData;
  expect(nameOf(user)).toBe('Asha');
  expect(render(<Avatar user={user} />).container.textContent).toBe('A');
});
