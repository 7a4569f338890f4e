import { expect, type Page } from '@playwright/test';
import type { GateConflict } from '../src/types/wire.gen.ts';
import {
  admit,
  assignment,
  begin,
  beginWithoutTimers,
  checkInManually,
  disk,
  friday,
  list,
  ok,
  row,
  saturday,
  state,
  sync,
  test,
  tickets,
} from './gate-program.ts';

test.describe('other devices', () => {
  test('a scan made during a request is sent as soon as that request has ended', async ({ page, server }) => {
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
    // The scan cannot be sent while the earlier request is still running.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
    expect(tickets(server.scans)).toEqual([]);
    release();
    await expect.poll(() => tickets(server.scans)).toEqual(['one']);
  });

  test('news is fetched when it arrives, without waiting for the next interval', async ({ page, server }) => {
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

  test('if a ticket was admitted here and elsewhere at the same time, the verdict on the screen changes', async ({
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
    // The verdict changes only once, and only for the ticket on the screen.
    expect(await admit(page, 'two')).toBe('in');
    await sync(page);
    expect((await state(page)).verdict!.kind).toBe('in');
  });

  test('a double admission is still shown after a reload without a network, until it is read or resolved', async ({
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
    // A typed reason may contain a name, and the disk must not contain names.
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

test.describe('manual check-in', () => {
  const code = 'k3x7q2ab';

  test('a code that was typed here counts as already inside, even after it was sent and the page was closed', async ({
    page,
    server,
  }) => {
    server.instead = 'nothing';
    await sync(page);
    expect(await checkInManually(page, code)).toBe('manual');
    expect(await checkInManually(page, code)).toBe('already_in');
    expect((await state(page)).verdict).toMatchObject({ kind: 'ask', unread: code, last: { day: friday, device: '' } });
    server.instead = undefined;
    await sync(page);
    expect((await state(page)).unsent).toBe(0);
    server.instead = 'nothing';
    await begin(page);
    await sync(page);
    expect(await checkInManually(page, code)).toBe('already_in');
    // The entry counts only for this day and list. Two people without a code count as different people.
    await page.evaluate((day) => window.engine.choose({ day }), saturday);
    expect(await checkInManually(page, code)).toBe('manual');
    for (let i = 0; i < 2; i++) expect(await checkInManually(page, '')).toBe('manual');
    await page.evaluate((day) => window.engine.choose({ day }), friday);
    // A volunteer who has seen the refusal may admit the person anyway.
    expect(await checkInManually(page, code, code)).toBe('manual');
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

  test('a typed code matches the ticket that was scanned here, and vice versa', async ({ page, server }) => {
    server.instead = 'nothing';
    await sync(page);
    expect(await admit(page, `${code}cdefghijklmnopqa`)).toBe('in');
    expect(await checkInManually(page, code)).toBe('already_in');
    expect(await checkInManually(page, 'a2b3c4d5')).toBe('manual');
    expect(await admit(page, 'a2b3c4d5cdefghijklmnopqa')).toBe('already_in');
  });

  test('a typed code that another device has admitted counts as already inside, until the person has left', async ({
    page,
    server,
  }) => {
    const entry = (place: number, inside: number) => {
      const changed = row(code, 0, 0);
      changed[10] = inside;
      return { place, row: changed };
    };
    server.rows = [entry(1, 1)];
    await sync(page);
    server.instead = 'nothing';
    await sync(page);
    expect(await checkInManually(page, code)).toBe('already_in');
    expect((await state(page)).verdict).toMatchObject({ kind: 'ask', last: { device: 'another phone' } });
    server.devices = { 9: 'South gate' };
    server.instead = undefined;
    await sync(page);
    server.instead = 'nothing';
    await sync(page);
    expect(await checkInManually(page, code)).toBe('already_in');
    expect((await state(page)).verdict).toMatchObject({ kind: 'ask', last: { device: 'South gate' } });
    // This device has also admitted the person and sent the scan, but the other device's entry is newer.
    expect(await checkInManually(page, code, code)).toBe('manual');
    server.instead = undefined;
    server.rows = [entry(2, 0)];
    await sync(page);
    server.instead = 'nothing';
    await sync(page);
    expect(await checkInManually(page, code)).toBe('manual');
    expect(await checkInManually(page, code)).toBe('already_in');
  });

  test('when online, a code is looked up and its ticket checked like any other; an unknown code is reported', async ({
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

test.describe('undo', () => {
  const undo = (page: Page) => page.evaluate(() => window.engine.admission.undo());

  test('an admission is undone without a network, and the ticket can be admitted again', async ({ page, server }) => {
    server.instead = 'nothing';
    await sync(page);
    expect(await admit(page, 'one')).toBe('in');
    expect((await state(page)).undoable).toMatchObject({ holder: 'Somebody', code: 'one' });
    // The undo counts once, for the admission's list, even if another list has been chosen since.
    await page.evaluate(() => window.engine.choose({ list: 'lunch' }));
    await undo(page);
    await undo(page);
    expect((await state(page)).verdict).toMatchObject({ kind: 'undone', holder: 'Somebody' });
    await page.evaluate(() => window.engine.choose({ list: 'entry' }));
    expect(await admit(page, 'one')).toBe('in');
    expect(await admit(page, 'one')).toBe('already_in');
    // After a refusal or a reload, the screen shows no admission to undo.
    await undo(page);
    await begin(page);
    expect((await state(page)).undoable).toBeUndefined();
    expect(await admit(page, 'one')).toBe('already_in');
    server.instead = undefined;
    await sync(page);
    expect(server.scans.map(({ verdict, ticket, list }) => [verdict, ticket, list])).toEqual([
      ['in', 'one', 'entry'],
      ['undo', 'one', 'entry'],
      ['in', 'one', 'entry'],
      ['refused', 'one', 'entry'],
      ['refused', 'one', 'entry'],
    ]);
  });

  test('an admission known to the server is undone here before the server knows of it', async ({ page, server }) => {
    expect(await admit(page, 'one', 2)).toBe('in');
    expect(await admit(page, 'one', 2)).toBe('in');
    const both = row('one', 0, 0);
    both[10] = 2;
    server.rows = [{ place: 1, row: both }];
    await sync(page);
    server.instead = 'nothing';
    await undo(page);
    // One of the two people is still inside, both before and after the server reports the undo.
    expect(await admit(page, 'one', 2)).toBe('in');
    await undo(page);
    server.instead = undefined;
    server.rows = [{ place: 2, row: row('one', 0, 0) }];
    await sync(page);
    expect(await admit(page, 'one', 2)).toBe('in');
    expect(await admit(page, 'one', 2)).toBe('already_in');
  });

  test('an exit is undone, before and after the server knows of it', async ({ page, server }) => {
    server.setup = { ...assignment, version: '2', lists: [{ ...list('entry'), in_and_out: true }, list('lunch')] };
    const both = row('one', 0, 0);
    both[10] = 2;
    server.rows = [{ place: 1, row: both }];
    await sync(page);
    await page.evaluate(() => window.engine.choose({ out: true }));
    for (const isKnown of [false, true]) {
      server.instead = 'nothing';
      expect(await admit(page, 'one', 2)).toBe('out');
      expect((await state(page)).verdict).toMatchObject({ inside: 1, seats: 2 });
      if (isKnown) {
        server.instead = undefined;
        server.rows = [{ place: 2, row: row('one', 0, 0) }];
        await sync(page);
        server.instead = 'nothing';
        await begin(page); // after a reload, the exit can still be undone
      }
      await undo(page);
      expect((await state(page)).verdict).toMatchObject({ kind: 'undone', left: true, inside: 2 });
      await undo(page);
    }
    await page.evaluate(() => window.engine.choose({ out: false }));
    expect(await admit(page, 'one', 2)).toBe('already_in');
    server.instead = undefined;
    await sync(page);
    expect(server.scans.map(({ verdict }) => verdict)).toEqual(['out', 'undo', 'out', 'undo', 'refused']);
  });

  test('a manual check-in and an admission that overruled a refusal can be undone', async ({ page, server }) => {
    server.instead = 'nothing';
    await sync(page);
    expect(await checkInManually(page, 'k3x7q2ab')).toBe('manual');
    await undo(page);
    expect(await checkInManually(page, 'k3x7q2ab')).toBe('manual');
    expect(await checkInManually(page, 'k3x7q2ab', 'k3x7q2ab')).toBe('manual');
    await undo(page);
    const { kind, manual, unread } = (await state(page)).verdict!;
    expect({ kind, manual, unread }).toEqual({ kind: 'undone', manual: undefined, unread: undefined });
    expect(await checkInManually(page, 'k3x7q2ab')).toBe('already_in');
  });

  test('undo is offered for two minutes; then its dialog closes', async ({ page, server }) => {
    server.instead = 'nothing';
    await page.clock.install();
    await begin(page);
    expect(await admit(page, 'one')).toBe('in');
    await page.evaluate(() => window.engine.askUndo());
    await page.clock.runFor(119_000);
    expect(await state(page)).toMatchObject({ asking: true, undoable: { code: 'one' } });
    await page.clock.runFor(1000);
    const { asking, undoable } = await state(page);
    expect([asking, undoable]).toEqual([false, undefined]);
  });

  test('after the phone has slept for two minutes, nothing is undone', async ({ page, server }) => {
    server.instead = 'nothing';
    expect(await admit(page, 'one')).toBe('in');
    await page.evaluate(() => window.engine.askUndo());
    // Sleep stops timers, but not the clock.
    await page.evaluate(() => {
      const woken = Date.now() + 121_000;
      Date.now = () => woken;
    });
    await undo(page);
    expect(await state(page)).toMatchObject({ asking: false, undoable: undefined, verdict: undefined });
    expect(await disk(page)).toEqual([[1, 'one']]);
  });
});

test.describe('the end of the event', () => {
  const isForgotten = (page: Page) => expect.poll(() => disk(page).catch(() => undefined)).toEqual([]);

  test('once the server says that the event is over, the device sends everything and then deletes its data', async ({
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

  test('without a server, a device deletes its data a week after the event', async ({ page, server }) => {
    await admit(page, 'one');
    await sync(page);
    server.instead = 'nothing';
    await begin(page);
    expect(await disk(page)).toHaveLength(1);
    await page.clock.setSystemTime(Date.now() + 12 * 86_400_000);
    await begin(page).catch(() => undefined); // The page reloads.
    await isForgotten(page);
  });
});

test.describe('codes', () => {
  test('two codes in one picture are two scans', async ({ page, server }) => {
    server.instead = 'nothing';
    await page.evaluate(async () => {
      for (const text of ['A', 'B', 'A', 'B', 'A']) await window.engine.admission.code(text, 'camera');
    });
    expect((await state(page)).scanned).toBe(2);
  });

  test('a look-up does not delay the next scan, and a missing network is reported', async ({ page, server }) => {
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
