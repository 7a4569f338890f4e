// Prepares a picture before it leaves the device: turns it upright, scales it down, and removes its metadata.
import * as texts from '../texts';
import type { Upload } from '../types/content.gen';

/** A picture in the size in which it will be sent. */
export interface Picture {
  canvas: HTMLCanvasElement;
  width: number;
  height: number;
}

/** An error with a message for the visitor. */
export class PictureError extends Error {}

const mimeTypes: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };

export const acceptOf = (upload: Upload): string =>
  [...new Set(upload.accept.flatMap((ending) => [`.${ending}`, mimeTypes[ending] ?? '']))].filter(Boolean).join(',');

/** A file without a type is recognised by its name. */
export function isAccepted(file: { name: string; type: string }, upload: Upload): boolean {
  if (file.type) return upload.accept.some((ending) => mimeTypes[ending] === file.type);
  return upload.accept.some((ending) => file.name.toLowerCase().endsWith(`.${ending}`));
}

/** The size after scaling a picture so that its longest side has at most this many pixels. */
export function fitInto(width: number, height: number, longestSide: number): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** The maximum for a picture's longest side; the content may set a lower maximum. */
const maxPixels = 1600;
/** The minimum for a picture's shortest side: nobody can recognise a face or read a document in fewer pixels. */
const minPixels = 200;

export async function readPicture(file: Blob, upload: Upload): Promise<Picture> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap || Math.min(bitmap.width, bitmap.height) < minPixels)
    throw new PictureError(texts.notAPicture(minPixels));
  const size = fitInto(bitmap.width, bitmap.height, Math.min(upload.longest_side, maxPixels));
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = '#fff'; // transparent parts become white
  pen.fillRect(0, 0, size.width, size.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, 0, 0, size.width, size.height);
  bitmap.close();
  return { canvas, ...size };
}

/** Rotates to the right by 90 degrees. */
export function turned({ canvas, width, height }: Picture): Picture {
  const upright = document.createElement('canvas');
  Object.assign(upright, { width: height, height: width });
  const pen = upright.getContext('2d')!;
  pen.translate(height, 0);
  pen.rotate(Math.PI / 2);
  pen.drawImage(canvas, 0, 0);
  return { canvas: upright, width: height, height: width };
}

/** Encodes as JPEG, lowering the quality until the picture fits the field's limit. */
export async function encode({ canvas }: Picture, upload: Upload): Promise<Blob> {
  const limit = upload.max_mb * 1024 * 1024;
  for (const quality of [0.86, 0.75, 0.6]) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (blob && blob.size <= limit) return blob;
  }
  throw new PictureError(texts.pictureTooLarge(upload.max_mb));
}

/** "412 kB" or "1.3 MB". */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
