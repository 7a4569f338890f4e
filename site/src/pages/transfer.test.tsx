// Accepting a transferred ticket is free.
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { tickets } from '../content';
import { SelectedTicket } from '../registration/selected-ticket';

test.each(tickets.categories.flatMap((category) => [1, 2].map((seats) => ({ category, seats, name: category.name }))))(
  'the ticket being accepted has $seats seats and no price: $name',
  ({ category, seats }) => {
    const { container } = render(<SelectedTicket category={category} seats={seats} />);
    expect(screen.getAllByText(seats === 1 ? /^1 seat/ : /^2 seats/).length).toBeGreaterThan(0);
    if (seats === 2) expect(container.textContent).not.toMatch(/\b1 seat/);
    expect(container.textContent).not.toMatch(/₹|GST/);
  },
);

test('the ticket being bought shows both prices', () => {
  const [category] = tickets.categories;
  const { container } = render(<SelectedTicket category={category!} />);
  for (const price of Object.values(category!.prices)) expect(container.textContent).toContain(price.display_net);
});
