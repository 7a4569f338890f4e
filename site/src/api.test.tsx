import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isLoading, onLoading, sendOTP, verifyPayment } from './api';
import { endSession, sessionToken, startAccountSession, startBookingSession } from './device/session';
import type { UserData } from './types/wire.gen';

const asha = { id: 'u1', firstname: 'Asha', email: 'asha@example.org' } as UserData;

/** Returns the requests. */
function network(...answers: (Response | Error)[]) {
  const asked = vi.fn((_address: string, _options: RequestInit) => {
    const next = answers.shift();
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next!);
  });
  vi.stubGlobal('fetch', asked);
  return asked;
}
const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const headersOf = (asked: ReturnType<typeof network>, call = 0) =>
  asked.mock.calls[call]![1].headers as Record<string, string>;

beforeEach(() => endSession());
afterEach(() => vi.unstubAllGlobals());

test('every call is a POST of JSON with the token, even an empty one', async () => {
  const asked = network(json(200, { code: 200, status: 'success' }), json(200, { code: 200, status: 'success' }));
  await sendOTP({ email: 'asha@example.org' });
  expect(asked.mock.calls[0]).toMatchObject([
    '/api/send-otp',
    { method: 'POST', body: '{"email":"asha@example.org"}' },
  ]);
  expect(headersOf(asked)).toMatchObject({ 'content-type': 'application/json', authorization: '' });
  startBookingSession('token-1', asha);
  await verifyPayment('b1');
  expect(headersOf(asked, 1).authorization).toBe('token-1');
});

describe('a response', () => {
  test('that is not JSON is a refusal without a message', async () => {
    network(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(await sendOTP({ email: 'x' })).toMatchObject({ ok: false, problem: { code: 502, message: '' } });
  });

  test('that is missing is reported only on the console', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    network(new TypeError('network'));
    expect(await sendOTP({ email: 'x' })).toEqual({ ok: false });
    expect(said).toHaveBeenCalledWith('Something Went Wrong! Please contact Site Administrator if the issue persists');
  });
});

test('the loading indicator is on during a call and off afterwards, even after a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const states: boolean[] = [];
  const stop = onLoading(() => states.push(isLoading()));
  network(new TypeError('network'));
  await sendOTP({ email: 'x' });
  stop();
  expect(states).toEqual([true, false]);
});

describe('a token that the server no longer accepts', () => {
  const refused = () => json(401, { code: 401, status: 'error', error: 'unauthorized', message: '' });

  test('is deleted, and a call that does not need a sign-in is repeated without it', async () => {
    startAccountSession('old', asha);
    const asked = network(refused(), json(200, { code: 200, status: 'success' }));
    expect(await verifyPayment('b1')).toMatchObject({ ok: true });
    expect(headersOf(asked, 1).authorization).toBe('');
    expect(sessionToken()).toBe('');
  });
});
