// Draws every picture of content/images/ from parameters: `node site/art/draw.mjs [name…]`. The results are committed,
// so that editors can replace any of them by a photograph; nothing needs this program to build the site.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { film } from './film.mjs';
import { mark } from './marks.mjs';
import { day, pen, range, sheet } from './pen.mjs';
import { niche, portrait } from './people.mjs';
import { drawings } from './pictures.mjs';
import { scheduleSheet } from './schedule.mjs';
import * as more from './scenes-more.mjs';

const images = fileURLToPath(new URL('../../content/images/', import.meta.url));
const two = (number) => String(number).padStart(2, '0');

const pictures = {
  ...Object.fromEntries(Object.entries(drawings).map(([name, draw]) => [name, () => draw().toSVG()])),
  'itinerary/poster.jpg': () => sheet(1280, 720, day, `<g transform="scale(0.5333)"><g transform="translate(0 -90)">${more.poster(pen(day))}</g></g>`, { border: false }),
  'itinerary/schedule.png': async () => scheduleSheet(await readFile(new URL('../../content/itinerary.yaml', import.meta.url), 'utf8')),
  ...Object.fromEntries(range(13).map((i) => [`speakers/speaker-${two(i + 1)}.jpg`, () => portrait(i + 1)])),
  ...Object.fromEntries(range(10).map((i) => [`bearers/bearer-${two(i + 1)}.jpg`, () => niche(i + 1)])),
  ...Object.fromEntries(range(24).map((i) => [`sponsors/sponsor-${two(i + 1)}.png`, () => mark(i + 1, 'Sponsor', two(i + 1))])),
  ...Object.fromEntries(range(9).map((i) => [`partners/partner-${two(i + 1)}.png`, () => mark(i + 30, 'Knowledge', `Partner ${two(i + 1)}`)])),
};

async function render(name, draw) {
  const target = images + name;
  await mkdir(dirname(target), { recursive: true });
  const picture = sharp(Buffer.from(await draw()));
  const bytes = name.endsWith('.png')
    ? await picture.png({ palette: true, quality: 90, compressionLevel: 9 }).toBuffer()
    : await picture.jpeg({ quality: 76, mozjpeg: true }).toBuffer();
  await writeFile(target, bytes);
}

const wanted = process.argv.slice(2);
for (const [name, draw] of Object.entries(pictures)) {
  if (wanted.length === 0 || wanted.some((part) => name.includes(part))) await render(name, draw);
}
if (wanted.length === 0 || wanted.includes('film')) await film(images + 'itinerary/transom');
