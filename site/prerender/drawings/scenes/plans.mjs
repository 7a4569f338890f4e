// Plans, patterns and pieces: screen, courtyard house, garden, stair, truss, fanlight.

import { person, treePlan } from '../entourage.mjs';
import { courses, drawFanlight } from '../masonry.mjs';
import { dimensions, frame, level, north, scaleBar, sectionMark } from '../notation.mjs';
import { grounds } from '../palette.mjs';
import { box, circle, poly, range, Sheet, seg } from '../sheet.mjs';

const [W, H] = [2400, 1600];

/** Lines of a pattern in a unit square, repeated over a bay. */
const tiles = {
  star: (s) =>
    poly(
      range(16, (i) => {
        const reach = i % 2 ? 0.3 : 0.5;
        const t = (i * Math.PI) / 8;
        return [s * (0.5 + reach * Math.cos(t)), s * (0.5 + reach * Math.sin(t))];
      }),
    ),
  hexagon: (s) =>
    poly(
      range(6, (i) => [s * (0.5 + 0.5 * Math.cos((i * Math.PI) / 3)), s * (0.5 + 0.42 * Math.sin((i * Math.PI) / 3))]),
    ) +
    poly(
      range(6, (i) => [
        s * (0.5 + 0.22 * Math.cos((i * Math.PI) / 3 + 0.52)),
        s * (0.5 + 0.2 * Math.sin((i * Math.PI) / 3 + 0.52)),
      ]),
    ),
  scale: (s) =>
    `M0 ${s}A${s / 2} ${s / 2} 0 0 1 ${s} ${s}M0 ${s * 0.5}A${s / 2} ${s / 2} 0 0 0 ${s / 2} 0M${s / 2} 0A${s / 2} ${s / 2} 0 0 0 ${s} ${s * 0.5}M${s / 2} ${s / 2}V${s}`,
  square: (s) =>
    box(s * 0.08, s * 0.08, s * 0.84, s * 0.84) +
    poly([
      [s * 0.5, s * 0.08],
      [s * 0.92, s * 0.5],
      [s * 0.5, s * 0.92],
      [s * 0.08, s * 0.5],
    ]),
  petal: (s) =>
    range(4, (i) => {
      const [x, y] = [
        [0, 0],
        [s, 0],
        [s, s],
        [0, s],
      ][i];
      return `M${x} ${y}Q${x} ${s / 2} ${s / 2} ${s / 2}Q${s / 2} ${y} ${x} ${y}`;
    }).join('') + circle(s / 2, s / 2, s * 0.12),
  key: (s) =>
    `M0 ${s * 0.25}H${s * 0.75}V${s * 0.75}H${s * 0.4}V${s * 0.5}M${s} ${s * 0.25}V${s}H${s * 0.2}V${s * 0.6}`,
  dodecagon: (s) =>
    poly(
      range(24, (i) => {
        const reach = i % 2 ? 0.34 : 0.5;
        const t = (i * Math.PI) / 12;
        return [s * (0.5 + reach * Math.cos(t)), s * (0.5 + reach * Math.sin(t))];
      }),
    ) +
    poly(
      range(12, (i) => {
        const reach = i % 2 ? 0.14 : 0.27;
        const t = (i * Math.PI) / 6;
        return [s * (0.5 + reach * Math.cos(t)), s * (0.5 + reach * Math.sin(t))];
      }),
    ),
  lattice: (s) =>
    seg(0, 0, s, s) +
    seg(s, 0, 0, s) +
    circle(s / 2, s / 2, s * 0.2) +
    seg(s / 2, 0, s / 2, s) +
    seg(0, s / 2, s, s / 2),
  cross: (s) =>
    poly([
      [s * 0.35, 0],
      [s * 0.65, 0],
      [s * 0.65, s * 0.35],
      [s, s * 0.35],
      [s, s * 0.65],
      [s * 0.65, s * 0.65],
      [s * 0.65, s],
      [s * 0.35, s],
      [s * 0.35, s * 0.65],
      [0, s * 0.65],
      [0, s * 0.35],
      [s * 0.35, s * 0.35],
    ]),
};

