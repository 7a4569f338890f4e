import { existsSync, mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Palette } from '../src/types/content.gen.ts';
import { fanlight } from '../src/ui/fanlight.ts';
import type { Mark } from './mark.ts';
import { hashOf, type Output, writeAtomically } from './output.ts';

const light = fanlight({ radius: 100, sectors: 3, rings: 1, margin: 6 });

/** `mark` is undefined if the logo is the fanlight. */
interface Look {
  mark: Mark | undefined;
  light: Palette;
}

/** `inset` is the margin on each side. */
function icon({ mark, light: { text, page, highlight } }: Look, inset: number, grounded: boolean): string {
  const ground = grounded ? page : undefined;
  if (mark)
    return ground
      ? '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">' +
          `<rect width="100" height="100" fill="${ground}"/>` +
          `${mark.place(100 * inset, 100 * inset, 100 - 200 * inset)}</svg>`
      : mark.file;
  const [, , width, height] = light.viewBox.split(' ').map(Number) as [number, number, number, number];
  const side = width / (1 - 2 * inset);
  const x = (side - width) / 2;
  const y = (side - height) / 2;
  // Without a background, the lines follow the colour scheme of the browser's tabs.
  const dark = `@media(prefers-color-scheme:dark){.l{stroke:${page}}.b{fill:${page}}}`;
  const under = ground
    ? `<rect width="${side}" height="${side}" fill="${ground}"/>`
    : `<style>.l{stroke:${text}}.b{fill:${text}}${dark}</style>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${under}
<g transform="translate(${x} ${y})" fill="none"${ground ? ` stroke="${text}"` : ''}>
<path d="${light.panes.join('')}" fill="${highlight}"/>
<path class="l" d="${light.lattice}${light.frames}${light.cusps}" stroke-width="5"/>
<path class="l" d="${light.mullions}" stroke-width="6"/>
<path class="l" d="${light.arch}" stroke-width="10"/>
<path class="b" d="${light.bar}" stroke="none"${ground ? ` fill="${text}"` : ''}/></g></svg>`;
}

export async function writeIcons(output: Output, cache: string, look: Look): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const plain = icon(look, 0.02, false);
  output.write('icon.svg', plain);
  if (look.mark) output.write('mark.svg', look.mark.file);
  const png = async (drawing: string, size: number) => {
    const file = join(cache, `${size}-${hashOf(drawing)}.png`);
    if (!existsSync(file)) await writeAtomically(file, async (draft) => writeFile(draft, await paint(drawing, size)));
    return readFile(file);
  };
  // Emails show it, too (api/app/server.go).
  output.write('apple-touch-icon.png', await png(icon(look, 0.1, true), 180));
  output.write('favicon.ico', icoOf(await png(icon(look, 0.02, true), 32), 32));
}

async function paint(drawing: string, size: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(drawing), { density: 300 }).resize(size, size).png({ compressionLevel: 9 }).toBuffer();
}

function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
