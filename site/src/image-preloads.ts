// Which pictures of a page the browser should fetch first: those rendered with `first` while a page is being rendered.

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
