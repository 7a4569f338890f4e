// The two cities together and the pages' own pictures: night, rain, hero, institute, theme, poster.

import { birds, cypress, ground, hills, palm, person, sky, tree, water } from '../entourage.mjs';
import {
  chhatri,
  courses,
  cuspedArch,
  dome,
  drawFanlight,
  eave,
  merlons,
  pointedArch,
  roundArch,
  starLattice,
} from '../masonry.mjs';
import { dimensions, frame, level } from '../notation.mjs';
import { grounds } from '../palette.mjs';
import { box, circle, poly, range, Sheet, seg } from '../sheet.mjs';
import { minaret, skyline } from './water.mjs';

const [W, H] = [2400, 1600];

/** Towers, slabs and cranes: the new city. */
export function towers(sheet, x1, x2, base, unit, { lit = 0 } = {}) {
  const { random } = sheet;
  for (let x = x1; x < x2 - unit * 0.6; ) {
    const w = unit * (0.6 + random() * 0.7);
    const h = unit * (1.6 + random() * 3.4);
    sheet.fill(box(x, base - h, w, h), sheet.paper, { pen: 'fine' });
    const kind = Math.floor(random() * 4);
    const rows = Math.floor(h / (unit * 0.2));
    if (kind === 0)
      sheet.ink(
        range(rows, (i) => seg(x, base - h + (i + 1) * unit * 0.2, x + w, base - h + (i + 1) * unit * 0.2)).join(''),
        'hair',
      );
    else if (kind === 1)
      sheet.ink(
        range(Math.floor(w / 9), (i) => seg(x + (i + 1) * 9, base - h, x + (i + 1) * 9, base)).join(''),
        'hair',
      );
    else if (kind === 2)
      sheet.fill(
        range(rows, (i) =>
          range(Math.floor(w / (unit * 0.16)), (j) =>
            random() > 0.25
              ? box(x + 6 + j * unit * 0.16, base - h + 8 + i * unit * 0.2, unit * 0.09, unit * 0.11)
              : '',
          ).join(''),
        ).join(''),
        sheet.line,
        { opacity: 0.85 },
      );
    else {
      sheet.ink(
        range(
          Math.ceil(rows / 3),
          (i) =>
            seg(x, base - h + i * unit * 0.6, x + w, base - h + (i + 1) * unit * 0.6) +
            seg(x + w, base - h + i * unit * 0.6, x, base - h + (i + 1) * unit * 0.6),
        ).join(''),
        'hair',
      );
      sheet.clip(box(x, base - h, w, h), () => sheet.ink(box(x, base - h, w, h), 'fine'));
    }
    if (lit)
      range(rows, (i) =>
        range(Math.floor(w / (unit * 0.16)), (j) => {
          if (random() < lit)
            sheet.fill(
              box(x + 6 + j * unit * 0.16, base - h + 8 + i * unit * 0.2, unit * 0.09, unit * 0.11),
              sheet.accent,
            );
        }),
      );
    sheet.hatch(box(x + w * 0.72, base - h, w * 0.28, h), { angle: 45, gap: 7, opacity: 0.6 });
    if (random() > 0.7) sheet.ink(seg(x + w / 2, base - h, x + w / 2, base - h - unit * 0.5), 'fine');
    x += w + unit * 0.12;
  }
}

