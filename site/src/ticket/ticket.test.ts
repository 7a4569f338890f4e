import { expect, test } from 'vitest';
import { event } from '../../testdata/edition';
import { matching } from '../dashboard/ticket-list';
import type { Ticket } from '../types/wire.gen';
import { calendarOf } from './calendar';
import { qrPath } from './qr-code';

const ticket = {
  id: 'abc',
  name: 'Asha Verma',
  event_name: event.name,
  location: 'Bhopal',
  category: 'Professional',
  seat: '—',
  qr: 'https://transom.example/event-ticket/abc#secret',
} as Ticket;

test('the calendar has an entry for each day, with lines of at most 75 octets', () => {
  const text = calendarOf(ticket, event, 'https://transom.example/event-ticket/abc');
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(event.days.length);
  expect(text).toContain(`DTSTART:${event.days[0]!.start_utc.replace(/[-:]/g, '')}`);
  expect(text.replaceAll('\r\n ', '')).toContain('URL:https://transom.example/event-ticket/abc');
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
});

test('a search finds words in any order, but not in the code', () => {
  expect(matching([ticket], 'verma BHOPAL')).toEqual([ticket]);
  expect(matching([ticket], '  ')).toEqual([ticket]);
  expect(matching([ticket], 'bhopal indore')).toEqual([]);
  expect(matching([ticket], 'secret')).toEqual([]);
});

test("a QR code's path has the three corners and fits", () => {
  const { path, side } = qrPath(ticket.qr);
  for (const corner of ['M4 4h7', `M${side - 11} 4h7`, `M4 ${side - 5}h7`]) expect(path).toContain(corner);
  const ends = [...path.matchAll(/M(\d+) \d+h(\d+)/g)].map(([, x, run]) => Number(x) + Number(run));
  expect(Math.max(...ends)).toBe(side - 4);
});
