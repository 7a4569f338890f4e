// @vitest-environment node
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import encodeQR from 'qr';
import { beforeAll, expect, test } from 'vitest';
import { prepareZXingModule } from 'zxing-wasm/reader';
import { brightened, type Gray, passes, readGray } from './decode';

const text = `https://example.org/event-ticket/k3plj2ir7jw4a45y3bxdq2664a#${'AVz4_2p3PSGp'.repeat(14)}`;

beforeAll(() => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } });
});

/** A ticket as a camera sees it: in full light, black is 25 of 255 and white is 235, with noise of ±3. */
function seen(light: number): Gray {
  const code = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const pixels = 6;
  const width = code.length * pixels;
  const rows = new Uint8Array(width * width);
  let seed = 7;
  for (let i = 0; i < rows.length; i++) {
    const dark = code[Math.floor(i / width / pixels)]?.[Math.floor((i % width) / pixels)];
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const noise = (seed / 2 ** 32) * 6 - 3;
    rows[i] = Math.max(0, Math.round((dark ? 25 : 235) * light + noise));
  }
  return { width, height: width, rows };
}

test.each([1, 0.4, 0.1, 0.08, 0.06, 0.04])('a code is read at %d of the light, in one of the passes', async (light) => {
  const found: string[] = [];
  for (const turn of passes) found.push(await readGray(seen(light), turn));
  expect(found).toContain(text);
});

test('only a dark picture is brightened', () => {
  const bright = seen(0.6);
  expect(brightened(bright).rows).toBe(bright.rows);
  const { rows } = brightened(seen(0.05));
  expect([rows.includes(0), rows.includes(255)]).toEqual([true, true]);
  const none = { width: 2, height: 2, rows: new Uint8Array(4) };
  expect([...brightened(none).rows]).toEqual([0, 0, 0, 0]);
});