export function cityNight() {
  const sheet = new Sheet(W, H, grounds.night, 43);
  const { random } = sheet;
  sheet.fill(
    range(150, () => circle(60 + random() * 2280, 60 + random() * 620, 0.8 + random() * 1.8)).join(''),
    sheet.line,
    { opacity: 0.7 },
  );
  sheet.fill(circle(1820, 330, 130), sheet.accent);
  sheet.fill(circle(1772, 300, 118), sheet.paper);
  const base = 1090;
  hills(sheet, 48, W - 48, base, 420, { seed: 3.4 });
  skyline(sheet, 60, 2340, base - 190, 100, { lit: 0.12 });
  sheet.fill(box(48, base - 200, W - 96, 210), sheet.paper);
  skyline(sheet, 60, 2340, base, 122, { lit: 0.42 });
  [
    [520, 480],
    [860, 560],
    [1500, 500],
  ].forEach(([x, h]) => minaret(sheet, x, base, 50, h));
  dome(sheet, 690, base - 330, 130, { swell: 0.6 });
  sheet.fill(box(540, base - 316, 300, 316), sheet.paper, { pen: 'medium' });
  range(3, (i) => sheet.fill(`${cuspedArch(566 + i * 90, base, 70, 200)}Z`, sheet.accent));
  sheet.ink(starLattice(556, base - 300, 268, 60, 20), 'hair');
  sheet.fill(box(48, base, W - 96, H - 118 - base), '#11100E');
  sheet.ink(seg(48, base, W - 48, base), 'strong');
  water(sheet, 48, base + 4, W - 96, H - 126 - base, { color: sheet.line, density: 0.5 });
  [...range(46, () => 90 + random() * 2220), ...range(10, () => 1740 + random() * 160)].forEach((x, i) => {
    let path = '';
    const reach = i > 45 ? 330 : 60 + random() * 230;
    for (let y = 8; y < reach; y += 9 + y * 0.03)
      path += seg(x - 5 - random() * 14, base + y, x + 5 + random() * 14, base + y);
    sheet.ink(path, 'fine', { color: sheet.accent, opacity: 0.75 });
  });
  frame(sheet, 'G-13', 'The old city at night · Elevation', '1:500');
  return sheet;
}

export function rain() {
  const sheet = new Sheet(W, H, grounds.lake, 45);
  const { random } = sheet;
  const base = 1290;
  sheet.ink(
    range(26, (i) => `M48 ${90 + i * 15}${range(13, (_j) => `q92 ${(random() - 0.5) * 60} 184 0`).join('')}`).join(''),
    'hair',
    { opacity: 0.4 },
  );
  const house = (x, w, h, pitch, depth) => {
    const eaves = base - h;
    const ridge = eaves - w * pitch;
    sheet.fill(box(x + 30, eaves, w - 60, h), sheet.paper, { pen: 'medium' });
    const roof = poly([
      [x - 44, eaves + 26],
      [x + w * 0.2, ridge],
      [x + w * 0.8, ridge],
      [x + w + 44, eaves + 26],
    ]);
    sheet.fill(roof, depth ? sheet.tone : '#A83F24', { pen: 'strong' });
    sheet.clip(roof, () => {
      const rows = Math.round((eaves - ridge) / 22);
      range(rows + 2, (row) =>
        sheet.ink(
          range(
            Math.ceil((w + 120) / 26),
            (tile) => `M${x - 60 + tile * 26 + (row % 2) * 13} ${ridge + row * 22}a13 13 0 0 0 26 0`,
          ).join(''),
          'fine',
        ),
      );
    });
    sheet.fill(box(x + w * 0.2 - 8, ridge - 12, w * 0.6 + 16, 14), sheet.paper, { pen: 'fine' });
    const bays = Math.max(2, Math.round((w - 80) / 130));
    range(bays, (bay) => {
      const bx = x + 46 + (bay * (w - 92)) / bays;
      const bw = (w - 92) / bays;
      const door = bay === Math.floor(bays / 2);
      const opening = `${cuspedArch(bx + bw * 0.18, door ? base : base - 66, bw * 0.64, door ? Math.min(h - 40, 190) : Math.min(h - 110, 120), 7)}Z`;
      sheet.fill(opening, random() > 0.35 ? sheet.accent : '#08302E', { pen: 'medium' });
      sheet.fill(box(bx - 5, eaves + 20, 10, h - 20), sheet.paper, { pen: 'fine' });
    });
    sheet.fill(box(x + 10, base - 26, w - 20, 26), sheet.paper, { pen: 'fine' });
    sheet.ink(courses(x + 10, base - 26, w - 20, 26, 13), 'hair');
    sheet.hatch(box(x + 30, eaves + 26, w - 60, 40), { angle: 45, gap: 8 });
    let drip = '';
    range(Math.round(w / 21), (i) => {
      const dx = x - 36 + i * 21 + random() * 6;
      drip += seg(dx, eaves + 32, dx, eaves + 50 + random() * 90);
    });
    sheet.ink(drip, 'fine', { opacity: 0.8 });
  };
  tree(sheet, 230, base, 700);
  tree(sheet, 2200, base, 620);
  house(420, 560, 480, 0.34, 1);
  house(1440, 600, 520, 0.32, 1);
  house(980, 520, 620, 0.3, 1);
  house(180, 520, 250, 0.36, 0);
  house(800, 640, 290, 0.32, 0);
  house(1560, 560, 260, 0.35, 0);
  let far = '';
  let near = '';
  range(520, () => {
    const [x, y, l] = [random() * 2700 - 100, random() * 1500, 26 + random() * 60];
    far += seg(x, y, x - l * 0.34, y + l);
  });
  range(150, () => {
    const [x, y, l] = [random() * 2700 - 100, random() * 1450, 80 + random() * 120];
    near += seg(x, y, x - l * 0.34, y + l);
  });
  sheet.ink(far, 'hair', { opacity: 0.6 });
  sheet.fill(box(48, base, W - 96, H - 118 - base), '#0A3533');
  water(sheet, 48, base + 4, W - 96, H - 126 - base, { color: sheet.line, density: 0.6 });
  sheet.ink(
    range(60, () => {
      const [x, y, r] = [80 + random() * 2240, base + 24 + random() * 150, 10 + random() * 26];
      return `M${x - r} ${y}a${r} ${r * 0.28} 0 1 0 ${2 * r} 0a${r} ${r * 0.28} 0 1 0 ${-2 * r} 0`;
    }).join(''),
    'fine',
    { opacity: 0.9 },
  );
  sheet.ink(seg(48, base, W - 48, base), 'strong');
  [
    [740, 4],
    [1490, 4],
    [2130, 4],
  ].forEach(([x, kind]) => person(sheet, x, base + 20, 150, kind));
  sheet.ink(near, 'fine', { opacity: 0.75 });
  frame(sheet, 'G-19', 'Monsoon on tiled roofs · Elevation', '1:75');
  return sheet;
}

