import { existsSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Page, SiteContent } from '../src/entry-server.tsx';
import type { Palette } from '../src/types/content.gen.ts';
import { fanlight } from '../src/ui/fanlight.ts';
import { drawText, type FaceName, widthOf, wrap } from './drawn-text.ts';
import type { Mark } from './mark.ts';
import { hashOf, inParallel, type Output, writeAtomically } from './output.ts';
import { cropped } from './pictures.ts';

/** If more pages than this need a card, they share the first page's, because drawing thousands would take minutes. */
const maxCards = 200;

/** Draws a card for each page that search engines may index. Returns the cards' paths, keyed by the pages' files. */
export async function writeCards(
  output: Output,
  cache: string,
  images: string,
  pages: Page[],
  content: SiteContent,
  mark: Mark | undefined,
): Promise<Map<string, string>> {
  mkdirSync(cache, { recursive: true });
  const cards = new Map<string, string>();
  const drawings = new Map<string, Card>();
  for (const page of pages.filter(({ noindex }) => !noindex)) {
    if (drawings.size >= maxCards) {
      cards.set(page.file, cards.get(pages[0]!.file)!);
      continue;
    }
    const picture = content.sheetOf(page.path)?.drawing;
    const original = picture && join(images, picture);
    const sheet = draw(page, content, original === undefined, mark);
    const hash = hashOf(sheet + (original ? hashOf(await readFile(original)) : '')).slice(0, 8);
    const name = `${page.file.replace(/\.html$/, '').replaceAll('/', '-')}-${hash}.png`;
    drawings.set(name, { sheet, original });
    cards.set(page.file, `/cards/${name}`);
  }
  await inParallel(drawings, availableParallelism(), async ([name, card]) => {
    const file = join(cache, name);
    if (!existsSync(file)) await paint(card, file, content.brand.light.page);
    output.write(`cards/${name}`, await readFile(file));
  });
  return cards;
}

/** A card's text as SVG, and the picture for its right half. */
interface Card {
  sheet: string;
  original: string | undefined;
}

const picture = { left: 486, width: 714, height: 476 };

async function paint({ sheet, original }: Card, file: string, background: string): Promise<void> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  const words = Buffer.from(sheet);
  const { width, height, left } = picture;
  const layers = original
    ? [
        { input: await (await cropped(sharp, original, { width, height })).png().toBuffer(), left, top: 0 },
        { input: words },
      ]
    : [{ input: words }];
  await writeAtomically(file, (draft) =>
    sharp({ create: { width: 1200, height: 630, channels: 3, background } })
      .composite(layers)
      .png({ palette: true, colours: original ? 128 : 64, compressionLevel: 9 })
      .toFile(draft),
  );
}

/** Draws everything but the picture. Without a picture, it draws the ornament or the logo in its place. */
export function draw(page: Page, { brand, event, cities }: SiteContent, ornament: boolean, mark?: Mark): string {
  const colours = brand.light;
  const title = (page.path === '/' && event.tagline) || page.title;
  const [largest, room] = ornament ? [title.length > 26 ? 84 : 104, 640] : [64, 420];
  const longest = Math.max(...title.split(' ').map((word) => widthOf(word, 'title', largest)));
  const size = largest * Math.min(1, room / longest);
  const lines = wrap(title, 'title', size, room).slice(0, 3);
  const first = 300 - ((lines.length - 1) * size * 1.04) / 2;
  const box = 56 + (mark ? 56 : 0);
  const name = page.sheet ? box + sheetWidth(page.sheet) + 18 : box;
  const number = page.sheet
    ? `<rect x="${box}" y="56" width="${sheetWidth(page.sheet)}" height="40" fill="none" stroke="${colours.text}" ` +
      `stroke-width="1.5"/>
${drawText(page.sheet, 'text', 26, box + 14, 85, colours.text)}
`
    : '';
  const short = drawText(event.short_name, 'text', 26, name, 85, colours.muted);
  const where = cities().join(' · ');
  const line = `${event.display_dates} · ${where}`;
  const when = widthOf(line, 'text', 28) > 484 ? [event.display_dates, where] : [line];
  const top = when.length > 1 ? 549 : 568;
  const emblem = brand.ornament === 'fanlight' ? ornamentOf(colours) : (mark?.place(820, 110, 300) ?? '');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
${ornament ? emblem : ''}<rect y="476" width="1200" height="20" fill="${colours.text}"/>
${mark?.place(56, 56, 40) ?? ''}${number}${short}
${lines.map((line, index) => halo(line, size, 56, first + index * size * 1.04, colours)).join('')}
${fitted(event.name, 'title', 40, 56, 570, 580, colours.text)}
${when.map((text, index) => fitted(text, 'text', 28, 660, top + index * 38, 484, colours.muted)).join('')}
</svg>`;
}

function fitted(text: string, face: FaceName, size: number, x: number, y: number, width: number, colour: string) {
  return drawText(text, face, size * Math.min(1, width / widthOf(text, face, size)), x, y, colour);
}

const light = fanlight({ radius: 320, sectors: 6, rings: 4, margin: 4 });

const ornamentOf = ({ text, highlight }: Palette) =>
  `<svg x="640" y="150" width="648" height="347" viewBox="${light.viewBox}" fill="none" stroke="${text}">
<path d="${light.panes[3]}${light.panes[4]}" fill="${highlight}" stroke="none"/>
<path d="${light.lattice}${light.frames}" stroke-width="1.6"/><path d="${light.cusps}${light.mullions}" ` +
  `stroke-width="3"/><path d="${light.arch}" stroke-width="6"/></svg>`;

const sheetWidth = (sheet: string) => 28 + sheet.length * 15;

/** Draws the title with an outline in the background colour where it crosses the drawing. */
function halo(line: string, size: number, x: number, y: number, { primary, page }: Palette): string {
  const text = drawText(line, 'title', size, x, y, primary);
  const ground = text.replace('<g ', `<g stroke="${page}" stroke-width="300" stroke-linejoin="round" `);
  return ground + text;
}
