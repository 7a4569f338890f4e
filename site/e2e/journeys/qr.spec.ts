// Reads a ticket's QR code as a phone's camera would, from the screen and from paper.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { fromBase64url, readCode as readTicket } from '../../src/gate/token.ts';
import { signInWithTicket } from './booking.ts';
import { expect, test } from './steps.ts';

// With a scale factor of 1, a QR code has the fewest pixels.
test.use({ deviceScaleFactor: 1 });

interface Published {
  event_mark: number;
  keys: { id: string; public_key: string }[];
}

/** Uses only the published keys, as a gate without a network does. */
const verify = (text: string, { event_mark, keys }: Published) =>
  readTicket(text, new Map(keys.map(({ id, public_key }) => [id, fromBase64url(public_key)!])), [event_mark]);

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

/** The code must be dark on light, with a margin of four light modules. */
async function readCode(picture: Buffer): Promise<string> {
  const [code] = await readBarcodes(picture, { formats: ['QRCode'], tryInvert: false, maxNumberOfSymbols: 1 });
  expect(code, 'a code that can be read').toBeTruthy();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { topLeft: from, bottomRight: to } = code!.position;
  const module = (to.x - from.x) / (17 + 4 * Number(JSON.parse(code!.extra).Version));
  const quiet = Math.floor(4 * module) - 1;
  const light = (x: number, y: number) =>
    Math.min(...data.subarray(4 * (y * info.width + x), 4 * (y * info.width + x) + 3));
  const [left, top, right, bottom] = [from.x, from.y, to.x, to.y].map(Math.round) as [number, number, number, number];
  let darkest = 255;
  for (let y = top - quiet; y < bottom + quiet; y++) {
    for (let x = left - quiet; x < right + quiet; x++) {
      const inside = x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1;
      if (!inside) darkest = Math.min(darkest, light(x, y));
    }
  }
  expect(darkest, 'the lightness of the quiet zone').toBeGreaterThan(240);
  return code!.text;
}

const photograph = (page: Page): Promise<Buffer> => page.screenshot({ animations: 'disabled' });

/** Tries again, because content that loads above the code may still move it. */
async function readOnScreen(page: Page, code: Locator): Promise<string> {
  let text = '';
  await expect(async () => {
    await code.scrollIntoViewIfNeeded();
    text = await readCode(await photograph(page));
  }).toPass({ timeout: 120_000 });
  return text;
}

async function mailedPicture(email: string): Promise<Buffer> {
  const outbox = join(process.env.E2E_FOLDER!, 'outbox');
  const read = () => {
    const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));
    const mail = mails.find((text) => text.includes(email) && text.includes('image/png')) ?? '';
    const part = mail.split(/\r?\n--/).find((text) => text.includes('image/png')) ?? '';
    return part.split(/\r?\n\r?\n/)[1] ?? '';
  };
  await expect.poll(read).not.toBe('');
  return Buffer.from(read(), 'base64');
}

test("a ticket's code is read from screen, paper and email, and verified without a network", async ({ page }) => {
  const { person } = await signInWithTicket(page);
  const inList = page.getByRole('img', { name: /^QR code for .+'s ticket/ });
  const published: Published = await (await page.request.get('/.well-known/transom-ticket-key')).json();
  const texts = new Set<string>();

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1440]) {
      await test.step(`${colorScheme}, ${width} px`, async () => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 900 });
        await page.goto('/dashboard');
        texts.add(await readOnScreen(page, inList));
        await page.getByRole('article').getByRole('link').click();
        const onCard = page.getByRole('img', { name: 'QR code for this ticket' });
        texts.add(await readOnScreen(page, onCard));
      });
    }
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 397, height: 559 }); // A6
  texts.add(await readCode(await photograph(page)));
  const paper = await page.pdf({ preferCSSPageSize: true });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

  texts.add(await readCode(await mailedPicture(person.Email)));

  expect([...texts]).toHaveLength(1);
  const [text = ''] = texts;
  expect(text).toContain(`${new URL(page.url()).pathname}#`);
  expect(await verify(text, published)).toMatchObject({
    kind: 'ticket',
    claims: { holder: expect.stringMatching(/^Asha Verma [a-z ]+$/) },
  });
  const last = text.slice(-1);
  expect(await verify(text.slice(0, -1) + (last === 'A' ? 'Q' : 'A'), published)).toEqual({ kind: 'forged' });
});