/** The fanlight over its bar, the lakes' city left and the new one right. */
export const hero = () => heroOn(grounds.day, { ornament: '#E3A82B', accent: '#A83F24', water: '#0F4C4A' });

/** The same drawing for the dark theme: the light is on behind the glass and in the new city's windows. */
export const heroNight = () =>
  heroOn(
    { ...grounds.night, paper: '#161714' },
    { ornament: '#E3A82B', accent: '#E3A82B', water: '#8FCCC4', lit: 0.12 },
  );

function heroOn(ground, { ornament, accent, water: ripples, lit = 0 }) {
  const sheet = new Sheet(2400, 1800, ground, 51);
  const [cx, bar, r] = [1200, 1130, 930];
  range(9, (i) => sheet.ink(circle(cx, bar, r + 50 + i * 46), 'hair', { opacity: 0.2 }));
  range(37, (i) => {
    const t = (i / 36) * Math.PI;
    sheet.ink(
      seg(
        cx + (r + 20) * Math.cos(t),
        bar - (r + 20) * Math.sin(t),
        cx + (r + 460) * Math.cos(t),
        bar - (r + 460) * Math.sin(t),
      ),
      'hair',
      { opacity: 0.2 },
    );
  });
  sheet.fill(`M${cx - r} ${bar}A${r} ${r} 0 0 1 ${cx} ${bar - r}V${bar}Z`, sheet.tone);
  sheet.accent = ornament;
  if (lit)
    sheet.fill(
      `M${cx} ${bar - r}A${r} ${r} 0 0 1 ${cx + r} ${bar}H${cx + r * 0.39}A${r * 0.39} ${r * 0.39} 0 0 0 ${cx} ${bar - r * 0.39}Z`,
      '#7A4A12',
    );
  drawFanlight(sheet, cx, bar, r, { sectors: 11, rings: 7 });
  sheet.accent = accent;
  sheet.fill(box(90, bar, 2220, 44), sheet.line);
  const base = 1690;
  hills(sheet, 90, 1180, base - 60, 210, { seed: 4.4 });
  skyline(sheet, 110, 600, base, 76);
  skyline(sheet, 880, 1130, base, 76);
  sheet.fill(box(610, base - 170, 270, 170), sheet.paper, { pen: 'medium' });
  range(3, (i) => sheet.fill(`${cuspedArch(630 + i * 82, base, 66, 116)}Z`, sheet.line));
  eave(sheet, 610, base - 170, 270, 18);
  dome(sheet, 745, base - 192, 86, { swell: 0.6 });
  minaret(sheet, 590, base, 40, 380);
  minaret(sheet, 900, base, 40, 380);
  towers(sheet, 1290, 2290, base, 96, { lit });
  sheet.ink(`M1060 ${base}Q1200 ${base - 96} 1340 ${base}`, 'strong').ink(
    range(13, (i) => {
      const x = 1072 + i * 21.3;
      return seg(x, base, x, base - 96 * (1 - ((x - 1200) / 140) ** 2));
    }).join(''),
    'hair',
  );
  [
    [200, 2],
    [236, 0],
    [1010, 1],
    [1180, 3],
    [1214, 2],
    [1420, 0],
    [1900, 1],
  ].forEach(([x, kind]) => person(sheet, x, base + 8, 62, kind));
  palm(sheet, 150, base, 250);
  palm(sheet, 1000, base, 210);
  tree(sheet, 2230, base, 260);
  birds(sheet, 300, 1270, 7, 18);
  sheet.ink(seg(90, base, 2310, base), 'strong');
  let lake = '';
  for (let i = 0; i < 9; i += 1)
    for (let x = 110 + sheet.random() * 100; x < 2280; x += 120 + sheet.random() * 220)
      lake += seg(x, base + 12 + i * 8.5, Math.min(2300, x + 40 + sheet.random() * 140), base + 12 + i * 8.5);
  sheet.ink(lake, 'fine', { color: ripples });
  return sheet;
}

