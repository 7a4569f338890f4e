// @vitest-environment node
import { expect, test } from 'vitest';
import type { Event } from '../src/types/content.gen';
import { securityText } from './machine-files';

const event = (mailbox?: string) => ({ language: 'en-IN', organiser: { security_email: mailbox } }) as Event;

test('security.txt has every field of RFC 9116 that is needed to report a vulnerability', () => {
  expect(
    securityText(event('security@meeting.example'), 'https://meeting.example', new Date('2026-11-21T10:00:00Z')),
  ).toBe(
    `Contact: mailto:security@meeting.example
Expires: 2027-11-01T00:00:00Z
Preferred-Languages: en-IN
Canonical: https://meeting.example/.well-known/security.txt
`,
  );
});

test.each(['2026-01-01T00:00:00Z', '2027-03-31T23:59:59Z', '2028-02-29T12:00:00Z', '2026-12-31T23:59:59Z'])(
  'built at %s, it is valid for at least eleven months and at most a year',
  (built) => {
    const now = new Date(built);
    const text = securityText(event('security@meeting.example'), 'https://meeting.example', now)!;
    const days = (Date.parse(/^Expires: (.*)$/m.exec(text)![1]!) - now.getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(330);
    expect(days).toBeLessThanOrEqual(366);
  },
);

test('without an address there is no security.txt', () => {
  expect(securityText(event(), 'https://meeting.example', new Date())).toBeUndefined();
});
