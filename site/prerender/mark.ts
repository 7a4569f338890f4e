// The logo in brand.yaml as SVG: its drawing, or the first letter of the event's short name. Icons and pages draw the
// fanlight themselves.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteContent } from '../src/entry-server.tsx';
import { cleanDrawing, parsed } from './drawings.ts';
import { drawText, widthOf } from './drawn-text.ts';

export interface Mark {
  /** The logo as a separate file, in which lines in currentColor follow the theme. */
  file: string;
  /** Draws the logo in the middle of a square, for use in a larger drawing. */
  place: (x: number, y: number, side: number) => string;
}

/** Returns the logo, or undefined if it is the fanlight. */
export function makeMark({ brand, event }: SiteContent, images: string): Mark | undefined {
  if (brand.ornament === 'fanlight' && !brand.mark) return undefined;
  const source = brand.mark
    ? cleanDrawing(readFileSync(join(images, brand.mark), 'utf8'))
    : letter([...event.short_name][0]!.toUpperCase(), brand.light.primary, brand.light.on_primary);
  const drawing = parsed(source);
  const sizes = ['width', 'height'].map((name) => Number.parseFloat(drawing.getAttribute(name) ?? ''));
  if (!drawing.hasAttribute('viewBox')) drawing.setAttribute('viewBox', `0 0 ${sizes.join(' ')}`);
  const placed = (attributes: Record<string, string>) => {
    for (const [name, value] of Object.entries(attributes)) drawing.setAttribute(name, value);
    return drawing.outerHTML;
  };
  const [width, height] = drawing
    .getAttribute('viewBox')!
    .split(/[\s,]+/)
    .slice(2);
  const dark = `@media(prefers-color-scheme:dark){:root{color:${brand.dark.text}}}`;
  const themes = `<style>:root{color:${brand.light.text}}${dark}</style>`;
  const file = placed({ width: width!, height: height! }).replace(/>/, `>${themes}`);
  return {
    file,
    place: (x, y, side) =>
      `<g color="${brand.light.text}">${placed({ x: `${x}`, y: `${y}`, width: `${side}`, height: `${side}` })}</g>`,
  };
}

function letter(sign: string, ground: string, colour: string): string {
  const size = 76;
  const x = (100 - widthOf(sign, 'title', size)) / 2;
  const square = `<rect width="100" height="100" rx="14" fill="${ground}"/>`;
  const text = drawText(sign, 'title', size, x, 77, colour);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${square}${text}</svg>`;
}
