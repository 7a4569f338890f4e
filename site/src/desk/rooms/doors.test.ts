import { expect, test } from 'vitest';
import type { DeskGateDevice } from '../../types/wire.gen';
import { everyStep, hourAt, stateOf } from './doors';

const at = (time: string) => ({ at: `2025-04-11T${time}:00Z`, list: 'entry', in: 1, out: 0 });

test('ten minutes in which nobody came have their place too', () => {
  expect(everyStep([at('02:30'), at('03:00')]).map((step) => step.slice(11, 16))).toEqual([
    '02:30',
    '02:40',
    '02:50',
    '03:00',
  ]);
});

test('a clock that is months wrong does not draw months', () => {
  expect(everyStep([{ ...at('02:30'), at: '1970-01-01T00:00:00Z' }, at('03:00')])).toHaveLength(2);
});

test('the axis names half hours of a morning, and fewer of a day', () => {
  const named = (steps: number) =>
    everyStep([
      at('02:30'),
      { ...at(''), at: new Date(Date.parse(at('02:30').at) + (steps - 1) * 600_000).toISOString() },
    ])
      .map((step) => hourAt(step, steps))
      .filter(Boolean);
  expect(named(12)).toEqual(['08:00', '08:30', '09:00', '09:30']);
  expect(named(60)).toEqual(['08:00', '10:00', '12:00', '14:00', '16:00']);
});

test('a telephone works while it is heard', () => {
  const works = {
    strays: 0,
    revoked_at: '',
    ended: false,
    silent_seconds: 20,
    offset_seconds: 0,
    enrolled_at: 'a',
    expires_at: 'b',
  };
  const told = (change: Partial<DeskGateDevice>) => stateOf({ ...works, ...change } as DeskGateDevice)[1];
  expect(told({})).toBe('works');
  expect(told({ silent_seconds: 7200 })).toBe('not heard for 2 h');
  expect(told({ offset_seconds: -7200 })).toBe('clock wrong by 2 h');
  expect(told({ ended: true, silent_seconds: 3600 })).toBe('ended');
  expect(told({ ended: true, revoked_at: 'c' })).toBe('signed out');
  expect(told({ ended: true, expires_at: 'a' })).toBe('no telephone');
  expect(told({ strays: 2, revoked_at: 'c' })).toBe('sent 2 numbers twice: sign it out');
});
