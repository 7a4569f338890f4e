// Parts of buildings: arches, domes, pavilions, screens, walls. Every part is measured from its foot.

import { fanlight } from '../../src/ui/fanlight.mjs';
import { box, circle, poly, range, seg } from './sheet.mjs';

const n = (value) => Number(value.toFixed(1));

/** A pointed arch of four centres, from the foot of the left jamb to the right one. */
export function pointedArch(x, base, width, height) {
  const rise = Math.min(width * 0.62, height * 0.75);
  const spring = base - height + rise;
  const half = width / 2;
  return `M${n(x)} ${n(base)}V${n(spring)}C${n(x)} ${n(spring - rise * 0.55)} ${n(x + half * 0.45)} ${n(spring - rise * 0.78)} ${n(x + half)} ${n(spring - rise)}C${n(x + width - half * 0.45)} ${n(spring - rise * 0.78)} ${n(x + width)} ${n(spring - rise * 0.55)} ${n(x + width)} ${n(spring)}V${n(base)}`;
}

export function roundArch(x, base, width, height) {
  const r = width / 2;
  return `M${n(x)} ${n(base)}V${n(base - height + r)}A${n(r)} ${n(r)} 0 0 1 ${n(x + width)} ${n(base - height + r)}V${n(base)}`;
}

/** A cusped arch of an odd number of foils, the last of them pointed. */
export function cuspedArch(x, base, width, height, foils = 9) {
  const half = width / 2;
  const rise = Math.min(half * 1.15, height * 0.7);
  const spring = base - height + rise;
  const at = (t) => {
    const turn = Math.PI * (1 - t);
    const peak = 1 + 0.16 * Math.max(0, 1 - Math.abs(t - 0.5) * 5);
    return [x + half + Math.cos(turn) * half, spring - Math.sin(turn) * rise * (peak / 1.16)];
  };
  let path = `M${n(x)} ${n(base)}V${n(spring)}`;
  range(foils, (index) => {
    const [ax, ay] = at(index / foils);
    const [bx, by] = at((index + 1) / foils);
    if (index === (foils - 1) / 2) {
      const [px, py] = [x + half, spring - rise * 1.02];
      path += `Q${n(ax + (px - ax) * 0.2)} ${n(py + (ay - py) * 0.25)} ${n(px)} ${n(py)}Q${n(bx + (px - bx) * 0.2)} ${n(py + (by - py) * 0.25)} ${n(bx)} ${n(by)}`;
    } else {
      const r = Math.hypot(bx - ax, by - ay) * 0.55;
      path += `A${n(r)} ${n(r)} 0 0 1 ${n(bx)} ${n(by)}`;
    }
  });
  return `${path}V${n(base)}`;
}

/** The outline of a dome: swelling (0 is a half circle, 1 an onion). */
export function domePath(cx, base, r, swell = 0.4) {
  const top = base - r * (1.05 + swell * 0.55);
  const out = r * (1 + swell * 0.16);
  return `M${n(cx - r)} ${n(base)}C${n(cx - out * 1.12)} ${n(base - r * 0.62)} ${n(cx - r * (0.78 - swell * 0.2))} ${n(base - r * (0.98 + swell * 0.1))} ${n(cx)} ${n(top)}C${n(cx + r * (0.78 - swell * 0.2))} ${n(base - r * (0.98 + swell * 0.1))} ${n(cx + out * 1.12)} ${n(base - r * 0.62)} ${n(cx + r)} ${n(base)}Z`;
}

/** A dome with ribs, a shaded side, a drum line and a finial. */
export function dome(sheet, cx, base, r, { swell = 0.4, ribs = 5, fill = sheet.paper, shade = true } = {}) {
  const shape = domePath(cx, base, r, swell);
  const top = base - r * (1.05 + swell * 0.55);
  sheet.fill(shape, fill, { pen: r > 60 ? 'medium' : 'fine' });
  if (shade)
    sheet.clip(shape, () => {
      sheet.hatch(domePath(cx + r * 0.95, base, r * 1.25, swell), { angle: 62, gap: Math.max(5, r * 0.06) });
    });
  let lines = '';
  for (let rib = 1; rib <= ribs; rib += 1)
    for (const side of [-1, 1]) {
      const reach = (rib / (ribs + 1)) * r * side;
      lines += `M${n(cx + reach)} ${n(base)}Q${n(cx + reach * 1.12)} ${n(base - r * 0.85)} ${n(cx)} ${n(top)}`;
    }
  if (r > 30) sheet.ink(lines, 'hair', { opacity: 0.75 });
  sheet.ink(seg(cx, top, cx, top - r * 0.42), r > 60 ? 'medium' : 'fine');
  sheet.fill(
    circle(cx, top - r * 0.06, r * 0.06) + circle(cx, top - r * 0.19, r * 0.045) + circle(cx, top - r * 0.29, r * 0.03),
    sheet.line,
  );
  sheet.fill(box(cx - r * 1.08, base, r * 2.16, r * 0.1), sheet.paper, { pen: 'fine' });
}

/**
 * A small domed pavilion on four posts.
 * @param {import('./sheet.mjs').Sheet} sheet
 * @param {number} cx
 * @param {number} base
 * @param {number} width
 * @param {{ swell?: number, fill?: string }} [options]
 */
