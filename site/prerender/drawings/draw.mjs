// Draws every picture of content/images/ from parameters: `node site/prerender/drawings/draw.mjs [part of a name]…`. The results are
// committed, so that editors can replace any of them by a photograph; nothing needs this program to build the site.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { film, poster } from './film.mjs';
import { mark } from './marks.mjs';
import { niche, portrait } from './people.mjs';
import { drawings } from './pictures.mjs';
import { scheduleSheet } from './schedule.mjs';
import { range } from './sheet.mjs';

const images = fileURLToPath(new URL('../../../content/images/', import.meta.url));
const two = (number) => String(number).padStart(2, '0');
const series = (count, make) => Object.fromEntries(range(count, (index) => make(index + 1)));

const pictures = {
  ...Object.fromEntries(Object.entries(drawings).map(([name, draw]) => [name, () => draw().toSVG()])),
  'itinerary/schedule.png': async () =>
    scheduleSheet(await readFile(new URL('../../../content/itinerary.yaml', import.meta.url), 'utf8')),
  ...series(13, (i) => [`speakers/speaker-${two(i)}.jpg`, () => portrait(i)]),
  ...series(10, (i) => [`bearers/bearer-${two(i)}.jpg`, () => niche(i)]),
  ...series(24, (i) => [`sponsors/sponsor-${two(i)}.png`, () => mark(i, 'Sponsor', two(i))]),
  ...series(9, (i) => [`partners/partner-${two(i)}.png`, () => mark(i + 24, 'Knowledge', `Partner ${two(i)}`)]),
};

async function render(name, draw) {
  const picture = sharp(Buffer.from(await draw()));
  const bytes = name.endsWith('.png')
    ? await picture.png({ palette: true, quality: 90, compressionLevel: 9 }).toBuffer()
    : await picture.jpeg({ quality: 76, mozjpeg: true }).toBuffer();
  await mkdir(dirname(images + name), { recursive: true });
  await writeFile(images + name, bytes);
}

const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.some((part) => name.includes(part));

for (const [name, draw] of Object.entries(pictures)) if (isWanted(name)) await render(name, draw);
if (isWanted('itinerary/poster.jpg')) await writeFile(`${images}itinerary/poster.jpg`, await poster());
if (isWanted('itinerary/transom')) await film(`${images}itinerary/transom`);
