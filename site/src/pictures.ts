// How pages ask for the addresses of pictures while they are rendered. The prerender step sets the store; the browser
// never needs one, because islands get finished addresses as props.

/** The addresses of one picture: a plain one, and sets by format. SVG has no sets. */
export interface PictureSources {
  src: string;
  srcset: { avif?: string; webp?: string };
}

export interface Pictures {
  /**
   * Sources of a picture of content/images/ in the given widths (pixels), cropped to the proportion of size. focus ("50
   * 20", per cent) stays in the picture when something must go.
   */
  sources(file: string, size: { width: number; height: number }, widths: number[], focus?: string): PictureSources;
  /** The address of a file of content/images/ as it is. */
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

/** A picture that the browser should fetch first: one rendered with `first`. */
export interface Preload {
  srcset: string;
  sizes: string;
  /** On which screens; all without it. */
  media: string | undefined;
}

let current: Preload[] | undefined;

/** Runs a render and returns the pictures that asked to be fetched first. */
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