export function jali() {
  const sheet = new Sheet(
    W,
    H,
    { ...grounds.day, paper: '#A83F24', line: '#FBF0E2', tone: '#8F3019', accent: '#E3A82B' },
    31,
  );
  const names = ['star', 'hexagon', 'petal', 'square', 'dodecagon', 'scale', 'lattice', 'key', 'cross'];
  const [x0, y0, w, h] = [170, 110, 686, 440];
  names.forEach((name, index) => {
    const x = x0 + (index % 3) * w;
    const y = y0 + Math.floor(index / 3) * h;
    const opening = box(x + 26, y + 26, w - 52, h - 52);
    sheet.fill(opening, '#2B130C');
    sheet.hatch(opening, { angle: 90, gap: 5, color: '#E3A82B', opacity: 0.16 + 0.05 * ((index * 4) % 5) });
    sheet.clip(opening, () => {
      const size = [64.9, 76, 79, 64, 97, 58, 70, 54, 60][index];
      let path = '';
      const unit = tiles[name](size);
      range(Math.ceil(h / size) + 1, (row) =>
        range(Math.ceil(w / size) + 2, (column) => {
          path += `<use href="#t${index}" x="${(x + 26 + column * size - (['hexagon', 'key', 'scale'].includes(name) && row % 2 ? size / 2 : 0)).toFixed(1)}" y="${(y + 26 + row * size).toFixed(1)}"/>`;
        }),
      );
      sheet.defs.push(`<path id="t${index}" d="${unit}"/>`);
      sheet.add(
        `<g fill="none" stroke="#3B1207" stroke-width="13" stroke-linejoin="round" transform="translate(5 6)">${path}</g><g fill="none" stroke="#C9623F" stroke-width="11" stroke-linejoin="round">${path}</g><g fill="none" stroke="#F8DCC0" stroke-width="4" stroke-linejoin="round">${path}</g>`,
      );
    });
    sheet.ink(opening, 'strong').ink(box(x + 12, y + 12, w - 24, h - 24), 'fine');
    sheet.ink(
      seg(x + 12, y + 12, x + 26, y + 26) +
        seg(x + w - 12, y + 12, x + w - 26, y + 26) +
        seg(x + 12, y + h - 12, x + 26, y + h - 26) +
        seg(x + w - 12, y + h - 12, x + w - 26, y + h - 26),
      'fine',
    );
  });
  sheet.ink(box(x0, y0, 3 * w, 3 * h), 'strong');
  frame(sheet, 'G-05', 'Jali · Nine bays, nine patterns', '1:20');
  return sheet;
}

