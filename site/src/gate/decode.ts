import { type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';

/** A picture's brightness values, row by row. */
export interface Gray {
  width: number;
  height: number;
  rows: Uint8Array;
}

export interface Pass {
  binarizer: ReaderOptions['binarizer'];
  /** Read the whole picture, not only the square in the middle. */
  whole: boolean;
  /** Brighten a dark picture first: in less than a tenth of full light, no binarizer finds edges. */
  brighten: boolean;
}

export const usual: ReaderOptions = { formats: ['QRCode'], maxNumberOfSymbols: 1 };
/**
 * Tried in turn on successive pictures, because each binarizer reads codes that the other misses. A ticket is usually
 * in the middle square, which takes half as long to read as the whole picture (decision 0138).
 */
export const passes: Pass[] = [
  { binarizer: 'LocalAverage', whole: false, brighten: false },
  { binarizer: 'GlobalHistogram', whole: false, brighten: false },
  { binarizer: 'LocalAverage', whole: false, brighten: true },
  { binarizer: 'LocalAverage', whole: true, brighten: true },
];

/** Returns the text of the code, or "". Half size takes a third of the time and is enough for a ticket close by. */
export async function readGray(gray: Gray, { binarizer, brighten }: Pass): Promise<string> {
  const seen = (picture: Gray) => (brighten ? brightened(picture) : picture);
  return (await read(seen(half(gray)), 'LocalAverage')) || read(seen(gray), binarizer);
}

async function read(gray: Gray, binarizer: ReaderOptions['binarizer']): Promise<string> {
  const [found] = await readBarcodes(graymap(gray), { ...usual, binarizer });
  return found?.text ?? '';
}

/** The share of the brightest and of the darkest pixels to ignore, because they may be a lamp or noise. */
const leftOut = 1 / 200;
const isDark = 128;
/** Only every seventh pixel is counted. Usual widths are not multiples of seven, so every column is covered. */
const sample = 7;

/** Stretches a dark picture's contrast from black to white. Other pictures are returned unchanged. */
export function brightened({ width, height, rows }: Gray): Gray {
  const counts = new Uint32Array(256);
  for (let i = 0; i < rows.length; i += sample) counts[rows[i]!]!++;
  const few = (rows.length / sample) * leftOut;
  let high = 255;
  for (let seen = counts[high]!; high > 1 && seen < few; seen += counts[high]!) high--;
  if (high >= isDark) return { width, height, rows };
  let low = 0;
  for (let seen = counts[low]!; low < high - 1 && seen < few; seen += counts[low]!) low++;
  const bright = Uint8ClampedArray.from(counts, (_, value) => ((value - low) * 255) / (high - low));
  return { width, height, rows: rows.map((value) => bright[value]!) };
}

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

/** Returns a PGM file, which the reader accepts without conversion. */
export function graymap({ width, height, rows }: Gray): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(head.length + rows.length);
  file.set(head);
  file.set(rows, head.length);
  return file;
}
