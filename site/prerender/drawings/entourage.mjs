// What stands around buildings: trees, people, water, sky, ground, boats, birds. Drawn as drawing offices draw them.

import { circle, poly, range, seg } from './sheet.mjs';

/**
 * A tree of branching lines; the thinner the branch, the finer the pen.
 * @param {import('./sheet.mjs').Sheet} sheet
 * @param {number} x
 * @param {number} base
 * @param {number} height
 * @param {{ spread?: number, depth?: number, leaf?: boolean, color?: string, fill?: string }} [options]
 */
export function tree(sheet, x, base, height, { spread = 0.5, depth = 7, leaf = true, color, fill } = {}) {
  const { random } = sheet;
  const byPen = new Map();
  const tips = [];
  const grow = (px, py, length, turn, left) => {
    const qx = px + Math.cos(turn) * length;
    const qy = py - Math.sin(turn) * length;
    const pen = Math.max(1, height * 0.003 * left);
    const key = pen.toFixed(1);
    byPen.set(key, `${byPen.get(key) ?? ''}M${px.toFixed(1)} ${py.toFixed(1)}L${qx.toFixed(1)} ${qy.toFixed(1)}`);
    if (left <= 1) return tips.push([qx, qy]);
    const children = left > 4 ? 3 : 2;
    range(children, (index) =>
      grow(
        qx,
        qy,
        length * (0.68 + random() * 0.16),
        turn + (index - (children - 1) / 2) * spread + (random() - 0.5) * 0.35,
        left - 1,
      ),
    );
  };
  grow(x, base, height * 0.3, Math.PI / 2 + (random() - 0.5) * 0.1, depth);
  if (leaf) {
    const crowns = tips.filter((_, index) => index % 3 === 0);
    sheet.fill(
      crowns.map(([tx, ty]) => circle(tx, ty, height * (0.03 + random() * 0.035))).join(''),
      fill ?? sheet.tone,
      { opacity: 0.75 },
    );
  }
  for (const [pen, path] of byPen) sheet.ink(path, Number(pen), { color });
  if (leaf)
    sheet.ink(
      tips
        .map(([tx, ty]) => {
          const r = 2 + random() * height * 0.012;
          const t = random() * 6;
          return `M${(tx + r * Math.cos(t)).toFixed(1)} ${(ty + r * Math.sin(t)).toFixed(1)}a${r.toFixed(1)} ${r.toFixed(1)} 0 1 1 ${(r * 0.6).toFixed(1)} ${(r * 0.9).toFixed(1)}`;
        })
        .join(''),
      'hair',
      { color },
    );
}

/**
 * A palm: a thin stem and fronds.
 * @param {import('./sheet.mjs').Sheet} sheet
 * @param {number} x
 * @param {number} base
 * @param {number} height
 * @param {{ color?: string }} [options]
 */
export function palm(sheet, x, base, height, { color } = {}) {
  const lean = (sheet.random() - 0.5) * height * 0.14;
  const top = [x + lean, base - height];
  sheet.ink(
    `M${x - 4} ${base}Q${x} ${base - height * 0.6} ${top[0] - 2} ${top[1]}M${x + 5} ${base}Q${x + 4} ${base - height * 0.6} ${top[0] + 2} ${top[1]}`,
    'fine',
    { color },
  );
  let fronds = '';
  range(11, (index) => {
    const turn = Math.PI * (index / 10) * 1.2 - 0.3;
    const reach = height * (0.26 + sheet.random() * 0.08);
    const end = [top[0] + Math.cos(turn) * reach, top[1] - Math.sin(turn) * reach * 0.55 + reach * 0.25];
    const bend = [
      top[0] + Math.cos(turn) * reach * 0.55,
      top[1] - Math.abs(Math.sin(turn)) * reach * 0.6 - reach * 0.16,
    ];
    fronds += `M${top[0]} ${top[1]}Q${bend[0]} ${bend[1]} ${end[0]} ${end[1]}`;
    range(9, (step) => {
      const t = 0.2 + step * 0.088;
      const at = [0, 1].map((axis) => (1 - t) ** 2 * top[axis] + 2 * t * (1 - t) * bend[axis] + t * t * end[axis]);
      fronds += seg(at[0], at[1], at[0] + Math.cos(turn) * 6, at[1] + height * 0.055 * (1.1 - t * 0.6));
    });
  });
  sheet.ink(fronds, 'hair', { color });
}

/**
 * A cypress or ashoka: a slender outline with strokes.
 * @param {import('./sheet.mjs').Sheet} sheet
 * @param {number} x
 * @param {number} base
 * @param {number} height
 * @param {{ color?: string }} [options]
 */