export function courtyardPlan() {
  const sheet = new Sheet(W, H, grounds.day, 32);
  const wall = 30;
  const [x0, y0, w, h] = [560, 190, 1280, 1080];
  const holes = [];
  const rooms = [
    [x0 + wall, y0 + wall, 360, 300],
    [x0 + 420, y0 + wall, 440, 200],
    [x0 + 890, y0 + wall, 360, 300],
    [x0 + wall, y0 + 360, 260, 360],
    [x0 + 990, y0 + 360, 260, 360],
    [x0 + wall, y0 + 750, 360, 300],
    [x0 + 420, y0 + 850, 440, 200],
    [x0 + 890, y0 + 750, 360, 300],
  ];
  sheet.fill(box(48, 48, W - 96, H - 166), '#F4ECDD');
  sheet.hatch(box(48, 48, W - 96, H - 166), { angle: 0, gap: 34, opacity: 0.12 });
  sheet.fill(box(x0, y0, w, h), sheet.line);
  rooms.forEach(([x, y, rw, rh]) => sheet.fill(box(x, y, rw, rh), sheet.paper));
  const court = [x0 + 320, y0 + 260, 640, 560];
  sheet.fill(box(...court), sheet.paper);
  const tile = 46;
  sheet.clip(box(...court), () =>
    sheet.ink(
      range(15, (i) => seg(court[0] + i * tile, court[1], court[0] + i * tile, court[1] + court[3])).join('') +
        range(14, (i) => seg(court[0], court[1] + i * tile, court[0] + court[2], court[1] + i * tile)).join(''),
      'hair',
      { opacity: 0.4 },
    ),
  );
  const open = [court[0] + 110, court[1] + 100, court[2] - 220, court[3] - 200];
  sheet.fill(box(...open), sheet.tone, { pen: 'medium' });
  sheet.hatch(box(...open), { angle: 45, gap: 30, cross: true, opacity: 0.35 });
  sheet.ink(
    seg(open[0], open[1], open[0] + open[2], open[1] + open[3]) +
      seg(open[0] + open[2], open[1], open[0], open[1] + open[3]),
    'hair',
    { dash: '26 10' },
  );
  [
    [0, 0],
    [0.333, 0],
    [0.666, 0],
    [1, 0],
    [0, 0.5],
    [1, 0.5],
    [0, 1],
    [0.333, 1],
    [0.666, 1],
    [1, 1],
  ].forEach(([u, v]) => {
    const [px, py] = [open[0] + u * open[2], open[1] + v * open[3]];
    sheet.fill(circle(px, py, 17), sheet.line).ink(box(px - 24, py - 24, 48, 48), 'fine');
  });
  sheet.fill(box(open[0] + 150, open[1] + 130, 120, 100), sheet.paper, { pen: 'medium' });
  treePlan(sheet, open[0] + 210, open[1] + 180, 92, { color: '#0F4C4A' });
  /** @type {[x: number, y: number, way: string, size: number, to: number][]} */
  const doors = [
    [x0 + 300, y0 + 330, 'h', 84, 1],
    [x0 + 600, y0 + 230, 'h', 84, 1],
    [x0 + 900, y0 + 330, 'h', 60, 1],
    [x0 + 290, y0 + 500, 'v', 84, 1],
    [x0 + 960, y0 + 500, 'v', 84, -1],
    [x0 + 330, y0 + 720, 'h', 60, -1],
    [x0 + 600, y0 + 820, 'h', 84, -1],
    [x0 + 900, y0 + 720, 'h', 60, -1],
  ];
  doors.forEach(([x, y, way, size, to]) => {
    sheet.fill(way === 'h' ? box(x, y - 1, size, 32) : box(x - 1, y, 32, size), sheet.paper);
    holes.push(
      way === 'h'
        ? `M${x} ${y + (to > 0 ? 0 : 30)}v${-to * size}A${size} ${size} 0 0 ${to > 0 ? 1 : 0} ${x + size} ${y + (to > 0 ? 0 : 30)}`
        : `M${x + (to > 0 ? 0 : 30)} ${y}h${-to * size}A${size} ${size} 0 0 ${to > 0 ? 0 : 1} ${x + (to > 0 ? 0 : 30)} ${y + size}`,
    );
  });
  sheet.fill(box(x0 + 560, y0 + h - 31, 160, 32), sheet.paper);
  holes.push(
    `M${x0 + 560} ${y0 + h}v-80A80 80 0 0 1 ${x0 + 640} ${y0 + h}M${x0 + 720} ${y0 + h}v-80A80 80 0 0 0 ${x0 + 640} ${y0 + h}`,
  );
  sheet.ink(holes.join(''), 'fine', { color: sheet.accent });
  [
    [x0 + 130, y0],
    [x0 + 560, y0],
    [x0 + 1000, y0],
    [x0 + 130, y0 + h - wall],
    [x0 + 1000, y0 + h - wall],
  ].forEach(([x, y]) =>
    sheet
      .fill(box(x, y, 150, wall), sheet.paper, { pen: 'fine' })
      .ink(seg(x, y + 12, x + 150, y + 12) + seg(x, y + 18, x + 150, y + 18), 'fine'),
  );
  [
    [x0, y0 + 460],
    [x0 + w - wall, y0 + 460],
    [x0, y0 + 130],
    [x0 + w - wall, y0 + 850],
  ].forEach(([x, y]) =>
    sheet
      .fill(box(x, y, wall, 150), sheet.paper, { pen: 'fine' })
      .ink(seg(x + 12, y, x + 12, y + 150) + seg(x + 18, y, x + 18, y + 150), 'fine'),
  );
  sheet.ink(
    box(x0 + 60, y0 + 60, 130, 190) +
      box(x0 + 66, y0 + 66, 55, 40) +
      box(x0 + 128, y0 + 66, 55, 40) +
      box(x0 + 1050, y0 + 60, 170, 150) +
      circle(x0 + 1135, y0 + 135, 44) +
      box(x0 + 470, y0 + 60, 340, 70) +
      range(4, (i) => box(x0 + 480 + i * 84, y0 + 66, 70, 58)).join('') +
      box(x0 + 40, y0 + 400, 70, 260) +
      box(x0 + 1170, y0 + 400, 70, 260) +
      range(3, (i) => circle(x0 + 1205, y0 + 450 + i * 80, 22)).join('') +
      box(x0 + 920, y0 + 790, 120, 60) +
      circle(x0 + 980, y0 + 820, 20),
    'fine',
  );
  sheet.ink(
    range(14, (i) => seg(x0 + 52 + i * 22, y0 + 900, x0 + 52 + i * 22, y0 + 1040)).join('') +
      seg(x0 + 52, y0 + 970, x0 + 350, y0 + 970) +
      seg(x0 + 350, y0 + 970, x0 + 332, y0 + 960) +
      seg(x0 + 350, y0 + 970, x0 + 332, y0 + 980),
    'fine',
  );
  range(3, (i) => sheet.ink(box(x0 + 520 - i * 22, y0 + h + i * 20, 240 + i * 44, 20), 'fine'));
  /** @type {[name: string, x: number, y: number][]} */
  const names = [
    ['Room', x0 + 250, y0 + 200],
    ['Baithak', x0 + 640, y0 + 185],
    ['Kitchen', x0 + 1000, y0 + 290],
    ['Store', x0 + 200, y0 + 560],
    ['Court', open[0] + 210, open[1] + 330],
    ['Room', x0 + 1070, y0 + 560],
    ['Stair', x0 + 210, y0 + 850],
    ['Entrance', x0 + 640, y0 + 960],
    ['Room', x0 + 1110, y0 + 940],
  ];
  names.forEach(([name, x, y]) => sheet.text(name, x, y, 17, { align: 'middle', halo: true }));
  [
    [320, 420, 130],
    [250, 860, 100],
    [390, 1130, 84],
    [2060, 1060, 130],
    [2220, 830, 86],
    [1990, 320, 70],
  ].forEach(([x, y, r]) => treePlan(sheet, x, y, r, { color: '#0F4C4A' }));
  dimensions(sheet, [x0, x0 + 405, x0 + 875, x0 + w], 130, ['4.05', '4.70', '4.05'], { size: 17 });
  dimensions(sheet, [y0, y0 + 345, y0 + 735, y0 + h], 1930, ['3.45', '3.90', '3.45'], { vertical: true, size: 17 });
  sheet.ink(seg(450, y0 + 540, 1950, y0 + 540), 'fine', { dash: '60 12 8 12', color: sheet.accent });
  sectionMark(sheet, 450, y0 + 540, 'A');
  sectionMark(sheet, 1970, y0 + 540, 'A', { left: true });
  north(sheet, 2190, 330, 64);
  scaleBar(sheet, 1960, 1390, 80, ['0', '1', '2', '3', '4']);
  frame(sheet, 'G-10', 'Courtyard house · Plan of the ground floor', '1:100');
  return sheet;
}

