import type { Ticket } from '../types/wire.gen';

/** The tickets in which every word of the search occurs, in whatever of their texts. */
export function matching(tickets: readonly Ticket[], search: string): readonly Ticket[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return tickets.filter((ticket) => {
    const { qr: _, ...shown } = ticket;
    const text = Object.values(shown).join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
