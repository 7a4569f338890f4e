import { expect, test } from 'vitest';
import { localTime } from './local-time';

test.each([
  ['Asia/Kolkata', '2025-04-09T18:30:59Z', '2025-04-10T00:00'],
  ['Europe/London', '2025-01-31T23:30:00Z', '2025-01-31T23:30'],
  ['Europe/London', '2025-07-31T23:30:00Z', '2025-08-01T00:30'],
])('the time in %s at %s', (zone, at, local) => expect(localTime(zone, new Date(at))).toBe(local));
