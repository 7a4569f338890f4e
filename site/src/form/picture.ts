// What is done to a picture before it leaves the device: decoded, turned upright, scaled down, encoded anew without
// its metadata. A photo of a phone becomes a few hundred kilobytes, which also spares the visitor's data.
import type { Upload } from '../types/content.gen';

/** A picture as large as it will be sent. */
export interface Picture {
  canvas: HTMLCanvasElement;
  width: number;
  height: number;
}

/** A message for the person who chose the file. */
export class PictureError extends Error {}

const mimeTypes: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };

/** The value of an input's accept attribute. */
export const acceptOf = (upload: Upload): string =>
  [...new Set(upload.accept.flatMap((ending) => [`.${ending}`, mimeTypes[ending] ?? '']))].filter(Boolean).join(',');

/** Whether the file is of a kind that the field accepts; some systems give files no type, then the name decides. */
export function isAccepted(file: { name: string; type: string }, upload: Upload): boolean {
  if (file.type) return upload.accept.some((ending) => mimeTypes[ending] === file.type);
  return upload.accept.some((ending) => file.name.toLowerCase().endsWith(`.${ending}`));
}

/** The size of a picture whose longest side is at most this many pixels. */
export function fitInto(width: number, height: number, longestSide: number): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Wire and paper need no more; the content may ask for less. */
const mostPixels = 1600;

export async function readPicture(file: Blob, upload: Upload): Promise<Picture> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new PictureError('This file cannot be read as a picture. Please choose another one.');
  });
  const size = fitInto(bitmap.width, bitmap.height, Math.min(upload.longest_side, mostPixels));
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const pen = canvas.getContext('2d');
  if (!pen) throw new PictureError('This browser cannot prepare the picture.');
  pen.fillStyle = '#fff'; // what is transparent becomes paper
  pen.fillRect(0, 0, size.width, size.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, 0, 0, size.width, size.height);
  bitmap.close();
  return { canvas, ...size };
}

/** The picture turned by a quarter to the right. */
export function turned({ canvas, width, height }: Picture): Picture {
  const upright = document.createElement('canvas');
  Object.assign(upright, { width: height, height: width });
  const pen = upright.getContext('2d')!;
  pen.translate(height, 0);
  pen.rotate(Math.PI / 2);
  pen.drawImage(canvas, 0, 0);
  return { canvas: upright, width: height, height: width };
}

/** Encodes the picture as JPEG below the field's limit, a little coarser each time it is too large. */
export async function encode({ canvas }: Picture, upload: Upload): Promise<Blob> {
  const limit = upload.max_mb * 1024 * 1024;
  for (const quality of [0.86, 0.75, 0.6]) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (blob && blob.size <= limit) return blob;
  }
  throw new PictureError(`The picture is larger than ${upload.max_mb} MB. Please choose a smaller one.`);
}

/** A size for people: "412 kB", "1.3 MB". */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
