import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Policy } from './policy';

test("the policy's part on refunds comes first and is complete, and nothing is lost", () => {
  render(
    <Policy html="<p>Intro</p><h2>End</h2><p>Mail</p><h2>Refunds</h2><p>If</p><h3>How</h3><p>Bank</p><h2>Law</h2>" />,
  );
  expect(screen.getByLabelText('Payment and refund policy').textContent).toBe('RefundsIfHowBankIntroEndMailLaw');
});