export function chhatri(sheet, cx, base, width, { swell = 0.25, fill } = {}) {
  const height = width * 0.62;
  const r = width * 0.36;
  const post = width * 0.055;
  range(4, (index) => {
    const x = cx - width * 0.38 + (index * width * 0.76) / 3 - post / 2;
    sheet.fill(box(x, base - height, post, height), sheet.paper, { pen: width > 90 ? 'fine' : 'hair' });
  });
  if (width > 70)
    range(3, (index) =>
      sheet.ink(
        cuspedArch(
          cx - width * 0.38 + post / 2 + (index * width * 0.76) / 3,
          base - height * 0.4,
          (width * 0.76) / 3 - post,
          height * 0.55,
          5,
        ),
        'hair',
      ),
    );
  sheet.fill(
    poly([
      [cx - width * 0.56, base - height + width * 0.03],
      [cx - width * 0.42, base - height - width * 0.06],
      [cx + width * 0.42, base - height - width * 0.06],
      [cx + width * 0.56, base - height + width * 0.03],
    ]),
    sheet.paper,
    { pen: 'fine' },
  );
  sheet.fill(box(cx - width * 0.4, base - height - width * 0.1, width * 0.8, width * 0.045), sheet.paper, {
    pen: 'hair',
  });
  dome(sheet, cx, base - height - width * 0.14, r, { swell, ribs: 3, fill });
  sheet.fill(box(cx - width * 0.46, base - width * 0.05, width * 0.92, width * 0.05), sheet.paper, { pen: 'fine' });
}

/**
 * Courses of stone with broken joints inside a rectangle.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} course
 * @param {{ random?: () => number, block?: number }} options
 */
export function courses(x, y, width, height, course, { random, block = course * 2.2 } = {}) {
  let path = '';
  let odd = 0;
  for (let at = y; at <= y + height + 0.1; at += course, odd += 1) {
    path += seg(x, at, x + width, at);
    if (at + course > y + height + 0.1) break;
    for (
      let px = x + (odd % 2 ? block / 2 : block) + (random?.() ?? 0.5) * block * 0.3;
      px < x + width - 4;
      px += block * (0.85 + (random?.() ?? 0.5) * 0.3)
    )
      path += seg(px, at, px, at + course);
  }
  return path;
}

/** A parapet of leaf-shaped merlons. */
export function merlons(x, base, width, size) {
  const count = Math.max(1, Math.round(width / size));
  const step = width / count;
  return range(count, (index) => {
    const at = x + index * step;
    return `M${n(at)} ${n(base)}V${n(base - size * 0.45)}Q${n(at)} ${n(base - size * 0.8)} ${n(at + step / 2)} ${n(base - size * 1.1)}Q${n(at + step)} ${n(base - size * 0.8)} ${n(at + step)} ${n(base - size * 0.45)}V${n(base)}`;
  }).join('');
}

/** A slanting eave on brackets. */
export function eave(sheet, x, y, width, size, { brackets = 0 } = {}) {
  if (brackets)
    sheet.ink(
      range(brackets, (index) => {
        const at = x + (width * (index + 0.5)) / brackets;
        return `M${n(at - size * 0.25)} ${n(y + size * 1.2)}Q${n(at - size * 0.2)} ${n(y + size * 0.4)} ${n(at + size * 0.35)} ${n(y + size * 0.3)}`;
      }).join(''),
      'hair',
    );
  sheet.fill(
    poly([
      [x - size, y + size * 0.5],
      [x, y],
      [x + width, y],
      [x + width + size, y + size * 0.5],
    ]),
    sheet.paper,
    { pen: 'fine' },
  );
  sheet.hatch(box(x, y + size * 0.5, width, size * 0.75), { angle: 45, gap: 6, opacity: 0.9 });
}

/** A pierced screen of eight-pointed stars. */
export function starLattice(x, y, width, height, cell) {
  const across = Math.max(1, Math.round(width / cell));
  const down = Math.max(1, Math.round(height / cell));
  const [w, h] = [width / across, height / down];
  let path = '';
  range(across, (column) =>
    range(down, (row) => {
      const [cx, cy] = [x + (column + 0.5) * w, y + (row + 0.5) * h];
      path += poly(
        range(16, (corner) => {
          const reach = corner % 2 ? 0.31 : 0.5;
          const turn = (corner * Math.PI) / 8;
          return [cx + Math.cos(turn) * reach * w, cy + Math.sin(turn) * reach * h];
        }),
      );
    }),
  );
  return path;
}

/** The house fanlight on a sheet: lattice left, steel right. */
export function drawFanlight(sheet, cx, base, radius, { weight = 1, glass = true, sectors = 9, rings = 5 } = {}) {
  const light = fanlight({ radius, sectors, rings, margin: 0 });
  sheet.group(`translate(${n(cx - radius)} ${n(base - radius)})`, () => {
    if (glass)
      light.panes.forEach((pane, index) =>
        sheet.fill(pane, sheet.accent, { opacity: [0.95, 0.55, 0.75, 0.4, 0.85, 0.6, 0.45, 0.9][index % 8] }),
      );
    sheet.fill(light.lattice, sheet.line, { opacity: 0.1 });
    sheet
      .ink(light.lattice, 1.5 * weight)
      .ink(light.frames, 1.5 * weight)
      .ink(light.cusps, 3 * weight)
      .ink(light.mullions, 5 * weight)
      .ink(light.arch, 9 * weight, { cap: 'butt' });
  });
}
