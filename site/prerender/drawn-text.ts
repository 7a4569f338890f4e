// Draws text as outlines of the site's fonts (glyphs.json), so that a card looks the same on every machine.
import glyphs from './glyphs.json' with { type: 'json' };

interface Face {
  unitsPerEm: number;
  glyphs: Record<string, [advance: number, path: string]>;
  kerning: Record<string, number>;
}

const faces = glyphs as unknown as Record<'title' | 'text', Face>;
export type FaceName = keyof typeof faces;

/** Returns the width of a line of text, in the same unit as the font size. */
export function widthOf(text: string, face: FaceName, size: number): number {
  return layout(text, faces[face]).width * (size / faces[face].unitsPerEm);
}

/** Draws a line of text as an SVG group. Its baseline starts at (x, y). */
export function drawText(text: string, face: FaceName, size: number, x: number, y: number, fill: string): string {
  const { unitsPerEm } = faces[face];
  const scale = size / unitsPerEm;
  const paths = layout(text, faces[face]).marks.map(
    ({ path, at }) => `<path transform="translate(${at} 0)" d="${path}"/>`,
  );
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
}

/** Breaks text into lines no wider than `width`. */
export function wrap(text: string, face: FaceName, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(longer, face, size) > width) lines.push(word);
    else lines[Math.max(0, lines.length - 1)] = longer;
  }
  return lines;
}

function layout(text: string, face: Face) {
  const marks: { path: string; at: number }[] = [];
  let at = 0;
  let before = '';
  for (const sign of text) {
    // A letter without an outline becomes a space.
    const glyph = face.glyphs[sign] ?? face.glyphs[' ']!;
    at += face.kerning[before + sign] ?? 0;
    marks.push({ path: glyph[1], at });
    at += glyph[0];
    before = sign;
  }
  return { marks, width: at };
}
