// Gate devices for tests: browsers whose camera shows tickets, enrolled at a rehearsal's desk.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  chromium,
  expect,
  type Fixtures,
  type Page,
} from '@playwright/test';
import encodeQR from 'qr';
import type { Entry } from '../src/gate/hashes.ts';
import type { Device } from '../src/gate/store.ts';
import { writeFilm } from './film.ts';
import { bookAndPay } from './journeys/booking.ts';
import { mailedCode, type Person } from './journeys/steps.ts';

export async function buy(
  request: APIRequestContext,
  who?: Person,
  folder?: string,
  changed: Parameters<typeof bookAndPay>[2] = {},
): Promise<{ qr: string; name: string; id: string; booking: string; booking_code: string }> {
  const { person, id: booking } = await bookAndPay(request, who, changed);
  const email = person.Email;
  const call = async (name: string, data: object, authorization = '') =>
    (await request.post(`/api/${name}`, { data, headers: { authorization } })).json() as Promise<
      Record<string, string>
    >;
  const { challenge_id } = await call('send-otp', { email });
  const { accesstoken } = await call('verify-otp', { email, otp: await mailedCode(email, [], folder), challenge_id });
  const { tickets } = (await call('tickets', {}, accesstoken)) as unknown as {
    tickets: { qr: string; name: string; id: string; booking_code: string }[];
  };
  return { ...tickets[0]!, booking };
}

/** Calls the desk's API as an organiser. */
export async function deskCall<T>(
  request: APIRequestContext,
  name: string,
  data: object,
  url = process.env.E2E_URL!,
): Promise<T> {
  const headers = { origin: url, 'sec-fetch-site': 'same-origin' };
  await request.post(`${url}/api/desk/sign-in/rehearsal`, { data: { role: 'organiser' }, headers });
  const answer = await request.post(`${url}/api/desk/${name}`, { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json() as Promise<T>;
}

/** Returns the address that enrols the device. */
export async function invite(
  request: APIRequestContext,
  name: string,
  { url = process.env.E2E_URL!, volunteer = '', may_search = true } = {},
): Promise<string> {
  const wanted = { name, volunteer, venue: 'bhopal', may_search, why: 'a journey' };
  return (await deskCall<{ url: string }>(request, 'gate-invite', wanted, url)).url;
}

export interface Live {
  devices: { id: string; name: string; have: number; in: number; unsent: number; wiped_at: string }[];
  to_show: { device: string; quarantine?: string; code?: string }[];
  conflicts: { ticket: string; scans: { device: string }[] }[];
  inside: { list: string; day: string; inside: number }[];
}

export const live = (request: APIRequestContext, url?: string) => deskCall<Live>(request, 'gate-live', {}, url);

export const deviceAtDesk = async (request: APIRequestContext, name: string, url?: string) =>
  (await live(request, url)).devices.find((device) => device.name === name)!;

let shared: Promise<Browser> | undefined;

/** Runs in the page before its program. The canvas that replaces the camera shows one picture after another. */
function drawCamera(pictures: string[]): void {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
  const brush = canvas.getContext('2d')!;
  const images = pictures.map((src) => src && Object.assign(new Image(), { src }));
  const every = setInterval; // the real timer, in tests that control the clock
  addEventListener('camera-rests', () => images.splice(0));
  MediaDevices.prototype.getUserMedia = async () => {
    let tick = 0;
    every(() => {
      const held = tick % 12 < 4 ? '' : images[Math.floor(tick / 12) % images.length];
      brush.fillStyle = '#969696';
      brush.fillRect(0, 0, 640, 480);
      if (held) brush.drawImage(held, 110, 30, 420, 420);
      tick++;
    }, 200);
    return canvas.captureStream();
  };
}

function pictureOf(text: string): string {
  if (!text) return '';
  return encodeQR(text, 'data-url', { ecc: 'medium', border: 4, scale: 4 });
}

interface Opened {
  page: Page;
  context: BrowserContext;
}

interface Options {
  url?: string;
  permissions?: string[];
}

interface Enrolled extends Options {
  volunteer?: string;
  may_search?: boolean;
  /** Runs before the page is opened. */
  before?(page: Page): Promise<unknown>;
}

export interface Devices {
  /** Opens a browser whose camera shows these texts as QR codes in a loop, with a pause before each. */
  device(shows?: string[], options?: Options): Promise<Opened>;
  /** Opens such a browser and enrols it under this name. */
  enrolled(name: string, shows?: string[], options?: Enrolled): Promise<Opened>;
}

/** Devices that are closed when the test ends, to extend any test. */
export const devices: Fixtures<Devices, object, { request: APIRequestContext }> = {
  device: async ({}, use) => {
    shared ??= chromium.launch({ ...base.info().project.use.launchOptions });
    const browser = await shared;
    await use((shows = [], options = {}) => open(browser, shows, options));
    for (const context of browser.contexts()) await context.close();
  },
  enrolled: ({ device, request }, use) =>
    use(async (name, shows, { before, ...options } = {}) => {
      const opened = await device(shows, options);
      await before?.(opened.page);
      await enrol(opened.page, await invite(request, name, options));
      return opened;
    }),
};
export const test = base.extend<Devices>(devices);

/** Like `device`, but with a separate browser that plays a film through its own fake camera. */
export async function withFilmedCamera(
  texts: string[],
  flags: string[],
  use: (opened: Opened) => Promise<void>,
): Promise<void> {
  const film = join(tmpdir(), `transom-film-${process.pid}-${Math.random()}.y4m`);
  writeFilm(film, texts);
  const options = base.info().project.use.launchOptions;
  const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
  const browser = await chromium.launch({ ...options, args: [...(options?.args ?? []), ...camera, ...flags] });
  try {
    await use(await open(browser, []));
  } finally {
    await browser.close();
    rmSync(film, { force: true });
  }
}

async function open(
  browser: Browser,
  shows: string[],
  { url = process.env.E2E_URL!, permissions = ['camera'] }: Options = {},
): Promise<Opened> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 320, height: 640 }, permissions });
  if (shows.length > 0) await context.addInitScript(drawCamera, shows.map(pictureOf));
  return { context, page: await context.newPage() };
}

