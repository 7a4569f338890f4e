import { expect, test } from 'vitest';
import type { DeskGateDevice, GateMoment } from '../../types/wire.gen';
import { deviceStatus, every10Minutes, hourLabel, scanText } from './check-in-status';

const at = (time: string) => ({ at: `2025-04-11T${time}:00Z`, list: 'entry', in: 1, out: 0 });

test('an interval without admissions has its place in the chart, too', () => {
  expect(every10Minutes([at('02:30'), at('03:00')]).map((step) => step.slice(11, 16))).toEqual([
    '02:30',
    '02:40',
    '02:50',
    '03:00',
  ]);
});

test('a clock that is wrong by months does not fill the chart with months', () => {
  expect(every10Minutes([{ ...at('02:30'), at: '1970-01-01T00:00:00Z' }, at('03:00')])).toHaveLength(2);
});

test('the axis has a label every half hour for two hours, and every two hours for a whole day', () => {
  const named = (steps: number) =>
    every10Minutes([
      at('02:30'),
      { ...at(''), at: new Date(Date.parse(at('02:30').at) + (steps - 1) * 600_000).toISOString() },
    ])
      .map((step) => hourLabel(step, steps))
      .filter(Boolean);
  expect(named(12)).toEqual(['08:00', '08:30', '09:00', '09:30']);
  expect(named(60)).toEqual(['08:00', '10:00', '12:00', '14:00', '16:00']);
});

test('a device has a status in plain words', () => {
  const works = {
    duplicate_scans: 0,
    revoked_at: '',
    ended: false,
    seen_at: '2025-04-11T04:02:00Z',
    silent_seconds: 20,
    offset_seconds: 0,
    unsent: 0,
    enrolled_at: 'a',
    expires_at: 'b',
  };
  const told = (change: Partial<DeskGateDevice>) => deviceStatus({ ...works, ...change } as DeskGateDevice)[1];
  expect(told({})).toBe('working');
  expect(told({ silent_seconds: 7200 })).toMatch(/^no contact since .*09:32$/);
  expect(told({ silent_seconds: 7200, unsent: 3 })).toMatch(/^no contact since .*; reported 3 unsent scans$/);
  expect(told({ offset_seconds: -7200 })).toBe('clock wrong by 2 h');
  expect(told({ ended: true, silent_seconds: 3600 })).toBe('the event is over');
  expect(told({ ended: true, expires_at: 'a' })).toBe('not a device');
  expect(told({ duplicate_scans: 2 })).toBe('used 2 scan numbers twice: sign the device out');
  expect(told({ silent_seconds: 90, replaced_by: 'North gate (2)' })).toBe(
    'lost its data or was erased offline; replaced by North gate (2)',
  );
  // A device that has been signed out is always shown as signed out.
  const out = { ended: true, revoked_at: '2025-04-11T04:32:00Z' };
  expect(told(out)).toMatch(/^signed out, .*10:02$/);
  expect(told({ ...out, duplicate_scans: 2, unsent: 1 })).toMatch(
    /^signed out, .*; reported 1 unsent scan; used 2 scan numbers twice$/,
  );
  expect(told({ ...out, wiped_at: '2025-04-11T04:33:00Z' })).toMatch(
    /^signed itself out and deleted its data, .*10:03$/,
  );
});

test.each([
  ['manual', { why: 'came back', reason: 'already_in' }, 'manual check-in: came back (already in)'],
  [
    'without a reason',
    { why: '', reason: 'void', no_reason: true },
    'manual check-in without a reason: ask at the door (void)',
  ],
  [
    'with a code that matches no ticket',
    { why: 'torn', quarantine: 'unread' },
    /until you choose the ticket\. Reason: torn$/,
  ],
  ['withdrawn', { withdrawn: 'void' }, /^admitted, but the ticket is void/],
])('a scan that needs attention: %s', (_, moment, words) => expect(scanText(moment as GateMoment)).toMatch(words));
