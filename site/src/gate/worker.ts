// Reads QR codes beside the page, at /gate.worker.js: inside the service worker's scope, so that its own fetch of the wasm is
// answered without a network, and with a policy of its own, so that the page's need not allow wasm.
import decodeQR from 'qr/decode.js';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** What the page sends: one picture at a time. */
export interface Picture {
  frame: VideoFrame | ImageBitmap;
}

/** What it hears: which reader works, then one answer for each picture. */
export type Heard = { ready: 'wasm' | 'plain' } | { text: string };

type Frame = Picture['frame'];

/** The brightness of a picture, row by row. */
interface Gray {
  width: number;
  height: number;
  rows: Uint8Array;
}

type Reader = (frame: Frame) => Promise<string>;

const usual: ReaderOptions = { formats: ['QRCode'], maxNumberOfSymbols: 1 };
/**
 * They take turns: the one binarizer finds blurred and small codes, the other those on a screen with moiré. The square in the
 * middle, where a ticket is held, is read in half the time of the whole picture, which is looked at now and then. Before each of
 * them the square is read at half its size: that takes a third of the time, and is enough for a ticket that is held near.
 */
const turns = [
  { binarizer: 'LocalAverage', whole: false },
  { binarizer: 'GlobalHistogram', whole: false },
  { binarizer: 'LocalAverage', whole: false },
  { binarizer: 'LocalAverage', whole: true },
] as const;
let turn = 0;
let canvas: OffscreenCanvas | undefined;

const say = (heard: Heard) => postMessage(heard);

/** ZXing; where WebAssembly is missing (iPhones in lockdown mode) or does not start, a reader in plain JavaScript. */
async function start(): Promise<Reader> {
  try {
    prepareZXingModule({ overrides: { locateFile: () => wasm } });
    // A wasm file of another version fails in every call; better now than before a guest.
    await readBarcodes(graymap({ width: 8, height: 8, rows: new Uint8Array(64).fill(255) }), usual);
    say({ ready: 'wasm' });
    return quick;
  } catch {
    say({ ready: 'plain' });
    return plain;
  }
}

const quick: Reader = async (frame) => {
  const { binarizer, whole } = turns[turn++ % turns.length]!;
  const gray = await luma(frame, whole);
  if (!gray) return read(drawn(frame, whole), binarizer);
  const near = whole ? '' : await read(graymap(half(gray)), 'LocalAverage');
  return near || read(graymap(gray), binarizer);
};

async function read(picture: Uint8Array<ArrayBuffer> | ImageData, binarizer: ReaderOptions['binarizer']) {
  const [found] = await readBarcodes(picture, { ...usual, binarizer });
  return found?.text ?? '';
}

/** It throws when it finds nothing. */
const plain: Reader = async (frame) => decodeQR(drawn(frame, turn++ % 4 === 3));

const reader = start();

addEventListener('message', async ({ data: { frame } }: MessageEvent<Picture>) => {
  const text = await (await reader)(frame).catch(() => '');
  frame.close();
  say({ text });
});

/** The brightness alone, as the camera made it; not every browser's frames have it apart. */
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

/** Of each four pixels their mean. */
function half({ width, height, rows }: Gray): Gray {
  const small = { width: width >> 1, height: height >> 1 };
  const means = new Uint8Array(small.width * small.height);
  let at = 0;
  for (let y = 0; y < small.height; y++) {
    let from = 2 * y * width;
    for (let x = 0; x < small.width; x++, from += 2)
      means[at++] = (rows[from]! + rows[from + 1]! + rows[from + width]! + rows[from + width + 1]! + 2) >> 2;
  }
  return { ...small, rows: means };
}

/** The largest square in the middle of a picture. Its corner and side are even, because two pixels share one colour. */
function middle(x: number, y: number, width: number, height: number) {
  const side = Math.min(width, height) & ~1;
  return { x: x + (((width - side) / 2) & ~1), y: y + (((height - side) / 2) & ~1), width: side, height: side };
}

/** A PGM file, which the reader takes as it is. */
function graymap({ width, height, rows }: Gray): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(head.length + rows.length);
  file.set(head);
  file.set(rows, head.length);
  return file;
}

function drawn(frame: Frame, whole: boolean): ImageData {
  const [wide, high] = 'copyTo' in frame ? [frame.displayWidth, frame.displayHeight] : [frame.width, frame.height];
  const { x, y, width, height } = whole ? { x: 0, y: 0, width: wide, height: high } : middle(0, 0, wide, high);
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(frame, -x, -y);
  return context.getImageData(0, 0, width, height);
}
