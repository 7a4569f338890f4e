// While pages are rendered, they get the addresses of pictures from a store that the prerender step sets. In the
// browser, islands receive the addresses as props.

/** A picture's addresses. `srcset` has the AVIF files ('' for SVG), `src` one file for all other browsers. */
export interface PictureSources {
  src: string;
  srcset: string;
}

export interface Pictures {
  /** The `widths` are in pixels. Crops to the aspect ratio of `size` around the focus ("50 20", two percentages). */
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

/** A picture with high priority. */
export interface Preload {
  srcset: string;
  sizes: string;
  /** A media query; undefined for all screens. */
  media: string | undefined;
}

let current: Preload[] | undefined;

/** Returns the pictures with high priority that `render` shows. */
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
