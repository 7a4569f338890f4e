import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let asked: [call: string, body: string, token: string][];
const answer = () => new Response('{"code":200,"status":"success"}');
const fetched = vi.fn<(address: string, request: RequestInit) => Promise<Response>>();

beforeEach(() => {
  asked = [];
  fetched.mockImplementation((address, { body, headers }) => {
    asked.push([address, String(body), (headers as Record<string, string>).authorization!]);
    return Promise.resolve(answer());
  });
  vi.stubGlobal('fetch', fetched);
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

const signedIn = { token: 'secret', signed_in: '1', user: JSON.stringify({ firstname: 'Asha', profile_url: 'photo' }) };

async function open(address: string, kept: Record<string, string> = {}) {
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  history.replaceState(null, '', address);
  await import('./early-requests');
  return import('./api');
}

test('the dashboard of somebody who is signed in', async () => {
  const api = await open('/dashboard', signedIn);
  const all = [
    ['/api/profile', '{}', 'secret'],
    ['/api/tickets', '{}', 'secret'],
    ['/api/photo', '{}', 'secret'],
  ];
  expect(asked).toEqual(all);
  await Promise.all([api.fetchProfile(), api.fetchTickets(), api.fetchPhoto()]);
  expect(asked).toEqual(all);
  await api.fetchTickets();
  expect(asked, 'an answer counts once').toHaveLength(4);
});

test.each([
  ['/dashboard', {}],
  ['/dashboard', { ...signedIn, signed_in: '' }],
  ['/dashboard', { ...signedIn, token: '' }],
  ['/event-ticket/abc', { token: 'of a booking' }],
  ['/event-ticket', signedIn],
  ['/verify', signedIn],
  ['/transfer', signedIn],
  ['/', signedIn],
  ['/login', signedIn],
  ['/register-now', signedIn],
])('%s sends no early request with %j', async (address, kept: Record<string, string>) => {
  await open(address, kept);
  expect(asked).toEqual([]);
});

test('without a photo, none is requested', async () => {
  await open('/dashboard', { ...signedIn, user: '{"firstname":"Asha","profile_url":""}' });
  expect(asked.map(([call]) => call)).toEqual(['/api/profile', '/api/tickets']);
});

test('a response for one visitor is not used for another', async () => {
  const api = await open('/dashboard', signedIn);
  localStorage.setItem('token', 'of somebody else');
  await api.fetchProfile();
  expect(asked.at(-1)).toEqual(['/api/profile', '{}', 'of somebody else']);
});

test('a request that failed is sent again', async () => {
  fetched.mockImplementationOnce(() => Promise.reject(new TypeError('no network')));
  const api = await open('/verify/abc');
  expect(await api.verifyPayment('abc')).toMatchObject({ ok: true });
  expect(asked).toHaveLength(1);
});