export function cypress(sheet, x, base, height, { color } = {}) {
  const w = height * 0.11;
  const shape = `M${x} ${base - height}C${x + w * 1.3} ${base - height * 0.55} ${x + w * 1.2} ${base - height * 0.2} ${x} ${base - height * 0.07}C${x - w * 1.2} ${base - height * 0.2} ${x - w * 1.3} ${base - height * 0.55} ${x} ${base - height}Z`;
  sheet.fill(shape, sheet.tone, { pen: 'hair', line: color ?? sheet.line });
  sheet.hatch(shape, { angle: 78, gap: 7, color: color ?? sheet.line, opacity: 0.7 });
  sheet.ink(seg(x, base, x, base - height * 0.1), 'medium', { color });
}

/**
 * A tree in plan: a ring, its branches, and shade on one side.
 * @param {import('./sheet.mjs').Sheet} sheet
 * @param {number} cx
 * @param {number} cy
 * @param {number} r
 * @param {{ color?: string }} [options]
 */
export function treePlan(sheet, cx, cy, r, { color } = {}) {
  const { random } = sheet;
  sheet.fill(circle(cx + r * 0.12, cy + r * 0.14, r), sheet.line, { opacity: 0.1 });
  sheet.fill(circle(cx, cy, r), sheet.tone);
  let edge = '';
  const lobes = 14;
  range(lobes + 1, (index) => {
    const turn = (index / lobes) * Math.PI * 2;
    const at = [cx + Math.cos(turn) * r, cy + Math.sin(turn) * r];
    edge += index
      ? `A${(r * 0.26).toFixed(1)} ${(r * 0.26).toFixed(1)} 0 0 1 ${at[0].toFixed(1)} ${at[1].toFixed(1)}`
      : `M${at[0].toFixed(1)} ${at[1].toFixed(1)}`;
  });
  sheet.ink(edge, 'fine', { color });
  sheet.ink(
    range(9, (index) => {
      const turn = index * 0.698 + random() * 0.4;
      const reach = r * (0.55 + random() * 0.35);
      return seg(cx, cy, cx + Math.cos(turn) * reach, cy + Math.sin(turn) * reach);
    }).join(''),
    'hair',
    { color },
  );
  sheet.fill(circle(cx, cy, r * 0.07), color ?? sheet.line);
}

/** A person for scale, about as tall as given; variants walk, stand, wear a sari or carry an umbrella. */
export function person(sheet, x, base, height, variant = 0, { color = sheet.line } = {}) {
  const h = height;
  const head = circle(x, base - h * 0.93, h * 0.068);
  const bodies = [
    [
      [-0.11, 0.8],
      [0.11, 0.8],
      [0.13, 0.48],
      [0.08, 0.47],
      [0.1, 0],
      [0.03, 0],
      [0, 0.42],
      [-0.05, 0],
      [-0.12, 0],
      [-0.08, 0.47],
      [-0.13, 0.5],
    ],
    [
      [-0.09, 0.8],
      [0.1, 0.8],
      [0.15, 0.5],
      [0.1, 0.45],
      [0.2, 0.02],
      [0.13, 0],
      [0.02, 0.38],
      [-0.12, 0],
      [-0.19, 0.02],
      [-0.08, 0.45],
      [-0.12, 0.52],
    ],
    [
      [-0.1, 0.8],
      [0.1, 0.8],
      [0.13, 0.5],
      [0.2, 0],
      [-0.18, 0],
      [-0.12, 0.5],
    ],
    [
      [-0.1, 0.8],
      [0.1, 0.8],
      [0.12, 0.45],
      [0.14, 0.14],
      [0.06, 0.14],
      [0.07, 0],
      [-0.07, 0],
      [-0.06, 0.14],
      [-0.14, 0.14],
      [-0.12, 0.45],
    ],
  ];
  const shape = bodies[variant % bodies.length].map(([dx, up]) => [x + dx * h, base - up * h]);
  sheet.fill(head + poly(shape), color);
  if (variant % bodies.length === 2)
    sheet.fill(
      poly([
        [x - h * 0.07, base - h],
        [x + h * 0.07, base - h],
        [x + h * 0.12, base - h * 0.75],
        [x + h * 0.2, base - h * 0.3],
        [x + h * 0.06, base - h * 0.55],
      ]),
      sheet.accent,
    );
  if (variant >= 4)
    sheet.ink(
      `M${x + h * 0.12} ${base - h * 0.5}V${base - h * 1.18}M${x - h * 0.2} ${base - h * 1.05}Q${x + h * 0.12} ${base - h * 1.42} ${x + h * 0.44} ${base - h * 1.05}Z`,
      'fine',
      { color },
    );
}

