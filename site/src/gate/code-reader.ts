// The worker that reads QR codes, at /gate.worker.js. This address is in the service worker's scope, so the wasm file
// loads without a network. The worker has its own security policy, so the page's policy does not have to allow wasm.
import decodeQR from 'qr/decode.js';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { type Gray, graymap, passes, readGray, usual } from './decode';

/** A message from the page: one picture. */
export interface Picture {
  frame: VideoFrame | ImageBitmap;
}

/** A message to the page: first, which reader is in use; then the text found in each picture, or "". */
export type ReaderMessage = { ready: 'wasm' | 'plain' } | { text: string };

type Frame = Picture['frame'];

type Reader = (frame: Frame) => Promise<string>;

let pass = 0;
let canvas: OffscreenCanvas | undefined;

const say = (heard: ReaderMessage) => postMessage(heard);

/** Starts ZXing, or a reader in plain JavaScript if WebAssembly is missing (lockdown mode) or fails. */
async function start(): Promise<Reader> {
  try {
    prepareZXingModule({ overrides: { locateFile: () => wasm } });
    // A wasm file from another version fails on every call. Test the file now, before the first visitor comes.
    await readBarcodes(graymap({ width: 8, height: 8, rows: new Uint8Array(64).fill(255) }), usual);
    say({ ready: 'wasm' });
    return quick;
  } catch {
    say({ ready: 'plain' });
    return plain;
  }
}

const quick: Reader = async (frame) => {
  const now = passes[pass++ % passes.length]!;
  return readGray((await luma(frame, now.whole)) ?? grayOf(drawn(frame, now.whole)), now);
};

/** The reader in plain JavaScript throws an error if the picture has no code. */
const plain: Reader = async (frame) => decodeQR(drawn(frame, pass++ % 4 === 3));

const reader = start();

addEventListener('message', async ({ data: { frame } }: MessageEvent<Picture>) => {
  const text = await (await reader)(frame).catch(() => '');
  frame.close();
  say({ text });
});

/** A camera frame's brightness channel; undefined if the browser does not offer it separately. */
async function luma(frame: Frame, whole: boolean): Promise<Gray | undefined> {
  if (!('copyTo' in frame) || (frame.format !== 'I420' && frame.format !== 'NV12')) return;
  const { x, y, width, height } = frame.visibleRect!;
  const part = whole ? { x, y, width, height } : middle(x, y, width, height);
  const bytes = new Uint8Array(frame.allocationSize({ rect: part }));
  const [plane] = await frame.copyTo(bytes, { rect: part });
  if (!plane) return;
  const rows = new Uint8Array(part.width * part.height);
  for (let row = 0; row < part.height; row++) {
    const from = plane.offset + row * plane.stride;
    rows.set(bytes.subarray(from, from + part.width), row * part.width);
  }
  return { width: part.width, height: part.height, rows };
}

/** The largest square in the middle, with even position and size, because two pixels share one colour value. */
function middle(x: number, y: number, width: number, height: number) {
  const side = Math.min(width, height) & ~1;
  return { x: x + (((width - side) / 2) & ~1), y: y + (((height - side) / 2) & ~1), width: side, height: side };
}

function grayOf({ width, height, data }: ImageData): Gray {
  const rows = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < rows.length; i++, at += 4)
    rows[i] = (77 * data[at]! + 150 * data[at + 1]! + 29 * data[at + 2]!) >> 8;
  return { width, height, rows };
}

function drawn(frame: Frame, whole: boolean): ImageData {
  const [wide, high] = 'copyTo' in frame ? [frame.displayWidth, frame.displayHeight] : [frame.width, frame.height];
  const { x, y, width, height } = whole ? { x: 0, y: 0, width: wide, height: high } : middle(0, 0, wide, high);
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(frame, -x, -y);
  return context.getImageData(0, 0, width, height);
}
