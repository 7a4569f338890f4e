import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Sentences } from './sentences';

test('a long list of names is folded under its sentence', () => {
  render(<Sentences of={['Cancelled: 3.', 'Not cancelled: 6.\nAsha, Ravi.']} />);
  expect(screen.getByText('Cancelled: 3.').tagName).toBe('P');
  expect(screen.getByText('Not cancelled: 6.').tagName).toBe('SUMMARY');
  expect(screen.getByText('Asha, Ravi.').closest('details')?.open).toBe(false);
});