export async function enrol(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page).toHaveURL(/\/gate$/);
  await page.getByRole('button', { name: 'Yes, enrol this phone' }).click();
  await expect(page.getByText('All sent')).toBeVisible();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/** Waits until the page can open without a network. */
export const isCached = (page: Page) =>
  expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);

export async function sendAll(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('All sent')).toBeAttached();
}

export async function lookUp(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Type code' }).click();
  await page.getByLabel('Code under the QR code').fill(text);
  await page.getByRole('button', { name: 'Look up' }).click();
}

export const stored = (page: Page): Promise<Record<string, unknown[]>> =>
  page.evaluate(async () => {
    const done = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        asked.onsuccess = () => resolve(asked.result);
      });
    const db = await done(indexedDB.open('gate'));
    const names = [...db.objectStoreNames];
    const all = await Promise.all(names.map((name) => done(db.transaction(name).objectStore(name).getAll())));
    db.close();
    return Object.fromEntries(names.map((name, i) => [name, all[i]!]));
  });

/** Whether a device has learned that at least one of the ticket's people is inside. */
export async function knowsEntry(page: Page, ticket: string): Promise<boolean> {
  const { known, entries } = (await stored(page)) as unknown as { known: Device[]; entries: Entry[] };
  const salted = createHash('sha256').update(Buffer.from(known[0]!.setup.salt, 'base64')).update(ticket);
  const hash = salted.digest('hex').slice(0, 16);
  return entries.some(({ key, inside }) => key.startsWith(`${hash}:`) && inside > 0);
}

/** The controls that are smaller than 64 px, and therefore too small for a gloved thumb. */
export const tooSmall = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, select, input')]
      .filter((one) => one.checkVisibility())
      .filter((one) => one.getBoundingClientRect().height < 64 || one.getBoundingClientRect().width < 64)
      .map((one) => one.outerHTML),
  );

export const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** A name that no other device has, even when a test is repeated on the same server. */
export const named = (name: string) => `${name} ${Math.random().toString(36).slice(2, 7)}`;

/** Clears the camera's view, so that no other ticket can replace the verdict on the screen. */
export const emptyCamera = (page: Page) => page.evaluate(() => dispatchEvent(new Event('camera-rests')));
export const verdict = (page: Page) => page.getByRole('dialog', { name: 'Verdict' });

/** Closes the verdict on a typed code, unless it has already closed automatically. */
export async function closeVerdict(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(verdict(page)).toBeHidden();
}

/** Keeps verdicts that close after this time (ms) open until the test closes them, however busy the machine is. */
export const keepVerdicts = (page: Page, closes = 3000) =>
  page.addInitScript((closes) => {
    const real = window.setTimeout;
    window.setTimeout = ((work: () => void, ms = 0) => (ms === closes ? 0 : real(work, ms))) as typeof setTimeout;
  }, closes);

export const start = (page: Page) => page.getByRole('button', { name: 'Start scanning' }).click();

/** The tickets that a rehearsal offers for scanning. */
export async function sampleTickets(
  request: APIRequestContext,
  url: string,
): Promise<{ text: string; name: string; what: string }[]> {
  const page = await (await request.get(`${url}/rehearsal/gate`)).text();
  const found = page.matchAll(/<li data-text="([^"]*)">[\s\S]*?<strong>([^<]*)<\/strong><br><span>([^<]*)</g);
  return [...found].map(([, text, name, what]) => ({ text: text!, name: name!, what: what! }));
}
