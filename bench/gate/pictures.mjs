// Pictures of tickets as a camera sees them in a hall: brightness only, 1280 × 720, from a seed, so that every run
// uses the same ones. They do not simulate printers, unsteady hands or real lenses.
const { default: encodeQR } = await import('../../site/node_modules/qr/index.js');

export const width = 1280;
export const height = 720;
const ground = 120;

/** Sizes and distances are in pixels. */
export const cases = [
  ...[420, 320, 240].map((side) => ({ group: 'clean', side })),
  ...[1.5, 2, 2.5, 3].map((blur) => ({ group: 'blurred', side: 400, blur })),
  ...[6, 9].map((motion) => ({ group: 'moved', side: 420, motion })),
  ...[0.4, 0.2, 0.12, 0.08].map((light) => ({ group: 'dark', side: 400, light, noise: 3 })),
  ...[0.15, 0.3, 0.45, 0.6].map((glare) => ({ group: 'glaring', side: 400, glare })),
  ...[12, 45, 100, 190].map((turn) => ({ group: 'turned', side: 380, turn })),
  ...[30, 45, 55].map((tilt) => ({ group: 'tilted', side: 420, tilt })),
  ...[150, 130, 115, 100].map((side) => ({ group: 'far', side, blur: 0.4 })),
  // How far creases move the code, in pixels; a module is eight pixels wide. Beyond half a module, no reader can locate
  // the modules, even with high redundancy.
  ...[1, 2, 2.5, 4].map((crumple) => ({ group: 'crumpled', side: 420, crumple })),
  ...[4, 10, 18, 26].map((scratches) => ({ group: 'scratched screen', side: 400, scratches, moire: 0.12, inverted: scratches % 4 === 2 })),
];

/** Random numbers (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function picture(text, what, seed) {
  const next = random(seed + 1);
  const code = encodeQR(text, 'raw', { ecc: 'medium', border: 1 }).slice(1, -1).map((row) => row.slice(1, -1));
  let rows = drawn(code, what);
  if (what.scratches) scratch(rows, what, next);
  if (what.glare) shine(rows, what);
  if (what.blur) rows = blurred(rows, what.blur);
  if (what.motion) rows = moved(rows, what.motion);
  return finished(rows, what, next);
}

/** Each pixel is sampled four times to find its module. */
function drawn(code, { side, turn = 0, tilt = 0, crumple = 0, inverted = false }) {
  const modules = code.length;
  const angle = (turn * Math.PI) / 180;
  const lean = (tilt * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const rows = new Float32Array(width * height);
  const at = (x, y) => {
    let [dx, dy] = [x - width / 2, y - height / 2];
    // The ticket leans away from the camera, at a distance of three times its side.
    const deep = Math.cos(lean) - (dy / (3 * side)) * Math.sin(lean);
    [dx, dy] = [(dx * (Math.cos(lean) + 0)) / deep, dy / deep];
    if (crumple) [dx, dy] = [dx + crumple * Math.sin(dy / 37) + (crumple / 2) * Math.sin(dx / 23), dy + crumple * Math.sin(dx / 41 + 1)];
    const [u, v] = [(dx * cos + dy * sin) / side + 0.5, (dy * cos - dx * sin) / side + 0.5];
    const margin = 4 / modules;
    if (u < -margin || v < -margin || u > 1 + margin || v > 1 + margin) return ground;
    const dark = u >= 0 && v >= 0 && u < 1 && v < 1 && code[Math.floor(v * modules)][Math.floor(u * modules)];
    return dark === inverted ? 235 : 25;
  };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * width + x] = (at(x + 0.25, y + 0.25) + at(x + 0.75, y + 0.25) + at(x + 0.25, y + 0.75) + at(x + 0.75, y + 0.75)) / 4;
  return rows;
}

/** Moiré: bright and dark lines where a display's pixels interfere with the camera's. */
function scratch(rows, { side, scratches, moire }, next) {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * width + x] *= 1 - moire * (1 + Math.sin(x / 1.7) * Math.sin(y / 2.3));
  for (let i = 0; i < scratches; i++) {
    const [x0, y0, angle] = [width / 2 + (next() - 0.5) * side, height / 2 + (next() - 0.5) * side, next() * Math.PI];
    for (let s = -side / 3; s < side / 3; s += 0.5) {
      const [x, y] = [Math.round(x0 + s * Math.cos(angle)), Math.round(y0 + s * Math.sin(angle))];
      if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue;
      for (const p of [y * width + x, y * width + x + 1]) rows[p] = 0.35 * rows[p] + 0.65 * 190;
    }
  }
}

/** The reflection of a lamp in foil or glass: a white spot with a soft edge, off centre. */
function shine(rows, { side, glare }) {
  const [cx, cy, radius] = [width / 2 + side * 0.22, height / 2 - side * 0.1, side * glare * 0.5];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const far = Math.hypot(x - cx, y - cy) / radius;
      const share = far < 1 ? 0.9 : Math.max(0, 0.9 - (far - 1) * 0.9);
      rows[y * width + x] += (255 - rows[y * width + x]) * share;
    }
}

function blurred(rows, sigma) {
  const reach = Math.ceil(3 * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)));
  return along(along(rows, weights, 1), weights, width);
}

const moved = (rows, pixels) => along(rows, Array(pixels).fill(1), 1);

function along(rows, weights, step) {
  const sum = weights.reduce((a, b) => a + b);
  const half = weights.length >> 1;
  const out = new Float32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    let value = 0;
    for (let k = 0; k < weights.length; k++) value += weights[k] * rows[Math.min(Math.max(i + (k - half) * step, 0), rows.length - 1)];
    out[i] = value / sum;
  }
  return out;
}

/** The sensor's effects: darker, with noise, quantised. */
function finished(rows, { light = 1, noise = 1.5 }, next) {
  const out = Buffer.alloc(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = Math.max(0, Math.min(255, Math.round(rows[i] * light + (next() + next() + next() - 1.5) * 2 * noise)));
  return out;
}
