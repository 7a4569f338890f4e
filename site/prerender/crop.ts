// Which part of a picture is kept when it is cropped to another proportion. It knows sizes only, so a picture with
// transparency is cut like the same one without.

export interface Size {
  width: number;
  height: number;
}

export interface Region extends Size {
  left: number;
  top: number;
}

/** The largest region of a proportion, with the focus ("50 20", per cent) as near to its middle as the edges allow. */
export function cropOf(original: Size, shape: Size, focus = '50 50'): Region {
  const [x = 50, y = 50] = focus.split(' ').map(Number);
  const scale = Math.min(original.width / shape.width, original.height / shape.height);
  const width = Math.min(original.width, Math.round(shape.width * scale));
  const height = Math.min(original.height, Math.round(shape.height * scale));
  return { width, height, left: edge(original.width, width, x), top: edge(original.height, height, y) };
}

function edge(whole: number, part: number, percent: number): number {
  return Math.round(Math.min(Math.max((whole * percent) / 100 - part / 2, 0), whole - part));
}
