import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchProfile, isLoading, onLoading, register, sendOTP, verifyPayment } from './api';
import { endSession, sessionToken, startAccountSession, startBookingSession, userStore } from './device/session';
import type { RegistrationRequest, UserData } from './types/wire.gen';

const asha = { id: 'u1', firstname: 'Asha', email: 'asha@example.org' } as UserData;

/** The network's answers, in order, and the requests it received. */
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
  await sendOTP('asha@example.org');
  expect(asked.mock.calls[0]).toMatchObject([
    '/api/send-otp',
    { method: 'POST', body: '{"email":"asha@example.org"}' },
  ]);
  expect(headersOf(asked)).toMatchObject({ 'content-type': 'application/json', authorization: '' });
  startBookingSession('token-1', asha);
  await verifyPayment('b1');
  expect(headersOf(asked, 1).authorization).toBe('token-1');
});

test('a registration sends its key', async () => {
  const asked = network(json(200, { code: 200, status: 'success' }));
  await register({} as RegistrationRequest, 'key-1');
  expect(headersOf(asked)['idempotency-key']).toBe('key-1');
});

describe('the answer', () => {
  test("of a refusal has the server's message", async () => {
    network(
      json(422, {
        code: 422,
        status: 'error',
        error: 'validation_failed',
        message: 'No.',
        fields: { email: 'Invalid email format' },
      }),
    );
    expect(await sendOTP('x')).toMatchObject({
      ok: false,
      problem: { code: 422, fields: { email: 'Invalid email format' } },
    });
  });

  test('of a server error ends with the request number', async () => {
    const failed = { code: 500, status: 'error', error: 'unknown_failure', message: 'It failed.', request_id: '7KQ' };
    network(json(500, failed));
    expect(await sendOTP('asha@example.org')).toMatchObject({ ok: false, problem: { message: 'It failed (7KQ).' } });
  });

  test('that is not JSON is a refusal without a message', async () => {
    network(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(await sendOTP('x')).toMatchObject({ ok: false, problem: { code: 502, message: '' } });
  });

  test('that is missing is reported on the console only', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    network(new TypeError('network'));
    expect(await sendOTP('x')).toEqual({ ok: false });
    expect(said).toHaveBeenCalledWith('Something Went Wrong! Please contact Site Administrator if the issue persists');
  });
});

test('the loading indicator is on during a call and off afterwards, even after a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const states: boolean[] = [];
  const stop = onLoading(() => states.push(isLoading()));
  network(new TypeError('network'));
  await sendOTP('x');
  stop();
  expect(states).toEqual([true, false]);
});

describe('a token that the server no longer accepts', () => {
  const refused = () => json(401, { code: 401, status: 'error', error: 'unauthorized', message: '' });

  test('is deleted, and a call that is open to visitors is repeated without it', async () => {
    startAccountSession('old', asha);
    const asked = network(refused(), json(200, { code: 200, status: 'success' }));
    expect(await verifyPayment('b1')).toMatchObject({ ok: true });
    expect(headersOf(asked, 1).authorization).toBe('');
    expect(sessionToken()).toBe('');
  });

  test('ends the session on account pages', async () => {
    startAccountSession('old', asha);
    const asked = network(refused());
    expect(await fetchProfile()).toMatchObject({ ok: false, problem: { code: 401 } });
    expect(asked).toHaveBeenCalledTimes(1);
    expect(userStore().isAuthenticated).toBe(false);
  });
});