export function institute() {
  const sheet = new Sheet(W, H, grounds.stone, 52);
  const base = 1290;
  sky(sheet, 48, 48, W - 96, 520, { opacity: 0.3 });
  const wing = (x, bays, w) => {
    sheet.fill(box(x, base - 560, bays * w, 560), sheet.paper, { pen: 'medium' });
    sheet.ink(courses(x, base - 560, bays * w, 250, 25, { random: sheet.random, block: 70 }), 'hair', { opacity: 0.4 });
    range(bays, (bay) => {
      const bx = x + bay * w;
      const ring = range(9, (i) => {
        const t = Math.PI * (i / 8);
        const c = [bx + w / 2, base - 300 + w * 0.36];
        return seg(
          c[0] + w * 0.36 * Math.cos(t),
          c[1] - w * 0.36 * Math.sin(t),
          c[0] + w * 0.46 * Math.cos(t),
          c[1] - w * 0.46 * Math.sin(t),
        );
      }).join('');
      sheet.fill(`${roundArch(bx + w * 0.14, base - 30, w * 0.72, 270)}Z`, sheet.line, { pen: 'medium' });
      sheet.fill(`${roundArch(bx + w * 0.3, base - 30, w * 0.56, 244)}Z`, '#3A362F');
      sheet.ink(ring, 'fine');
      sheet.fill(
        box(bx - 11, base - 200, 22, 170) + box(bx - 19, base - 218, 38, 18) + box(bx - 19, base - 48, 38, 18),
        sheet.paper,
        { pen: 'fine' },
      );
      range(2, (i) => {
        const wx = bx + w * (0.16 + i * 0.38);
        sheet.fill(`${pointedArch(wx, base - 352, w * 0.3, 140)}Z`, sheet.line, { pen: 'fine' });
        sheet.ink(seg(wx + w * 0.15, base - 352, wx + w * 0.15, base - 470), 'fine', { color: sheet.paper });
      });
      sheet.ink(starLattice(bx + 8, base - 346, w - 16, 28, 14), 'hair');
    });
    eave(sheet, x, base - 330, bays * w, 18);
    eave(sheet, x, base - 560, bays * w, 24, { brackets: bays * 3 });
    sheet.fill(
      range(bays * 4 + 1, (i) => box(x + (i * w) / 4 - 4, base - 606, 8, 46)).join('') +
        box(x, base - 616, bays * w, 12),
      sheet.paper,
      { pen: 'hair' },
    );
  };
  wing(300, 5, 128);
  wing(1460, 5, 128);
  sheet.fill(box(940, base - 720, 520, 720), sheet.paper, { pen: 'strong' });
  sheet.ink(courses(940, base - 720, 520, 720, 25, { random: sheet.random, block: 70 }), 'hair', { opacity: 0.35 });
  drawFanlight(sheet, 1200, base - 400, 210, { weight: 0.5, sectors: 6, rings: 4 });
  sheet.fill(box(960, base - 400, 480, 18), sheet.line);
  sheet.fill(box(990, base - 382, 420, 352), sheet.line);
  range(4, (i) => {
    sheet.fill(box(998 + i * 104, base - 374, 96, 344), i === 1 || i === 2 ? sheet.accent : sheet.paper, {
      pen: 'fine',
    });
    range(3, (j) => sheet.ink(box(1010 + i * 104, base - 362 + j * 110, 72, 94), 'fine'));
  });
  eave(sheet, 940, base - 720, 520, 28, { brackets: 14 });
  sheet.ink(merlons(940, base - 724, 520, 36), 'fine');
  dome(sheet, 1200, base - 780, 170, { swell: 0.35, ribs: 7 });
  [
    [990, 130],
    [1410, 130],
    [330, 130],
    [2070, 130],
  ].forEach(([x, w], i) => chhatri(sheet, x, base - (i < 2 ? 730 : 610), w));
  range(4, (step) =>
    sheet.fill(box(880 - step * 24, base - 30 + step * 10, 640 + step * 48, 10), sheet.paper, { pen: 'fine' }),
  );
  [
    [420, 0],
    [455, 2],
    [700, 3],
    [860, 1],
    [1130, 0],
    [1270, 2],
    [1300, 0],
    [1640, 4],
    [1860, 1],
    [2060, 2],
  ].forEach(([x, kind]) => person(sheet, x, base, 96, kind));
  tree(sheet, 170, base, 560);
  tree(sheet, 2240, base, 600);
  cypress(sheet, 250, base, 300);
  cypress(sheet, 2150, base, 280);
  ground(sheet, 48, W - 48, base);
  dimensions(sheet, [300, 940, 1460, 2100], 1420, ['24.00', '19.50', '24.00'], { size: 17 });
  level(sheet, 2140, base - 330, '+5.40', { reach: 150 });
  level(sheet, 2140, base - 560, '+9.80', { reach: 150 });
  birds(sheet, 500, 260, 8, 20);
  frame(sheet, 'A-02', 'Institute with its fanlight · Front', '1:100');
  return sheet;
}

