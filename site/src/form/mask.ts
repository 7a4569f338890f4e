// Black bars over a picture, measured in its pixels. The bars are part of the uploaded picture, so the covered part
// never leaves the device.
import type { Picture } from './picture';

/** `x` and `y` are the upper left corner. */
export interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Size = Pick<Bar, 'width' | 'height'>;

const minSize = 12;

/** Covers the number's usual place: below the middle, over the first two thirds of the line. */
export function firstBar({ width, height }: Size): Bar {
  return within({ x: width * 0.26, y: height * 0.7, width: width * 0.32, height: height * 0.1 }, { width, height });
}

/** Adds a bar in the middle of the picture. */
export function anotherBar({ width, height }: Size): Bar {
  return within({ x: width * 0.34, y: height * 0.45, width: width * 0.32, height: height * 0.1 }, { width, height });
}

/** Returns the bar in whole pixels, moved or shrunk if necessary to fit inside the picture. */
export function within(bar: Bar, picture: Size): Bar {
  const width = clamp(Math.round(bar.width), minSize, picture.width);
  const height = clamp(Math.round(bar.height), minSize, picture.height);
  return {
    x: clamp(Math.round(bar.x), 0, picture.width - width),
    y: clamp(Math.round(bar.y), 0, picture.height - height),
    width,
    height,
  };
}

export const moved = (bar: Bar, dx: number, dy: number, picture: Size): Bar =>
  within({ ...bar, x: bar.x + dx, y: bar.y + dy }, picture);

/** Moves the lower right corner. */
export function resized(bar: Bar, dx: number, dy: number, picture: Size): Bar {
  const width = clamp(bar.width + dx, minSize, picture.width - bar.x);
  const height = clamp(bar.height + dy, minSize, picture.height - bar.y);
  return within({ ...bar, width, height }, picture);
}

/** An arrow key moves the bar, or with Shift its lower right corner. Returns undefined for other keys. */
export function byKey(bar: Bar, key: string, shift: boolean, picture: Size): Bar | undefined {
  const step = Math.max(2, Math.round(Math.max(picture.width, picture.height) / 100));
  const direction: Record<string, [number, number]> = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, -step],
    ArrowDown: [0, step],
  };
  const way = direction[key];
  return way && (shift ? resized : moved)(bar, ...way, picture);
}

/** Copies the picture with black pixels where the bars are. */
export function covered(picture: Picture, bars: readonly Bar[]): Picture {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: picture.width, height: picture.height });
  const pen = canvas.getContext('2d')!;
  pen.drawImage(picture.canvas, 0, 0);
  pen.fillStyle = '#000';
  for (const bar of bars) pen.fillRect(bar.x, bar.y, bar.width, bar.height);
  return { ...picture, canvas };
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);
