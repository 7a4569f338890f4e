// While pages are rendered, they request the addresses of pictures through this module, from the store that the
// prerender step sets. In the browser, islands receive the addresses as props.

/** A picture's addresses: a fallback and, except for SVG, a set for each format. */
export interface PictureSources {
  src: string;
  srcset: { avif?: string; webp?: string };
}

export interface Pictures {
  /**
   * Returns the sources for a picture in content/images/ in these widths (in pixels), cropped to the aspect ratio of
   * `size`. Cropping keeps the focus ("50 20", two percentages).
   */
  sources(file: string, size: { width: number; height: number }, widths: number[], focus?: string): PictureSources;
  /** The address of an unchanged file in content/images/. */
  address(file: string): string;
}

let store: Pictures | undefined;

export function setPictures(pictures: Pictures): void {
  store = pictures;
}

export function pictures(): Pictures {
  if (!store) throw new Error('pictures are resolved while pages are rendered, not in the browser');
  return store;
}

/** A picture with high priority, which was rendered with `first`. */
export interface Preload {
  srcset: string;
  sizes: string;
  /** A media query; undefined for all screens. */
  media: string | undefined;
}

let current: Preload[] | undefined;

/** Calls `render` and returns the pictures with high priority. */
export function collectPreloads(render: () => void): Preload[] {
  current = [];
  render();
  const found = current;
  current = undefined;
  return found;
}

export function preload(picture: Preload): void {
  current?.push(picture);
}