/** Water as broken level lines that open towards the viewer. */
export function water(sheet, x, y, width, height, { color = sheet.accent, density = 1 } = {}) {
  const { random } = sheet;
  let path = '';
  for (let at = 5, gap = 5; at < height; at += gap, gap *= 1.045) {
    for (let px = x - random() * 90; px < x + width; ) {
      const length = (40 + random() * 190) * (0.5 + at / height);
      if (random() < 0.62 * density) path += seg(Math.max(x, px), y + at, Math.min(x + width, px + length), y + at);
      px += length + 14 + random() * 60;
    }
  }
  sheet.ink(path, 'hair', { color });
}

/** A sky of ruled lines, dense at the top. */
export function sky(sheet, x, y, width, height, { color = sheet.line, opacity = 0.5, gap = 6 } = {}) {
  let path = '';
  for (let at = 0, step = gap; at < height; at += step, step *= 1.075) path += seg(x, y + at, x + width, y + at);
  sheet.ink(path, 1, { color, opacity });
}

export function sun(sheet, cx, cy, r, { color = sheet.accent } = {}) {
  sheet.fill(circle(cx, cy, r), color);
}

/** Cut ground: a heavy line and the earth under it. */
export function ground(sheet, x1, x2, y, { depth = 46 } = {}) {
  const { random } = sheet;
  sheet.ink(seg(x1, y, x2, y), 'strong', { cap: 'butt' });
  let path = '';
  for (let x = x1 + 20; x < x2 - 40; x += 62 + random() * 60)
    range(3 + Math.floor(random() * 3), (index) => {
      path += seg(
        x + index * 11,
        y + 5,
        x + index * 11 - depth * (0.4 + random() * 0.5),
        y + 5 + depth * (0.4 + random() * 0.5),
      );
    });
  sheet.ink(path, 'hair');
}

/** A boat with its canopy. */
export function boat(sheet, x, y, size) {
  sheet.fill(
    `M${x - size} ${y - size * 0.22}Q${x} ${y + size * 0.3} ${x + size} ${y - size * 0.26}L${x + size * 0.86} ${y - size * 0.08}Q${x} ${y + size * 0.34} ${x - size * 0.86} ${y - size * 0.05}Z`,
    sheet.line,
  );
  sheet.fill(
    `M${x - size * 0.95} ${y - size * 0.2}Q${x} ${y + size * 0.24} ${x + size * 0.95} ${y - size * 0.24}Q${x} ${y + size * 0.02} ${x - size * 0.95} ${y - size * 0.2}Z`,
    sheet.paper,
    { pen: 'fine' },
  );
  sheet.ink(
    `M${x - size * 0.4} ${y}V${y - size * 0.5}M${x + size * 0.4} ${y}V${y - size * 0.5}M${x - size * 0.5} ${y - size * 0.48}Q${x} ${y - size * 0.86} ${x + size * 0.5} ${y - size * 0.48}Z`,
    'fine',
  );
  person(sheet, x + size * 0.7, y - size * 0.08, size * 0.5, 1);
}

export function birds(sheet, x, y, count, size) {
  const { random } = sheet;
  sheet.ink(
    range(count, () => {
      const px = x + random() * size * 26;
      const py = y + random() * size * 7;
      const s = size * (0.6 + random() * 0.6);
      return `M${(px - s).toFixed(1)} ${(py - s * 0.4).toFixed(1)}Q${(px - s * 0.3).toFixed(1)} ${(py - s * 0.5).toFixed(1)} ${px.toFixed(1)} ${py.toFixed(1)}Q${(px + s * 0.3).toFixed(1)} ${(py - s * 0.5).toFixed(1)} ${(px + s).toFixed(1)} ${(py - s * 0.4).toFixed(1)}`;
    }).join(''),
    'fine',
  );
}

/** A ridge of hills with contour strokes. */
export function hills(sheet, x1, x2, base, height, { seed = 1 } = {}) {
  const at = (x) =>
    base - height * (0.5 + 0.32 * Math.sin(x * 0.0031 + seed) + 0.18 * Math.sin(x * 0.0087 + seed * 2.3));
  const top = range(81, (index) => {
    const x = x1 + ((x2 - x1) * index) / 80;
    return [x, at(x)];
  });
  const shape = poly([...top, [x2, base], [x1, base]]);
  sheet.fill(shape, sheet.tone, { opacity: 0.8 });
  sheet.hatch(shape, { angle: 64, gap: 13, opacity: 0.4 });
  sheet.ink(poly(top, false), 'fine');
}
