import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import encodeQR from 'qr';
import { violations } from './axe.ts';
import { buy, enrol, invite, start, verdict } from './gate-device.ts';

interface Watched {
  lamp: boolean[];
  lampRefuses: boolean;
  tones: number[];
  vibrations: unknown[];
  awake: number;
  /** How many code readers were started; if `deaf`, they receive no pictures. */
  readers: number;
  deaf: boolean;
  /** The constraints passed to getUserMedia, which fails if a camera is requested by its ID. */
  asked: MediaTrackConstraints[];
  /** The streams of the cameras that have opened; a camera opens once `opens` has finished. */
  streams: MediaStream[];
  opens(): Promise<void>;
  letOpen(): void;
  sound: AudioContext | undefined;
  hold(picture?: string): Promise<void>;
}
declare global {
  interface Window {
    watched: Watched;
  }
}

/** Runs in the page before the page's own program. */
function watchSenses(): void {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
  const brush = canvas.getContext('2d')!;
  let held: HTMLImageElement | undefined;
  setInterval(() => {
    brush.fillStyle = '#969696';
    brush.fillRect(0, 0, 640, 480);
    if (held) brush.drawImage(held, 110, 30, 420, 420);
  }, 50);
  const watched: Watched = {
    lamp: [],
    lampRefuses: false,
    tones: [],
    vibrations: [],
    awake: 0,
    readers: 0,
    deaf: false,
    asked: [],
    streams: [],
    opens: async () => undefined,
    letOpen: () => undefined,
    sound: undefined,
    async hold(picture) {
      held = picture ? Object.assign(new Image(), { src: picture }) : undefined;
      await held?.decode();
    },
  };
  window.watched = watched;
  MediaDevices.prototype.getUserMedia = async (wanted) => {
    const video = wanted!.video as MediaTrackConstraints;
    watched.asked.push(video);
    if (video.deviceId) throw new DOMException('', 'OverconstrainedError');
    await watched.opens();
    watched.streams.push(canvas.captureStream(20));
    return watched.streams.at(-1)!;
  };
  MediaDevices.prototype.enumerateDevices = async () =>
    ['front', 'back'].map((deviceId) => ({ deviceId, kind: 'videoinput', label: deviceId }) as MediaDeviceInfo);
  window.Worker = class extends Worker {
    constructor(address: string | URL) {
      super(address);
      watched.readers++;
    }
    override postMessage(message: unknown, transfer?: unknown) {
      if (!watched.deaf) super.postMessage(message, transfer as Transferable[]);
    }
  };
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      watched.sound = this;
    }
  };
  MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
  MediaStreamTrack.prototype.applyConstraints = async (wanted) => {
    if (watched.lampRefuses) throw new DOMException('', 'NotReadableError');
    watched.lamp.push((wanted!.advanced![0] as { torch: boolean }).torch);
  };
  const released = async () => {
    watched.awake--;
  };
  const request = async () => {
    watched.awake++;
    return { release: released };
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  Object.defineProperty(navigator, 'vibrate', { value: (shake: unknown) => watched.vibrations.push(shake) });
  // A verdict closes after three or fifteen seconds; in these tests it stays until the test closes it.
  const wait = window.setTimeout;
  const waiting = (what: TimerHandler, ms?: number) => (ms === 3000 || ms === 15_000 ? 0 : wait(what, ms));
  window.setTimeout = waiting as typeof window.setTimeout;
  const play = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) {
    watched.tones.push(this.frequency.value);
    play.call(this, when);
  };
}

async function atWork(page: Page, request: APIRequestContext, name: string): Promise<void> {
  await page.addInitScript(watchSenses);
  await page.setViewportSize({ width: 320, height: 640 });
  await enrol(page, await invite(request, name));
  await start(page);
  await expect(page.getByRole('button', { name: 'Torch' })).toBeVisible();
}

const watched = <K extends keyof Watched>(page: Page, name: K) => page.evaluate((key) => window.watched[key], name);

/** Removes the ticket from view for so long that showing it again counts as another scan. */
async function takeAway(page: Page): Promise<void> {
  await hold(page);
  const now = () => page.evaluate(() => performance.now());
  const from = await now();
  await expect.poll(now).toBeGreaterThan(from + 3500);
}

async function hold(page: Page, text?: string): Promise<void> {
  const picture = text && encodeQR(text, 'data-url', { ecc: 'medium', border: 4, scale: 4 });
  await page.evaluate((picture) => window.watched.hold(picture), picture);
}

test('the light follows its button, the screen stays on while scanning, and a disconnected camera is reported', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await atWork(page, request, 'Dark gate');
  await expect(page.locator('video')).toHaveCSS('filter', 'none');
  const light = page.getByRole('button', { name: 'Torch' });
  await light.click();
  await expect(light).toHaveAttribute('aria-pressed', 'true');
  await page.evaluate(() => {
    window.watched.lampRefuses = true;
  });
  await light.click();
  await expect(page.getByRole('alert')).toContainText('cannot be switched');
  await expect(light).toHaveAttribute('aria-pressed', 'true');
  expect(await watched(page, 'lamp')).toEqual([true]);

  expect(await watched(page, 'awake')).toBe(1);
  // The browser releases the wake lock whenever the page is hidden, so the page requests it again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => watched(page, 'awake')).toBe(2);
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    const [track] = (video.srcObject as MediaStream).getTracks();
    track!.dispatchEvent(new Event('ended'));
  });
  await expect(page.getByRole('alert')).toContainText('The camera was disconnected');
  await expect.poll(() => watched(page, 'awake')).toBe(1);
  await start(page);
  await expect(light).toHaveAttribute('aria-pressed', 'false');
});

