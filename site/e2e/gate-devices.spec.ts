// What a telephone of the gate does with what others did and with what nobody can look up, and when it forgets.
import { expect, type Page } from '@playwright/test';
import type { GateConflict } from '../src/types/wire.gen.ts';
import {
  admit,
  begin,
  beginWithoutTimers,
  checkInManually,
  disk,
  friday,
  ok,
  row,
  saturday,
  state,
  sync,
  test,
  tickets,
} from './gate-program.ts';

test.describe('other doors', () => {
  test('what is scanned while a report is under way goes out behind it, not with the next one', async ({
    page,
    server,
  }) => {
    await beginWithoutTimers(page);
    await sync(page);
    let release = () => {};
    server.gate = new Promise((resolve) => {
      release = resolve;
    });
    const asked = server.asked.length;
    await page.evaluate(() => void window.engine.sync());
    await expect.poll(() => server.asked.length).toBeGreaterThan(asked);
    expect(await admit(page, 'one')).toBe('in');
    // What is sent once the answer is on the screen finds a report under way, which does not hold it.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
    expect(tickets(server.scans)).toEqual([]);
    release();
    await expect.poll(() => tickets(server.scans)).toEqual(['one']);
  });

  test('news is fetched when it comes, without waiting for the next report', async ({ page, server }) => {
    server.waiting = [];
    await beginWithoutTimers(page);
    await expect.poll(() => server.waiting.length).toBeGreaterThan(0);
    await sync(page);
    server.rows = [{ place: 4, row: row('one', 0, 0) }];
    const asked = server.asked.length;
    for (const tell of server.waiting) tell();
    await expect.poll(() => server.asked.length).toBe(asked + 1);
    await sync(page);
    expect(await admit(page, 'one')).toBe('already_in');
  });

  test('who was let in here and elsewhere at the same moment is said while they stand there', async ({
    page,
    server,
  }) => {
    const moment = (device: string) => ({ device, place: 'City', at: '2025-04-11T09:00:00Z', verdict: 'in' });
    const conflict = {
      key: 'one:entry:1',
      code: 'one',
      list: 'entry',
      day: friday,
      scans: [moment('Gate'), moment('Other gate')],
    };
    await sync(page);
    expect(await admit(page, 'one')).toBe('in');
    server.conflicts = [conflict as unknown as GateConflict];
    await sync(page);
    expect((await state(page)).verdict).toMatchObject({
      kind: 'ask',
      reason: 'admitted_twice',
      last: { device: 'Other gate' },
    });
    // It is told once, and of the ticket on the screen alone.
    expect(await admit(page, 'two')).toBe('in');
    await sync(page);
    expect((await state(page)).verdict!.kind).toBe('in');
  });

  test('what was let in twice is said after a reload without a network, until it is read or is no more', async ({
    page,
    server,
  }) => {
    const conflict = (code: string) => ({
      key: `${code}:entry:${friday}:1`,
      code,
      list: 'entry',
      day: friday,
      scans: [{ device: 'Other gate', place: 'City', at: '2025-04-11T09:00:00Z', verdict: 'in', why: 'for Meenakshi' }],
    });
    const told = async () => (await state(page)).conflicts.map(({ code }) => code);
    server.conflicts = [conflict('one'), conflict('two')] as unknown as GateConflict[];
    await sync(page);
    server.instead = 'nothing';
    await begin(page);
    expect(await told()).toEqual(['one', 'two']);
    // Nobody's name lies on the disk, and in what people write there may be one.
    expect(JSON.stringify((await state(page)).conflicts)).not.toContain('Meenakshi');
    await page.evaluate(() => window.engine.readConflicts());
    await begin(page);
    expect(await told()).toEqual([]);
    server.instead = undefined;
    server.conflicts = [conflict('two'), conflict('three')] as unknown as GateConflict[];
    await sync(page);
    server.instead = 'nothing';
    await begin(page);
    expect(await told()).toEqual(['three']);
    server.instead = undefined;
    server.conflicts = [];
    await sync(page);
    server.instead = 'nothing';
    await begin(page);
    expect(await told()).toEqual([]);
  });
});

