// @vitest-environment node
import { expect, test } from 'vitest';
import { calendars } from './calendar';

const event = {
  name: 'Meeting; of, all',
  short_name: 'Meeting',
  description: 'A sentence that is long enough to be folded, because it has more than 75 bytes — and a dash.',
  organiser: { short_name: 'Body' },
  venues: [
    { id: 'hall', name: 'Hall', address: 'Street 1, Town' },
    { id: 'town', name: '', address: '', city: 'Town' },
  ],
  days: [
    {
      date: '2030-01-02',
      venue: 'hall',
      starts_at: '09:30',
      start_utc: '2030-01-02T04:00:00Z',
      end_utc: '2030-01-02T12:00:00Z',
    },
    { date: '2030-01-03', venue: 'town', starts_at: '', start_utc: '2030-01-02T18:30:00Z' },
  ],
  sheets: [{ route: '/itinerary' }],
};
const at = 'https://meeting.example';

test('a calendar has the whole event and each day, with escaped text and folded lines', () => {
  const [whole, day, day2] = calendars(event as never, at);
  expect([whole!.file, day!.file]).toEqual(['event.ics', 'day-1.ics']);
  expect(day!.text).toContain('SUMMARY:Meeting\\; of\\, all\\, day 1\r\n');
  expect(day!.text).toContain('DTSTART:20300102T040000Z\r\nDTEND:20300102T120000Z\r\n');
  expect(day2!.text).toContain('DTSTART;VALUE=DATE:20300103\r\nSUMMARY');
  expect(day2!.text).toContain('LOCATION:Town\r\n');
  expect(day!.text).toContain(`URL:${at}/itinerary\r\n`);
  for (const line of whole!.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(whole!.text.replace(/\r\n /g, '')).toContain('75 bytes — and a dash.');
});

test("without a programme page, a day's entry links to the home page", () => {
  expect(calendars({ ...event, sheets: [] } as never, at)[1]!.text).toContain(`URL:${at}/\r\n`);
});