test('each verdict has its sound and vibration', async ({ page, request }) => {
  const ticket = await buy(request);
  await atWork(page, request, 'Loud gate');
  const felt = async (words: string) => {
    await expect(verdict(page)).toContainText(words);
    await expect.poll(() => watched(page, 'vibrations')).toHaveLength(1);
    return page.evaluate(() => [window.watched.vibrations.splice(0), window.watched.tones.splice(0)]);
  };
  await hold(page, ticket.qr);
  expect(await felt('Admitted')).toEqual([[[80]], [660, 990]]);
  await hold(page, `${ticket.qr.slice(0, -3)}AAA`);
  expect(await felt('Forged')).toEqual([[[500]], [170]]);
  await takeAway(page);
  await hold(page, ticket.qr);
  expect(await felt('Already inside')).toEqual([[[120, 80, 120]], [520, 520]]);
});

test('with the keyboard, Escape closes a verdict, and the focus returns to where it was', async ({ page, request }) => {
  const ticket = await buy(request);
  await atWork(page, request, 'Gate with keys');
  const focused = (name: string) => expect(page.getByRole('button', { name, exact: true })).toBeFocused();
  for (const key of ['Enter', 'Escape']) {
    await page.getByRole('button', { name: 'This phone' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press(key);
    await focused('This phone');
  }
  // A ticket is scanned while somebody types a name.
  await page.getByRole('button', { name: 'Type code' }).click();
  await page.keyboard.type('Ash');
  await hold(page, ticket.qr);
  await expect(verdict(page)).toContainText('Admitted');
  await focused('Next');
  await page.keyboard.press('Escape');
  await expect(verdict(page)).toBeHidden();
  await expect(page.getByLabel('Code under the QR code')).toBeFocused();
  await page.keyboard.type('a');
  await expect(page.getByLabel('Code under the QR code')).toHaveValue('Asha');
  await page.keyboard.press('Escape');
  await focused('Type code');

  await hold(page, `${ticket.qr.slice(0, -3)}AAA`);
  await expect(verdict(page)).toContainText('Forged');
  await takeAway(page);
  await hold(page, ticket.qr);
  await expect(verdict(page)).toContainText('Already inside');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Admit manually' }).click();
  await focused('The desk agreed');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await focused('Admit manually');
  await page.keyboard.press('Escape');
  await expect(verdict(page)).toBeHidden();
});

test('two admissions in a row look and sound different', async ({ page, request }) => {
  const [one, two] = [await buy(request), await buy(request)];
  await atWork(page, request, 'Busy gate');
  const side = () => verdict(page).getAttribute('data-side');
  await hold(page, one.qr);
  await expect(verdict(page).getByRole('alert')).toContainText(one.name);
  const [first, alert] = [await side(), await verdict(page).getByRole('alert').elementHandle()];
  await hold(page, two.qr);
  await expect(verdict(page).getByRole('alert')).toContainText(two.name);
  expect(await side()).not.toBe(first);
  // Screen readers announce an alert only when it is added, so each admission adds a new alert.
  expect(await alert!.evaluate((element) => element.isConnected)).toBe(false);
  // After a phone call has stopped the sound, pressing a button restarts it.
  await page.evaluate(() => window.watched.sound!.suspend());
  await verdict(page).getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => page.evaluate(() => window.watched.sound!.state)).toBe('running');
});

test('a code reader that crashed is replaced; if it crashes again, the screen says so', async ({ page, request }) => {
  const ticket = await buy(request);
  await atWork(page, request, 'Gate with a dead reader');
  await hold(page, ticket.qr);
  await expect(verdict(page)).toContainText('Admitted');
  const deaf = (value: boolean) =>
    page.evaluate((to) => {
      window.watched.deaf = to;
    }, value);
  await deaf(true);
  await expect.poll(() => watched(page, 'readers')).toBe(2);
  await expect(page.getByRole('alert').filter({ hasText: 'has stopped twice' })).toBeAttached();
  await deaf(false);
  await verdict(page).getByRole('button', { name: 'Next' }).click();
  await start(page);
  await takeAway(page);
  await hold(page, ticket.qr);
  await expect(verdict(page)).toContainText('Already inside');
});

test('if the chosen camera is missing, the rear camera is used; the camera can be stopped', async ({
  page,
  request,
}) => {
  await atWork(page, request, 'Gate of two cameras');
  await page.getByRole('combobox', { name: 'Camera' }).selectOption('back');
  await expect.poll(() => watched(page, 'asked')).toHaveLength(3);
  const [, chosen, instead] = await watched(page, 'asked');
  expect(chosen).toMatchObject({ deviceId: { exact: 'back' } });
  expect(instead).toMatchObject({ facingMode: { ideal: 'environment' } });
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Start scanning' })).toBeVisible();
  await expect.poll(() => watched(page, 'awake')).toBe(0);
  const isLive = page.locator('video').evaluate((video: HTMLVideoElement) => (video.srcObject as MediaStream).active);
  expect(await isLive).toBe(false);
});

test('Stop also stops a camera that is still starting', async ({ page, request }) => {
  await atWork(page, request, 'Gate of a slow camera');
  await page.evaluate(() => {
    const opening = new Promise<void>((resolve) => {
      window.watched.letOpen = resolve;
    });
    window.watched.opens = () => opening;
  });
  await page.getByRole('combobox', { name: 'Camera' }).selectOption('back');
  await expect.poll(() => watched(page, 'asked')).toHaveLength(3);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.evaluate(() => window.watched.letOpen());
  const live = () => page.evaluate(() => window.watched.streams.map(({ active }) => active));
  await expect.poll(live).toEqual([false, false]);
  await expect(page.getByRole('button', { name: 'Start scanning' })).toBeVisible();
  await expect.poll(() => watched(page, 'awake')).toBe(0);
});
