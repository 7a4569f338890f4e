// The looping film of the itinerary and its poster: a bus drives from the lakes to the new city and on, under
// the fanlight. The strip of buildings is as long as the loop, so the last frame leads back to the first.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { palm, person, tree } from './entourage.mjs';
import { chhatri, cuspedArch, dome, drawFanlight, eave, merlons } from './masonry.mjs';
import { grounds, marigold } from './palette.mjs';
import { towers } from './scenes/cities.mjs';
import { minaret, skyline } from './scenes/water.mjs';
import { box, circle, range, Sheet, seg } from './sheet.mjs';

const run = promisify(execFile);
const [width, height, loop, base, frames, perSecond] = [1280, 720, 3840, 560, 140, 20];

/** The road's buildings, drawn twice so that any window of one width can be cut out of it. */
async function strip() {
  const sheet = new Sheet(loop + width, 720, { ...grounds.day, accent: '#A83F24' }, 61);
  const scene = new Sheet(loop, 720, { ...grounds.day, accent: '#A83F24' }, 62);
  skyline(scene, 60, 560, base, 58);
  scene.fill(box(600, base - 130, 230, 130), scene.paper, { pen: 'medium' });
  range(3, (i) => scene.fill(`${cuspedArch(618 + i * 68, base, 56, 92)}Z`, scene.line));
  eave(scene, 600, base - 130, 230, 14);
  dome(scene, 715, base - 146, 66, { swell: 0.6 });
  [584, 846].forEach((x) => minaret(scene, x, base, 30, 290));
  skyline(scene, 880, 1240, base, 54);
  [1290, 1400, 1660, 1790].forEach((x, i) => tree(scene, x, base, 150 + (i % 3) * 36));
  [1520, 1560, 1880].forEach((x) => palm(scene, x, base, 170));
  chhatri(scene, 1720, base, 110);
  towers(scene, 1960, 2860, base, 66);
  tree(scene, 2920, base, 170);
  skyline(scene, 2990, 3300, base, 56);
  range(4, (row) => {
    scene.fill(box(3330 + row * 40, base - 90 - row * 62, 340 - row * 80, 90 - (row ? 28 : 0)), scene.paper, {
      pen: 'fine',
    });
    range(6 - row, (i) =>
      scene.fill(
        `${cuspedArch(3342 + row * 40 + i * 54, base - row * 62 - (row ? 34 : 0), 34, 50, 5)}Z`,
        row > 1 ? scene.accent : scene.line,
      ),
    );
  });
  scene.ink(merlons(3450, base - 276, 100, 16), 'fine');
  chhatri(scene, 3500, base - 280, 60);
  palm(scene, 3760, base, 200);
  [
    [300, 2],
    [330, 0],
    [960, 1],
    [1640, 2],
    [2300, 0],
    [2330, 2],
    [3250, 3],
  ].forEach(([x, kind]) => person(scene, x, base, 44, kind));
  sheet.defs.push(...scene.defs);
  sheet.add(`<g id="road">${scene.body.join('')}</g><use href="#road" x="${loop}"/>`);
  return sharp(Buffer.from(sheet.toSVG().replace(/<rect[^>]*\/>/, '')))
    .png()
    .toBuffer();
}

/** Everything that stands still. */
async function still() {
  const sheet = new Sheet(width, height, { ...grounds.day, accent: marigold }, 63);
  const [cx, bar, r] = [640, 452, 400];
  range(5, (i) => sheet.ink(circle(cx, bar, r + 26 + i * 26), 1, { opacity: 0.25 }));
  drawFanlight(sheet, cx, bar, r, { weight: 0.45, sectors: 8, rings: 5 });
  sheet.fill(box(cx - r - 30, bar, 2 * r + 60, 14), sheet.line);
  return sharp(Buffer.from(sheet.toSVG())).png().toBuffer();
}

function road(t) {
  const sheet = new Sheet(width, height, { ...grounds.day, accent: '#A83F24' }, 64);
  const y = base + 62 + Math.sin(t * Math.PI * 28) * 1.4;
  sheet.fill(box(0, base, width, height - base), sheet.tone);
  sheet.ink(seg(0, base, width, base), 'medium').ink(seg(0, base + 76, width, base + 76), 'fine');
  sheet.ink(
    range(24, (i) => {
      const x = ((((i * 80 - t * loop) % 1920) + 1920) % 1920) - 200;
      return seg(x, base + 112, x + 42, base + 112);
    }).join(''),
    'medium',
    { opacity: 0.6 },
  );
  sheet.fill(`M520 ${y}v-62q0 -22 22 -22h190q26 0 32 30l8 26v28Z`, sheet.accent, { pen: 'medium' });
  sheet.fill(
    `${range(5, (i) => box(536 + i * 36, y - 70, 28, 26)).join('')}M718 ${y - 70}h16q14 0 18 26h-34Z`,
    '#FBF8F2',
    { pen: 'fine' },
  );
  sheet.fill(box(520, y - 30, 250, 6), marigold);
  [570, 720].forEach((x) => {
    sheet.fill(circle(x, y, 17), sheet.line);
    sheet.ink(
      circle(x, y, 8) +
        range(3, (i) => {
          const turn = t * Math.PI * 40 + i * 2.09;
          return seg(x, y, x + 8 * Math.cos(turn), y + 8 * Math.sin(turn));
        }).join(''),
      'fine',
      { color: '#FBF8F2' },
    );
  });
  return Buffer.from(sheet.toSVG().replace(/<rect width="100%"[^>]*\/>/, ''));
}

async function frame(index, layers) {
  const t = index / frames;
  const left = Math.round(t * loop) % loop;
  const buildings = await sharp(layers.strip).extract({ left, top: 0, width, height }).png().toBuffer();
  return sharp(layers.still).composite([
    { input: buildings, left: 0, top: 0 },
    { input: road(t), left: 0, top: 0 },
  ]);
}

/** The film's first frame. */
export async function poster() {
  return (await frame(0, { strip: await strip(), still: await still() }))
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

/** Writes target.webm and target.mp4. */
export async function film(target) {
  const folder = await mkdtemp(join(tmpdir(), 'film-'));
  try {
    const layers = { strip: await strip(), still: await still() };
    for (let index = 0; index < frames; index += 1)
      await (await frame(index, layers))
        .png({ compressionLevel: 1 })
        .toFile(join(folder, `${String(index).padStart(3, '0')}.png`));
    const input = [
      '-loglevel',
      'error',
      '-y',
      '-framerate',
      String(perSecond),
      '-i',
      join(folder, '%03d.png'),
      '-an',
      '-pix_fmt',
      'yuv420p',
      '-vf',
      'scale=960:540',
    ];
    await run('ffmpeg', [
      ...input,
      '-c:v',
      'libx264',
      '-preset',
      'slow',
      '-crf',
      '36',
      '-movflags',
      '+faststart',
      `${target}.mp4`,
    ]);
    await run('ffmpeg', [
      ...input,
      '-c:v',
      'libvpx-vp9',
      '-b:v',
      '0',
      '-crf',
      '56',
      '-row-mt',
      '1',
      '-cpu-used',
      '3',
      `${target}.webm`,
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