export function theme() {
  const sheet = new Sheet(W, H, grounds.day, 53);
  const [bar, base] = [780, 1360];
  const [x1, x2, cx] = [700, 1620, 1160];
  const stone = `M300 60H2020V${base}H${x2}V${bar}A${(x2 - x1) / 2} ${(x2 - x1) / 2} 0 0 0 ${x1} ${bar}V${base}H300Z`;
  sheet.fill(stone, sheet.tone, { pen: 'medium' });
  sheet.clip(stone, () =>
    sheet.ink(courses(300, 60, 1720, base - 60, 65, { random: sheet.random, block: 190 }), 'fine', { opacity: 0.4 }),
  );
  sheet.fill(
    `M${cx - 560} ${bar}A560 560 0 0 1 ${cx + 560} ${bar}H${cx + 462}A462 462 0 0 0 ${cx - 462} ${bar}Z`,
    sheet.paper,
    { pen: 'strong' },
  );
  sheet.ink(
    range(22, (i) => {
      const t1 = Math.PI * (i / 21);
      return seg(cx + 462 * Math.cos(t1), bar - 462 * Math.sin(t1), cx + 560 * Math.cos(t1), bar - 560 * Math.sin(t1));
    }).join(''),
    'medium',
  );
  sheet.accent = '#E3A82B';
  drawFanlight(sheet, cx, bar, 456, { weight: 0.7, sectors: 8, rings: 5 });
  sheet.accent = '#A83F24';
  sheet.fill(box(x1 - 60, bar, x2 - x1 + 120, 46), sheet.line);
  sheet.fill(box(x1, bar + 46, x2 - x1, base - bar - 46), sheet.paper);
  sheet.fill(
    poly([
      [x1 + 40, base],
      [x1 + 40, bar + 60],
      [x1 + 210, bar + 150],
      [x1 + 210, base + 70],
    ]),
    sheet.accent,
    { pen: 'strong' },
  );
  range(3, (i) =>
    sheet.ink(
      poly([
        [x1 + 62, bar + 110 + i * 165],
        [x1 + 188, bar + 180 + i * 160],
        [x1 + 188, bar + 300 + i * 165],
        [x1 + 62, bar + 235 + i * 165],
      ]),
      'fine',
      { color: sheet.paper },
    ),
  );
  sheet.fill(box(x2 - 240, bar + 60, 200, base - bar - 60), '#DCE6E1', { pen: 'strong' });
  sheet
    .ink(seg(x2 - 230, base, x2 - 60, bar + 250) + seg(x2 - 200, base, x2 - 50, bar + 320), 'hair')
    .ink(box(x2 - 70, bar + 330, 8, 90), 'fine');
  sheet.clip(box(x1 + 210, bar + 60, x2 - x1 - 450, base - bar - 60), () => {
    skyline(sheet, x1 + 200, x1 + 450, base - 40, 44);
    towers(sheet, x1 + 460, x2 - 230, base - 40, 52);
    water(sheet, x1 + 200, base - 40, 520, 40, { color: '#0F4C4A' });
  });
  sheet.ink(seg(x1 + 210, base - 40, x2 - 240, base - 40), 'fine');
  sheet.fill(
    poly([
      [x1 + 210, base],
      [x2 - 240, base],
      [x2 + 40, base + 110],
      [x1 + 10, base + 110],
    ]),
    sheet.accent,
    { opacity: 0.16 },
  );
  sheet.hatch(
    poly([
      [x1 + 210, base],
      [x2 - 240, base],
      [x2 + 40, base + 110],
      [x1 + 10, base + 110],
    ]),
    { angle: 12, gap: 12, opacity: 0.5 },
  );
  person(sheet, 1130, base + 30, 300, 1);
  person(sheet, 1270, base + 14, 290, 2);
  sheet.ink(seg(48, base, x1, base) + seg(x2, base, W - 48, base), 'strong');
  sheet.fill(box(x1 - 40, base, x2 - x1 + 80, 16), sheet.paper, { pen: 'fine' });
  dimensions(sheet, [base, bar + 23, bar - 456].reverse(), 2130, ['1.20', '2.40'], { vertical: true, size: 18 });
  dimensions(sheet, [x1, x2], 1440, ['2.40'], { size: 18 });
  level(sheet, 110, bar, '+2.40', { reach: 160 });
  level(sheet, 110, base, '±0.00', { reach: 160 });
  sheet.ink(`M${x2 + 60} ${bar + 23}H1890L1930 ${bar + 150}`, 'fine', { color: sheet.accent });
  sheet.text('Transom', 1760, bar + 200, 30, { color: sheet.accent, halo: true });
  frame(sheet, 'A-01', 'Doorway with transom and fanlight · Elevation', '1:20');
  return sheet;
}