export function gardenPlan() {
  const sheet = new Sheet(W, H, { ...grounds.stone, tone: '#CFD8C2' }, 36);
  const [cx, cy, half, high] = [1200, 765, 1010, 640];
  sheet.fill(box(cx - half, cy - high, 2 * half, 2 * high), '#F7F0E2', { pen: 'cut' });
  sheet.ink(box(cx - half + 26, cy - high + 26, 2 * half - 52, 2 * high - 52), 'fine');
  const plot = (px, py, w, h, depth) => {
    if (depth === 0) {
      const bed = box(px + 7, py + 7, w - 14, h - 14);
      sheet.fill(bed, ['#DDE2CC', '#E9DFC6', '#D3DCC8'][Math.floor(sheet.random() * 3)], { pen: 'fine' });
      const kind = Math.floor(sheet.random() * 4);
      if (kind === 0) sheet.hatch(bed, { angle: 45, gap: 11 });
      else if (kind === 1) sheet.hatch(bed, { angle: 45, gap: 15, cross: true, opacity: 0.7 });
      else if (kind === 2)
        sheet.ink(
          range(5, (i) =>
            range(
              4,
              (j) =>
                circle(px + w * (0.14 + i * 0.18), py + h * (0.17 + j * 0.22), 9) +
                circle(px + w * (0.14 + i * 0.18), py + h * (0.17 + j * 0.22), 3),
            ).join(''),
          ).join(''),
          'hair',
        );
      else
        sheet.ink(
          poly([
            [px + w / 2, py + 14],
            [px + w - 14, py + h / 2],
            [px + w / 2, py + h - 14],
            [px + 14, py + h / 2],
          ]) + circle(px + w / 2, py + h / 2, h * 0.16),
          'fine',
        );
      return;
    }
    const gap = depth === 2 ? 46 : 24;
    const [bw, bh] = [(w - gap) / 2, (h - gap) / 2];
    range(4, (i) => plot(px + (i % 2) * (bw + gap), py + Math.floor(i / 2) * (bh + gap), bw, bh, depth - 1));
    const [mx, my] = [px + w / 2, py + h / 2];
    sheet.ink(seg(mx, py, mx, py + h) + seg(px, my, px + w, my), 'hair', { dash: '10 8' });
    if (depth === 2) {
      sheet.fill(
        poly(range(8, (i) => [mx + 46 * Math.cos(0.3927 + i * 0.7854), my + 46 * Math.sin(0.3927 + i * 0.7854)])),
        '#0F4C4A',
        { pen: 'medium' },
      );
      sheet.ink(circle(mx, my, 20), 'fine', { color: '#DCE6E1' });
    }
  };
  const path = 120;
  const [qw, qh] = [half - 46 - path / 2, high - 46 - path / 2];
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ].forEach(([sx, sy]) =>
    plot(sx < 0 ? cx - half + 46 : cx + path / 2, sy < 0 ? cy - high + 46 : cy + path / 2, qw, qh, 2),
  );
  sheet.fill(
    box(cx - half + 30, cy - 26, 2 * half - 60, 52) + box(cx - 26, cy - high + 30, 52, 2 * high - 60),
    '#0F4C4A',
    { pen: 'fine' },
  );
  sheet.ink(
    range(44, (i) => `M${cx - half + 50 + i * 45} ${cy - 10}q10 10 0 20`).join('') +
      range(27, (i) => `M${cx - 10} ${cy - high + 50 + i * 46}q10 10 20 0`).join(''),
    'hair',
    { color: '#DCE6E1' },
  );
  sheet.fill(box(cx - 170, cy - 170, 340, 340), sheet.paper, { pen: 'strong' });
  sheet.fill(box(cx - 140, cy - 140, 280, 280), '#0F4C4A', { pen: 'fine' });
  sheet.fill(
    poly(range(8, (i) => [cx + 112 * Math.cos(0.3927 + i * 0.7854), cy + 112 * Math.sin(0.3927 + i * 0.7854)])),
    '#F7F0E2',
    { pen: 'strong' },
  );
  sheet.fill(
    range(8, (i) => circle(cx + 88 * Math.cos(0.3927 + i * 0.7854), cy + 88 * Math.sin(0.3927 + i * 0.7854), 9)).join(
      '',
    ),
    sheet.line,
  );
  sheet.ink(
    circle(cx, cy, 52) +
      circle(cx, cy, 40) +
      range(16, (i) =>
        seg(
          cx + 14 * Math.cos(i * 0.3927),
          cy + 14 * Math.sin(i * 0.3927),
          cx + 40 * Math.cos(i * 0.3927),
          cy + 40 * Math.sin(i * 0.3927),
        ),
      ).join(''),
    'fine',
    { color: sheet.accent },
  );
  range(14, (i) =>
    [-1, 1].forEach((side) => {
      if (i !== 6 && i !== 7) treePlan(sheet, cx - half + 110 + i * 138, cy + side * 48, 25, { color: '#0F4C4A' });
    }),
  );
  range(9, (i) =>
    [-1, 1].forEach((side) => {
      if (i < 3 || i > 5) treePlan(sheet, cx + side * 48, cy - high + 90 + i * 137, 25, { color: '#0F4C4A' });
    }),
  );
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ].forEach(([sx, sy]) => {
    const [tx, ty] = [cx + sx * half, cy + sy * high];
    sheet.fill(
      poly(range(8, (i) => [tx + 52 * Math.cos(0.3927 + i * 0.7854), ty + 52 * Math.sin(0.3927 + i * 0.7854)])),
      sheet.line,
    );
    sheet.fill(circle(tx, ty, 30), sheet.paper);
  });
  [
    [cx, cy + high, 1],
    [cx, cy - high, -1],
  ].forEach(([gx, gy]) => {
    sheet.fill(box(gx - 90, gy - 34, 180, 68), sheet.line);
    sheet.fill(box(gx - 36, gy - 36, 72, 72), sheet.paper);
    sheet.ink(seg(gx - 36, gy - 20, gx + 36, gy - 20) + seg(gx - 36, gy + 20, gx + 36, gy + 20), 'fine');
  });
  north(sheet, 2300, 200, 40);
  scaleBar(sheet, 1860, 1446, 80, ['0', '10', '20', '30', '40']);
  frame(sheet, 'G-16', 'Garden in four parts · Plan', '1:500');
  return sheet;
}

