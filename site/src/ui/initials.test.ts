import { expect, test } from 'vitest';
import { initials } from './initials';

test.each([
  ['Ar. Vilas Vasant Avachat', 'VA'],
  ['Ar. B. Sudhir', 'BS'],
  ['Ar. Ranee M.L. Vedamuthu', 'RV'],
  ['Organising secretary (to be announced)', 'OS'],
  ['Prof. Dr. Meera', 'M'],
  ['', ''],
])('%s: %s', (name, letters) => expect(initials(name)).toBe(letters));
