// The looping film of the itinerary: the road from one city to the other passes under a fanlight whose panes light up
// in turn. Frames are drawn like every picture; ffmpeg joins them. The last frame leads back to the first.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { day, pen, range, weight } from './pen.mjs';
import { palaceFront } from './scenes.mjs';
import { fanlightAt, skyline } from './scenes-more.mjs';

const run = promisify(execFile);
const frames = 96;
const perSecond = 16;

function frame(index) {
  const p = pen(day);
  const { c } = p;
  const t = index / frames;
  const loop = 3600;
  const shift = -t * loop;
  const strip = (at) => `<g transform="translate(${at} 0)">${palaceFront(p, { cx: 620, base: 1180, unit: 78 })}${p.tree(1180, 1180, 260, 3)}${p.tree(1330, 1180, 210, 5)}${skyline(p, 1500, 2300, 1180, 7, { scale: 0.8, modern: true })}${p.tree(2440, 1180, 280, 8)}${p.palm(2600, 1180, 330, 4)}${skyline(p, 2720, 3500, 1180, 19, { scale: 0.9 })}</g>`;
  const lit = Math.floor(t * 8) % 8;
  const bus = `<g transform="translate(1040 ${1262 + Math.sin(t * Math.PI * 24) * 3})">${p.shape(p.box(0, -120, 330, 110), weight.medium, c.accent)}${range(5).map((i) => p.shape(p.box(20 + i * 60, -104, 46, 42), weight.fine, c.paper)).join('')}${p.shape(p.circle(70, -8, 26) + p.circle(262, -8, 26), weight.strong, c.paper)}</g>`;
  const dashes = range(20).map((i) => p.line(((i * 180 + shift) % 3600 + 3600) % 3600 - 200, 1330, ((i * 180 + shift) % 3600 + 3600) % 3600 - 110, 1330)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540" viewBox="0 0 2400 1350"><rect width="2400" height="1350" fill="${c.paper}"/>${fanlightAt(p, 620, 760, 570, { rings: 4, sectors: 6, glass: [lit] })}${strip(shift)}${strip(shift + loop)}${p.stroke('M0 1182H2400', weight.strong)}${p.fill('M0 1186H2400V1350H0Z', c.tone)}${p.stroke(dashes, weight.medium, c.faint)}${bus}</svg>`;
}

/** Writes target.webm and target.mp4. */
export async function film(target) {
  const folder = await mkdtemp(join(tmpdir(), 'film-'));
  try {
    for (const index of range(frames)) await sharp(Buffer.from(frame(index))).png().toFile(join(folder, `${String(index).padStart(3, '0')}.png`));
    const input = ['-loglevel', 'error', '-y', '-framerate', String(perSecond), '-i', join(folder, '%03d.png'), '-an', '-pix_fmt', 'yuv420p'];
    await run('ffmpeg', [...input, '-c:v', 'libx264', '-preset', 'slow', '-crf', '34', '-movflags', '+faststart', `${target}.mp4`]);
    await run('ffmpeg', [...input, '-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '48', '-row-mt', '1', `${target}.webm`]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