export function stair() {
  const sheet = new Sheet(W, H, grounds.lake, 37);
  range(39, (i) => sheet.ink(seg(48 + i * 60.6, 48, 48 + i * 60.6, H - 118), i % 5 ? 0.8 : 1.6, { opacity: 0.13 }));
  range(24, (i) => sheet.ink(seg(48, 48 + i * 60.6, W - 48, 48 + i * 60.6), i % 5 ? 0.8 : 1.6, { opacity: 0.13 }));
  const [px, py, r] = [620, 770, 440];
  sheet.fill(`${circle(px, py, r + 60)}${circle(px, py, r)}`, sheet.line, { rule: 'evenodd' });
  const steps = 24;
  range(steps, (i) => {
    const t = (i / steps) * Math.PI * 2;
    sheet.ink(
      seg(px + 78 * Math.cos(t), py + 78 * Math.sin(t), px + r * Math.cos(t), py + r * Math.sin(t)),
      i < 15 ? 'medium' : 'fine',
      i < 15 ? {} : { dash: '16 10' },
    );
    if (i < 15)
      sheet.text(String(i + 1), px + 330 * Math.cos(t + 0.13), py + 330 * Math.sin(t + 0.13) + 8, 17, {
        align: 'middle',
      });
  });
  sheet.fill(circle(px, py, 78), sheet.tone, { pen: 'strong' });
  sheet.hatch(circle(px, py, 78), { angle: 45, gap: 10 });
  sheet.ink(
    range(61, (i) => {
      const t = (i / 60) * 3.75 + 0.13;
      return `${i ? 'L' : 'M'}${px + 250 * Math.cos(t)} ${py + 250 * Math.sin(t)}`;
    }).join(''),
    'medium',
    { color: sheet.accent },
  );
  sheet.fill(circle(px + 250 * Math.cos(0.13), py + 250 * Math.sin(0.13), 10), sheet.accent);
  sheet.ink(
    `M${px + 250 * Math.cos(3.88)} ${py + 250 * Math.sin(3.88)}l34 -8M${px + 250 * Math.cos(3.88)} ${py + 250 * Math.sin(3.88)}l6 36`,
    'medium',
    { color: sheet.accent },
  );
  sheet.ink(seg(px - r - 130, py, px + r + 130, py) + seg(px, py - r - 120, px, py + r + 120), 'hair', {
    dash: '46 10 8 10',
  });
  sectionMark(sheet, px - r - 100, py, 'B');
  dimensions(
    sheet,
    [px - r - 60, px - r, px - 78, px + 78, px + r, px + r + 60],
    1400,
    ['0.30', '2.10', '0.75', '2.10', '0.30'],
    { size: 17 },
  );
  const [sx, base, sr, rise] = [1720, 1380, 360, 33];
  const count = 36;
  const wallHeight = 1270;
  sheet.fill(
    box(sx - sr - 56, base - wallHeight, 56, wallHeight) + box(sx + sr, base - wallHeight, 56, wallHeight),
    sheet.tone,
    { pen: 'strong' },
  );
  sheet.ink(
    courses(sx - sr - 56, base - wallHeight, 56, wallHeight, 33) +
      courses(sx + sr, base - wallHeight, 56, wallHeight, 33),
    'hair',
    { opacity: 0.7 },
  );
  sheet.hatch(box(sx - sr - 56, base - wallHeight, 56, wallHeight) + box(sx + sr, base - wallHeight, 56, wallHeight), {
    angle: 45,
    gap: 12,
  });
  const tread = (i) => {
    const t = (i / steps) * Math.PI * 2;
    const u = ((i + 1) / steps) * Math.PI * 2;
    return { a: Math.cos(t), b: Math.cos(u), front: Math.sin(t + 0.13) > 0, y: base - (i + 1) * rise };
  };
  const draw = (front) =>
    range(count, (i) => {
      const step = tread(i);
      if (step.front !== front) return;
      const outer = front ? 300 : sr;
      const [x1, x2] = [sx + step.a * outer, sx + step.b * outer];
      const shape = poly([
        [sx + step.a * 60, step.y],
        [x1, step.y],
        [x2, step.y],
        [sx + step.b * 60, step.y],
        [sx + step.b * 60, step.y + rise],
        [x2, step.y + rise],
        [x1, step.y + rise],
        [sx + step.a * 60, step.y + rise],
      ]);
      sheet.fill(shape, front ? sheet.paper : sheet.tone, { pen: front ? 'medium' : 'hair' });
      if (front)
        sheet.hatch(
          poly([
            [sx, step.y + 8],
            [x1, step.y + 8],
            [x2, step.y + rise],
            [sx, step.y + rise],
          ]),
          { angle: 60, gap: 7, opacity: 0.7 },
        );
    });
  draw(false);
  sheet.fill(box(sx - 60, base - wallHeight, 120, wallHeight), sheet.paper, { pen: 'strong' });
  sheet.hatch(box(sx + 14, base - wallHeight, 46, wallHeight), { angle: 90, gap: 8 });
  draw(true);
  sheet.ink(
    range(217, (i) => {
      const s = i / 6;
      const t = (s / steps) * Math.PI * 2;
      return `${i ? 'L' : 'M'}${(sx + Math.cos(t) * 318).toFixed(1)} ${(base - (s + 1) * rise - 78).toFixed(1)}`;
    }).join(''),
    'strong',
    { color: sheet.accent },
  );
  [
    [3, 1],
    [9, 2],
    [27, 0],
  ].forEach(([i, kind]) => {
    const step = tread(i);
    person(sheet, sx + step.a * 230, step.y, 132, kind);
  });
  sheet.ink(seg(1240, base, 2300, base), 'cut', { cap: 'butt' });
  sheet.hatch(box(1240, base, 1060, 70), { angle: 45, gap: 14 });
  range(5, (i) => level(sheet, 2180, base - i * 297, i ? `+${(i * 1.62).toFixed(2)}` : '±0.00', { reach: 120 }));
  frame(sheet, 'G-17', 'Spiral stair · Plan and section B-B', '1:25');
  return sheet;
}