test.describe('by hand', () => {
  const code = 'k3x7q2ab';

  test('a code that was typed here before is already in, also after it was sent and the page was left', async ({
    page,
    server,
  }) => {
    server.instead = 'nothing';
    await sync(page);
    expect(await checkInManually(page, code)).toBe('hand');
    expect(await checkInManually(page, code)).toBe('already_in');
    expect((await state(page)).verdict).toMatchObject({ kind: 'ask', unread: code, last: { day: friday, device: '' } });
    server.instead = undefined;
    await sync(page);
    expect((await state(page)).unsent).toBe(0);
    server.instead = 'nothing';
    await begin(page);
    await sync(page);
    expect(await checkInManually(page, code)).toBe('already_in');
    // Of another day or list nothing is known, and somebody without a code is never the same.
    await page.evaluate((day) => window.engine.choose({ day }), saturday);
    expect(await checkInManually(page, code)).toBe('hand');
    for (let i = 0; i < 2; i++) expect(await checkInManually(page, '')).toBe('hand');
    await page.evaluate((day) => window.engine.choose({ day }), friday);
    // Whoever was told so decides.
    expect(await checkInManually(page, code, code)).toBe('hand');
    server.instead = undefined;
    await sync(page);
    expect(server.scans.map(({ verdict, reason, ticket }) => [verdict, reason, ticket])).toEqual([
      ['in', 'unreadable', code],
      ['refused', 'already_in', ''],
      ['refused', 'already_in', ''],
      ['in', 'unreadable', code],
      ['in', 'unreadable', ''],
      ['in', 'unreadable', ''],
      ['overruled', 'unreadable', code],
    ]);
  });

  test('a code is that of the ticket that was scanned here, and the other way round', async ({ page, server }) => {
    server.instead = 'nothing';
    await sync(page);
    expect(await admit(page, `${code}cdefghijklmnopqa`)).toBe('in');
    expect(await checkInManually(page, code)).toBe('already_in');
    expect(await checkInManually(page, 'a2b3c4d5')).toBe('hand');
    expect(await admit(page, 'a2b3c4d5cdefghijklmnopqa')).toBe('already_in');
  });

  test('with a network a code is looked up, and its ticket decided about; one that nobody has is said', async ({
    page,
    server,
  }) => {
    await sync(page);
    let people: object[] = [];
    await page.route('**/api/gate/find', (route) => route.fulfill({ json: { ...ok, people } }));
    expect(await checkInManually(page, code)).toContain('No ticket has this code');
    expect(server.scans).toEqual([]);
    const person = { ticket: `${code}cdefgh`, code, name: 'Somebody', category: 1, seats: 1, state: 'void' };
    people = [person];
    expect(await checkInManually(page, code)).toBe('void');
    people = [
      { ...person, ticket: 'older' },
      { ...person, state: 'valid' },
    ];
    expect(await checkInManually(page, code)).toBe('in');
    expect((await state(page)).verdict!.manual).toBeUndefined();
  });
});

test.describe('the end', () => {
  const isForgotten = (page: Page) => expect.poll(() => disk(page).catch(() => undefined)).toEqual([]);

  test('when the server says that the event is over, everything is forgotten once it is sent', async ({
    page,
    server,
  }) => {
    await admit(page, 'one');
    await sync(page);
    server.instead = 'nothing';
    await admit(page, 'two');
    server.instead = { status: 401, body: { message: 'Over.', have: 1, over: true } };
    await sync(page);
    expect(await disk(page)).toHaveLength(2);
    server.instead = { status: 401, body: { message: 'Over.', have: 2, over: true } };
    await page.evaluate(() => void window.engine.sync());
    await isForgotten(page);
    await expect.poll(() => server.left).toEqual([server.token]);
  });

  test('a telephone that waitForNews no server forgets everything by itself a week after the event', async ({
    page,
    server,
  }) => {
    await admit(page, 'one');
    await sync(page);
    server.instead = 'nothing';
    await begin(page);
    expect(await disk(page)).toHaveLength(1);
    await page.clock.setSystemTime(Date.now() + 12 * 86_400_000);
    await begin(page).catch(() => undefined); // it loads itself again
    await isForgotten(page);
  });
});

test.describe('codes', () => {
  test('two codes in one picture are one scan each', async ({ page, server }) => {
    server.instead = 'nothing';
    await page.evaluate(async () => {
      for (const text of ['A', 'B', 'A', 'B', 'A']) await window.engine.admission.code(text, 'camera');
    });
    expect((await state(page)).scanned).toBe(2);
  });

  test('a code that must be looked up holds nobody up, and without a network it is said', async ({ page, server }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/gate/find', async (route) => {
      await held;
      await route.abort();
    });
    await page.evaluate(() => window.engine.admission.code('abcdefghijklmnopqrstuvwxya', 'camera'));
    expect(await admit(page, 'one')).toBe('in');
    release();
    await expect.poll(async () => (await state(page)).verdict!.reason).toBe('not_looked_up');
    await sync(page);
    expect(server.scans.map(({ reason }) => reason)).toEqual(['', 'unreadable']);
  });
});
