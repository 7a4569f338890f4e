// @vitest-environment node Go and TypeScript have the same rules, so tests in both languages run the cases in
// api/gate/testdata/.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import type { GateDay, GateLane, GateList } from '../types/wire.gen';
import { decide, laneOf } from './decide';
import { entriesOf, hasHash, hashOf } from './hashes';
import { fromBase64url, hex, loaded, readCode, typedCode, warmUp } from './token';

const read = (name: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../../api/gate/testdata/${name}.json`, import.meta.url)), 'utf8'));

interface Codes {
  event_mark: number;
  earlier_marks: number[];
  salt: string;
  keys: { id: string; public_key: string }[];
  cases: {
    what: string;
    text: string;
    kind: string;
    ticket?: string;
    holder?: string;
    seats?: number;
    hash?: string;
  }[];
}

const codes = read('codes') as Codes;
const keys = new Map(codes.keys.map(({ id, public_key }) => [id, fromBase64url(public_key)!]));
const bytes = (text: string) => Uint8Array.from(text.match(/../g)!, (two) => parseInt(two, 16));

// If the key is all zeros, or the point of order one, WebKitGTK crashes.
test('the first signature check uses a real key', async () => {
  const imported = vi.spyOn(crypto.subtle, 'importKey');
  const verified = vi.spyOn(crypto.subtle, 'verify');
  await warmUp();
  const all = imported.mock.calls.map(([, key]) => hex(key as Uint8Array));
  expect(all.length).toBeGreaterThan(0);
  for (const key of all) expect(key).not.toMatch(/^0[01]0+$/);
  expect(await verified.mock.results[0]!.value).toBe(true);
  vi.restoreAllMocks();
});

test.each(codes.cases)('code: $what', async ({ text, kind, ticket, holder, seats, hash }) => {
  const reading = await readCode(text, keys, [codes.event_mark, ...codes.earlier_marks]);
  expect(reading.kind).toBe(kind);
  if (reading.kind === 'id') expect(reading.ticket).toBe(ticket);
  if (reading.kind !== 'ticket') return;
  expect(reading.claims).toMatchObject({ ticket, holder, seats });
  expect(await hashOf(bytes(codes.salt), ticket!)).toBe(hash);
});

test('the verifier for browsers without Ed25519 gives the same results', async () => {
  const verify = await loaded();
  const signed = (text: string) => {
    const raw = fromBase64url(text.split('#').at(-1)!)!;
    const message = new Uint8Array([...new TextEncoder().encode('transom ticket 1\0'), ...raw.slice(0, -64)]);
    return [[...keys.values()][0]!, raw.slice(-64), message] as const;
  };
  const text = (what: string) => codes.cases.find((one) => one.what === what)!.text;
  expect(await verify(...signed(text('a ticket')))).toBe(true);
  expect(await verify(...signed(text('another name')))).toBe(false);
});

interface Decisions {
  days: GateDay[];
  lists: GateList[];
  lanes: GateLane[];
  names: Record<string, string>;
  cases: {
    what: string;
    list: string;
    day: string;
    category: string;
    seats: number;
    inside: number;
    out: boolean;
    clock: string;
    want: string;
  }[];
}

const decisions = read('decisions') as Decisions;

test.each(decisions.cases)('decision: $what', ({ list, want, ...question }) => {
  const found = decisions.lists.find(({ id }) => id === list)!;
  expect(decide({ ...question, list: found }, decisions.days)).toBe(want);
});

test.each(Object.entries(decisions.names))('lane of %s', (name, lane) => {
  expect(laneOf(decisions.lanes, name)).toBe(lane);
});

test('a hash is found in a sorted list', () => {
  const all = ['0000000000000001', '00ff000000000000', 'ffffffffffffffff'];
  const list = bytes(all.join(''));
  expect(all.every((hash) => hasHash(list, hash))).toBe(true);
  expect(['0000000000000000', '00ff000000000001', 'fffffffffffffffe'].some((hash) => hasHash(list, hash))).toBe(false);
  expect(hasHash(new Uint8Array(), all[0]!)).toBe(false);
});

test.each([
  ['the code under a ticket', 'k3x7 q2ab', 'k3x7q2ab'],
  ['the code of a registration', 'Bcd-FGH', 'bcdfgh'],
  ['a full ID', 'abcdefg2ijklmnopqrstuvwxya', 'abcdefg2ijklmnopqrstuvwxya'],
  ['a short name', 'Meena', undefined],
  ['a name of six letters', 'Rajesh', undefined],
  ['a name in two words', 'Meena Sharma', undefined],
  ['a name of eight letters', 'Priyanka', undefined],
  ['a name of eight letters in two words', 'Ram Kumar', undefined],
  ['a name of 26 letters, like an ID', 'Venkatasubramanian Ramanuja', undefined],
  ['an address', 'meena@example.org', undefined],
  ['a number', '9876543210', undefined],
  ['nothing', '', undefined],
])('a typed code: %s', (_, text, code) => expect(typedCode(text)).toBe(code));

test('entry rows are parsed', () => {
  const row = bytes('0102030405060708' + '00' + '02' + '01' + '0103' + '01ba5b20');
  const setup = { lists: [{ id: 'entry' }] as GateList[], days: ['1', '2', '3'].map((date) => ({ date }) as GateDay) };
  expect(entriesOf(row, setup)).toEqual([
    { key: '0102030405060708:entry:3', inside: 1, device: 259, minute: 0x1ba5b20 },
  ]);
  expect(hex(row.slice(0, 2))).toBe('0102');
});