export function truss() {
  const sheet = new Sheet(W, H, grounds.water, 38);
  const [x1, x2, foot, apex] = [240, 2160, 640, 300];
  const panels = 16;
  const bottom = range(panels + 1, (i) => [
    x1 + ((x2 - x1) * i) / panels,
    foot - 36 * Math.sin((i / panels) * Math.PI),
  ]);
  const top = bottom.map(([x], i) => [
    x,
    foot - 60 - (foot - apex - 60) * (1 - Math.abs(i - panels / 2) / (panels / 2)),
  ]);
  /** @type {(a: number[], b: number[], size: number, pen?: import('../sheet.mjs').Pen) => void} */
  const bar = (a, b, size, pen = 'medium') => {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const [nx, ny] = [(-(b[1] - a[1]) / length) * size, ((b[0] - a[0]) / length) * size];
    sheet.fill(
      poly([
        [a[0] + nx, a[1] + ny],
        [b[0] + nx, b[1] + ny],
        [b[0] - nx, b[1] - ny],
        [a[0] - nx, a[1] - ny],
      ]),
      sheet.paper,
      { pen },
    );
  };
  sheet.fill(
    poly([
      [x1 - 90, foot - 40],
      ...[top[0], top[8], top[16]].map(([x, y]) => [x, y - 46]),
      [x2 + 90, foot - 40],
      [x2 + 90, foot - 56],
      [top[8][0], top[8][1] - 70],
      [x1 - 90, foot - 56],
    ]),
    sheet.tone,
    { pen: 'medium' },
  );
  bottom.forEach((_point, i) => {
    if (i) bar(top[i], i > panels / 2 ? bottom[i - 1] : bottom[i - 1], 6, 'fine');
  });
  bottom.forEach((point, i) => {
    bar(point, top[i], 6, 'fine');
    if (i < panels && i >= panels / 2) bar(top[i], bottom[i + 1], 6, 'fine');
  });
  range(panels, (i) => {
    bar(bottom[i], bottom[i + 1], 10);
    bar(top[i], top[i + 1], 11);
  });
  [...top, ...bottom].forEach(([x, y]) => {
    sheet.fill(circle(x, y, 17), sheet.paper, { pen: 'medium' });
    sheet.fill(circle(x, y, 5), sheet.line);
  });
  top.forEach(([x, y]) => sheet.fill(box(x - 12, y - 46, 24, 34), sheet.paper, { pen: 'fine' }));
  [
    [x1, 1],
    [x2, -1],
  ].forEach(([x]) => {
    sheet.fill(box(x - 62, foot + 12, 124, 24), sheet.line);
    sheet.fill(box(x - 46, foot + 36, 92, 250), sheet.paper, { pen: 'strong' });
    sheet.hatch(box(x - 46, foot + 36, 92, 250), { angle: 45, gap: 15 });
  });
  dimensions(
    sheet,
    range(9, (i) => x1 + ((x2 - x1) * i) / 8),
    200,
    range(8, () => '3.00'),
    { size: 16 },
  );
  dimensions(sheet, [x1, x2], 800, ['24.00'], { size: 18 });
  const joint = (cx, cy, name, bars, accent) => {
    const r = 262;
    sheet.fill(circle(cx, cy, r), sheet.paper, { pen: 'strong' });
    sheet.clip(circle(cx, cy, r - 3), () => {
      sheet.hatch(circle(cx, cy, r), { angle: 0, gap: 22, opacity: 0.18 });
      bars.forEach(([turn, size]) => {
        const d = [Math.cos(turn), -Math.sin(turn)];
        bar([cx + d[0] * 70, cy + d[1] * 70], [cx + d[0] * 400, cy + d[1] * 400], size);
        sheet.ink(seg(cx + d[0] * 70, cy + d[1] * 70, cx + d[0] * 400, cy + d[1] * 400), 'hair', { dash: '30 8 6 8' });
      });
      const plate = poly(
        bars
          .flatMap(([turn, size]) => [
            [turn - 0.28, size],
            [turn + 0.28, size],
          ])
          .sort((a, b) => a[0] - b[0])
          .map(([turn]) => [cx + 150 * Math.cos(turn), cy - 150 * Math.sin(turn)]),
      );
      sheet.fill(plate, accent, { pen: 'medium' });
      bars.forEach(([turn]) =>
        range(3, (i) => {
          const [bx, by] = [cx + (66 + i * 32) * Math.cos(turn), cy - (66 + i * 32) * Math.sin(turn)];
          sheet.fill(circle(bx, by, 9), sheet.paper, { pen: 'fine' });
          sheet.ink(seg(bx - 14, by, bx + 14, by) + seg(bx, by - 14, bx, by + 14), 'hair');
        }),
      );
      sheet.fill(circle(cx, cy, 34), sheet.paper, { pen: 'medium' });
      sheet.ink(circle(cx, cy, 18) + seg(cx - 60, cy, cx + 60, cy) + seg(cx, cy - 60, cx, cy + 60), 'hair');
    });
    sheet.text(`Detail ${name}`, cx, cy + r + 44, 20, { align: 'middle', halo: true });
  };
  joint(
    560,
    1120,
    '1',
    [
      [0.36, 34],
      [Math.PI + 0.36, 34],
      [Math.PI * 1.5, 22],
      [-0.75, 22],
    ],
    '#0F4C4A',
  );
  joint(
    1200,
    1120,
    '2',
    [
      [-0.36, 34],
      [Math.PI + 0.36, 34],
      [Math.PI * 1.5, 22],
    ],
    '#A83F24',
  );
  joint(
    1840,
    1120,
    '3',
    [
      [0, 34],
      [Math.PI, 34],
      [Math.PI / 2, 22],
      [Math.PI * 0.77, 22],
      [Math.PI * 0.23, 22],
    ],
    '#E3A82B',
  );
  [
    [top[4], 560, '1'],
    [top[8], 1200, '2'],
    [bottom[12], 1840, '3'],
  ].forEach(([[x, y], cx, name]) => {
    sheet.ink(circle(x, y, 44), 'medium', { color: '#A83F24' });
    sheet.ink(seg(x, y + 44, cx, 858), 'hair', { dash: '22 8', color: '#A83F24' });
    sheet.text(name, x + 56, y - 34, 20, { color: '#A83F24', halo: true });
  });
  [
    [870, 0],
    [905, 2],
    [1500, 1],
  ].forEach(([x, kind]) => person(sheet, x, 1384, 130, kind));
  frame(sheet, 'G-18', 'Steel truss and three of its joints', '1:100 / 1:5');
  return sheet;
}

