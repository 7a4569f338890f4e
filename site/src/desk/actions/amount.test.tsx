import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { AmountField, paiseOf } from './amount';

function Form() {
  const [typed, set] = useState<Record<string, string>>({});
  const form = { typed, set: (change: object) => set({ ...typed, ...change }), faults: {} };
  return <AmountField label="Rupees" name="rupees" fault="paise" form={form} />;
}

test('amounts as people type them are read exactly, to the paisa', () => {
  const amounts = { '1770': 177000, '1,770': 177000, '12,34,567': 123456700, '₹ 1770.5': 177050, ' 170.05 ': 17005 };
  for (const [typed, paise] of Object.entries(amounts)) expect(paiseOf(typed), typed).toBe(paise);
  expect(paiseOf('0.29')).toBe(29);
});

test('anything else is refused and never read as a different amount', () => {
  for (const typed of [
    '-1',
    '1e3',
    '12,34',
    '1770.555',
    '1,00',
    '100,000',
    '1 770',
    '0',
    '',
    '.5',
    '1.',
    '१७७०',
    '1770/-',
  ])
    expect(paiseOf(typed), typed).toBeUndefined();
});

test('a wrong amount stays as typed, with the error beside it', () => {
  render(<Form />);
  const field = screen.getByLabelText<HTMLInputElement>('Rupees');
  expect(field.getAttribute('aria-invalid')).toBeNull();
  fireEvent.change(field, { target: { value: '1e3' } });
  expect(field.value).toBe('1e3');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/a valid amount/);
  fireEvent.change(field, { target: { value: '1,000' } });
  expect(field.getAttribute('aria-invalid')).toBeNull();
});