export function fanlightSheet() {
  const sheet = new Sheet(W, H, grounds.night, 41);
  const [cx, base, r] = [1200, 1180, 960];
  range(12, (i) => sheet.ink(circle(cx, base, r + 60 + i * 70), 'hair', { opacity: 0.16 }));
  range(25, (i) => {
    const t = (i / 24) * Math.PI;
    sheet.ink(
      seg(cx + 130 * Math.cos(t), base - 130 * Math.sin(t), cx + 1500 * Math.cos(t), base - 1500 * Math.sin(t)),
      'hair',
      { opacity: 0.16 },
    );
  });
  drawFanlight(sheet, cx, base, r, { sectors: 11, rings: 7 });
  sheet.fill(box(cx - r - 60, base, 2 * r + 120, 40), sheet.line);
  sheet.ink(circle(cx, base, 14), 'fine');
  sheet.ink(seg(cx, 110, cx, 1420), 'fine', { dash: '50 12 8 12', opacity: 0.8 });
  sheet.text('Heritage', cx - 480, base + 108, 26, { align: 'middle', gap: 3.4 });
  sheet.text('Modernity', cx + 480, base + 108, 26, { align: 'middle', gap: 3.4 });
  dimensions(sheet, [cx - r, cx, cx + r], 1390, ['1.20', '1.20'], { size: 18 });
  frame(sheet, 'G-11', 'Fanlight above the transom · Half lattice, half steel', '1:5');
  return sheet;
}
