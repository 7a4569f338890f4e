// Stupa, palace, mosque, arcade, market street and hall: elevations and one section.

import { birds, cypress, ground, palm, person, sky, sun, tree } from '../entourage.mjs';
import { chhatri, courses, cuspedArch, dome, eave, merlons, pointedArch, roundArch, starLattice } from '../masonry.mjs';
import { dimensions, frame, grid, level, sectionMark } from '../notation.mjs';
import { grounds } from '../palette.mjs';
import { box, circle, poly, range, Sheet, seg } from '../sheet.mjs';

const [W, H] = [2400, 1600];

export function stupa() {
  const sheet = new Sheet(W, H, grounds.stone, 21);
  const [cx, base, r] = [1200, 1270, 690];
  sky(sheet, 48, 48, W - 96, 520, { opacity: 0.3 });
  sun(sheet, 1660, 420, 190);
  const drum = base - 190;
  const mound = `M${cx - r} ${drum}A${r} ${r * 0.93} 0 0 1 ${cx - 190} ${drum - r * 0.895}H${cx + 190}A${r} ${r * 0.93} 0 0 1 ${cx + r} ${drum}Z`;
  sheet.fill(mound, sheet.paper, { pen: 'strong' });
  sheet.clip(mound, () => {
    let joints = '';
    let row = 0;
    for (let y = drum; y > drum - r; y -= 26, row += 1) {
      joints += seg(cx - r, y, cx + r, y);
      const half = r * Math.sqrt(Math.max(0, 1 - ((drum - y) / (r * 0.93)) ** 2));
      range(40, (index) => {
        const x = cx + half * Math.sin(-1.57 + ((index + (row % 2) / 2) / 40) * 3.14);
        joints += seg(x, y, x, y - 26);
      });
    }
    sheet.ink(joints, 'hair', { opacity: 0.5 });
    range(4, (index) =>
      sheet.hatch(
        `M${cx + 140 + index * 130} ${drum}Q${cx + 330 + index * 110} ${drum - 420} ${cx + 90 + index * 70} ${drum - r}H${cx + r + 20}V${drum}Z`,
        { angle: 58, gap: 11 },
      ),
    );
  });
  sheet.fill(box(cx - r - 60, drum, 2 * r + 120, base - drum), sheet.paper, { pen: 'medium' });
  sheet.ink(courses(cx - r - 60, drum, 2 * r + 120, base - drum, 27, { random: sheet.random, block: 74 }), 'hair', {
    opacity: 0.6,
  });
  const railing = (x, y, width, height, posts) => {
    const step = width / posts;
    sheet.fill(
      range(3, (bar) => box(x, y - height * (0.86 - bar * 0.27), width, height * 0.15)).join(''),
      sheet.paper,
      { pen: 'fine' },
    );
    sheet.fill(
      range(posts + 1, (post) =>
        box(x + post * step - step * 0.17, y - height * 0.95, step * 0.34, height * 0.95),
      ).join(''),
      sheet.paper,
      { pen: 'fine' },
    );
    sheet.fill(box(x - 8, y - height * 1.14, width + 16, height * 0.2), sheet.paper, { pen: 'medium' });
  };
  railing(cx - 150, drum - r * 0.9, 300, 80, 6);
  sheet.fill(box(cx - 66, drum - r * 0.9 - 150, 132, 150), sheet.paper, { pen: 'fine' });
  railing(cx - 150, drum - r * 0.9 + 3, 300, 80, 6);
  [
    [0, 100],
    [52, 72],
    [98, 46],
  ].forEach(([up, half]) =>
    sheet.fill(
      `M${cx - half} ${drum - r * 0.9 - 185 - up}Q${cx} ${drum - r * 0.9 - 250 - up} ${cx + half} ${drum - r * 0.9 - 185 - up}Z`,
      sheet.paper,
      { pen: 'medium' },
    ),
  );
  sheet.ink(seg(cx, drum - r * 0.9 - 150, cx, drum - r * 0.9 - 340), 'strong');
  railing(cx - r - 50, drum + 4, 2 * r + 100, 76, 44);
  sheet.fill(
    poly([
      [cx + 130, base],
      [cx + 700, drum],
      [cx + 700, base],
    ]),
    sheet.paper,
    { pen: 'medium' },
  );
  railing(cx - r - 230, base, 2 * r + 460, 140, 52);
  const gate = (gx, width, height) => {
    const post = width * 0.13;
    sheet.fill(box(gx - width / 2, base - height, width, height), sheet.line);
    [-1, 1].forEach((side) => {
      const x = gx + side * (width / 2 - post / 2) - post / 2;
      sheet.fill(box(x, base - height, post, height), sheet.paper, { pen: 'medium' });
      range(4, (panel) => {
        const y = base - (panel + 1) * height * 0.235;
        sheet.ink(box(x + 6, y, post - 12, height * 0.2), 'hair');
        sheet.ink(
          circle(x + post / 2, y + height * 0.1, post * 0.28) + circle(x + post / 2, y + height * 0.1, post * 0.12),
          'hair',
        );
      });
      sheet.fill(
        poly([
          [x - 12, base - height - 40],
          [x + post + 12, base - height - 40],
          [x + post, base - height],
          [x, base - height],
        ]),
        sheet.paper,
        { pen: 'fine' },
      );
    });
    range(3, (beam) => {
      const y = base - height - 60 - beam * 110;
      const half = width * (0.86 - beam * 0.07);
      sheet.fill(
        `M${gx - half} ${y + 14}Q${gx} ${y - 22} ${gx + half} ${y + 14}V${y - 30}Q${gx} ${y - 64} ${gx - half} ${y - 30}Z`,
        sheet.paper,
        { pen: 'medium' },
      );
      [-1, 1].forEach((side) =>
        sheet.ink(
          circle(gx + side * (half - 26), y - 6, 18) +
            circle(gx + side * (half - 26), y - 6, 10) +
            circle(gx + side * (half - 26), y - 6, 3),
          'hair',
        ),
      );
      sheet.ink(range(13, (index) => circle(gx - width * 0.48 + index * width * 0.08, y - 22, 9)).join(''), 'hair');
      if (beam < 2)
        [-1, 1].forEach((side) => {
          sheet.fill(box(gx + side * (width / 2 - post / 2) - post * 0.42, y - 92, post * 0.84, 60), sheet.paper, {
            pen: 'fine',
          });
          range(2, (stub) =>
            sheet.fill(box(gx + side * width * (0.09 + stub * 0.13) - 7, y - 90, 14, 54), sheet.paper, { pen: 'hair' }),
          );
        });
    });
    const crown = base - height - 60 - 250 - 44;
    sheet.ink(
      circle(gx, crown - 40, 40) +
        range(16, (spoke) =>
          seg(gx, crown - 40, gx + 40 * Math.cos(spoke * 0.3927), crown - 40 + 40 * Math.sin(spoke * 0.3927)),
        ).join(''),
      'fine',
    );
    [-1, 1].forEach((side) =>
      sheet.fill(`M${gx + side * 150 - 16} ${crown + 4}v-50q16 -40 32 0v50Z`, sheet.paper, { pen: 'fine' }),
    );
  };
  gate(cx - 300, 250, 430);
  [
    [640, 2],
    [760, 0],
    [905, 1],
    [1160, 3],
    [1420, 2],
    [1460, 0],
    [1720, 1],
    [2010, 4],
  ].forEach(([x, kind]) => person(sheet, x, base, 92, kind));
  tree(sheet, 220, base, 620);
  tree(sheet, 2210, base, 540);
  cypress(sheet, 400, base, 300);
  cypress(sheet, 2040, base, 260);
  ground(sheet, 48, W - 48, base);
  birds(sheet, 330, 300, 7, 22);
  dimensions(sheet, [cx - r - 60, cx + r + 60], 1420, ['36.60']);
  level(sheet, 1960, drum, '+4.90 Terrace', { reach: 250 });
  level(sheet, 1740, drum - r * 0.895, '+16.50', { reach: 190 });
  frame(sheet, 'G-02', 'Stupa with gateway · Elevation', '1:200');
  return sheet;
}

export function palaceFront() {
  const sheet = new Sheet(W, H, grounds.day, 22);
  const base = 1330;
  sky(sheet, 48, 48, W - 96, 620, { opacity: 0.32 });
  sun(sheet, 480, 380, 150);
  const [left, width] = [330, 1740];
  /** @type {[height: number, kind: string][]} */
  const floors = [
    [220, 'stone'],
    [150, 'stone'],
    [140, 'stone'],
    [128, 'wood'],
    [118, 'wood'],
    [112, 'wood'],
    [104, 'wood'],
  ];
  let y = base;
  floors.forEach(([height, kind], floor) => {
    const inset = floor > 3 ? (floor - 3) * 190 + 60 : 0;
    const [x, w] = [left + inset, width - 2 * inset];
    sheet.fill(box(x, y - height, w, height), sheet.paper, { pen: 'medium' });
    if (kind === 'stone')
      sheet.ink(courses(x, y - height, w, height, 24, { random: sheet.random, block: 62 }), 'hair', { opacity: 0.4 });
    const bays = Math.round(w / 116 / 2) * 2 + 1;
    const step = w / bays;
    range(bays, (bay) => {
      const bx = x + bay * step;
      const middle = Math.abs(bay - (bays - 1) / 2) < 1.1;
      if (floor < 3 && middle) return;
      const arch = `${(kind === 'stone' ? cuspedArch : cuspedArch)(bx + step * 0.2, y - height * 0.14, step * 0.6, height * 0.66, kind === 'stone' ? 9 : 5)}Z`;
      if (kind === 'wood') {
        sheet.fill(arch, sheet.accent, { opacity: 0.88, pen: 'fine' });
        sheet.fill(
          box(bx + step * 0.06, y - height * 0.95, step * 0.08, height * 0.95) +
            box(bx + step * 0.86, y - height * 0.95, step * 0.08, height * 0.95),
          sheet.paper,
          { pen: 'hair' },
        );
        sheet.fill(box(bx + step * 0.16, y - height * 0.36, step * 0.68, height * 0.26), sheet.paper, { pen: 'hair' });
        sheet.ink(starLattice(bx + step * 0.18, y - height * 0.35, step * 0.64, height * 0.24, 12), 'hair');
      } else {
        sheet.fill(arch, sheet.line, { pen: 'fine' });
        sheet.ink(box(bx + step * 0.1, y - height * 0.88, step * 0.8, height * 0.8), 'fine');
        if (floor === 1 && bay % 3 === 1) {
          sheet.fill(box(bx + step * 0.06, y - height * 0.4, step * 0.88, height * 0.3), sheet.paper, { pen: 'fine' });
          sheet.ink(starLattice(bx + step * 0.08, y - height * 0.38, step * 0.84, height * 0.26, 15), 'hair');
          eave(sheet, bx + step * 0.1, y - height * 0.9, step * 0.8, 12);
        }
      }
    });
    eave(sheet, x, y - height, w, floor < 3 ? 18 : 24, { brackets: kind === 'wood' ? bays * 2 : 0 });
    y -= height;
  });
  sheet.ink(merlons(left + 820, y - 4, width - 1640, 30), 'fine');
  const cx = left + width / 2;
  const bastions = [left - 70, left + width - 80];
  bastions.forEach((x) => {
    sheet.fill(box(x, base - 640, 150, 640), sheet.paper, { pen: 'strong' });
    sheet.ink(courses(x, base - 640, 150, 640, 24, { random: sheet.random, block: 50 }), 'hair', { opacity: 0.5 });
    sheet.hatch(box(x + 90, base - 640, 60, 640), { angle: 90, gap: 7 });
    range(3, (index) => {
      const arch = `${pointedArch(x + 45, base - 100 - index * 190, 60, 120)}Z`;
      sheet.fill(arch, sheet.line);
      sheet.ink(box(x + 28, base - 236 - index * 190, 94, 150), 'fine');
    });
    chhatri(sheet, x + 75, base - 640, 180);
  });
  sheet.fill(box(cx - 170, base - 510, 340, 510), sheet.paper, { pen: 'strong' });
  sheet.ink(courses(cx - 170, base - 510, 340, 510, 24, { random: sheet.random, block: 60 }), 'hair', {
    opacity: 0.45,
  });
  sheet.fill(`${cuspedArch(cx - 128, base, 256, 430, 13)}Z`, sheet.tone, { pen: 'medium' });
  sheet.fill(`${pointedArch(cx - 96, base, 192, 340)}Z`, sheet.line, { pen: 'medium' });
  sheet.ink(
    `${range(6, (row) => range(5, (column) => circle(cx - 66 + column * 33, base - 40 - row * 42, 4)).join('')).join('')}${seg(cx, base, cx, base - 330)}`,
    'fine',
    { color: sheet.paper },
  );
  [[-150], [150]].forEach(([dx]) => {
    sheet.fill(box(cx + dx - 40, base - 500, 80, 100), sheet.paper, { pen: 'fine' });
    sheet.ink(starLattice(cx + dx - 34, base - 470, 68, 66, 16), 'hair');
    dome(sheet, cx + dx, base - 512, 36, { ribs: 3 });
  });
  chhatri(sheet, cx - 330, base - floors.slice(0, 4).reduce((sum, [h]) => sum + h, 0), 130);
  chhatri(sheet, cx + 330, base - floors.slice(0, 5).reduce((sum, [h]) => sum + h, 0) + 118, 130);
  chhatri(sheet, cx, y - 6, 170);
  [
    [200, 2],
    [430, 0],
    [465, 2],
    [760, 1],
    [980, 3],
    [1190, 2],
    [1225, 0],
    [1480, 4],
    [1730, 1],
    [1990, 2],
    [2030, 3],
    [2260, 0],
  ].forEach(([x, kind]) => person(sheet, x, base, 88, kind));
  palm(sheet, 150, base, 400);
  palm(sheet, 2250, base, 430);
  tree(sheet, 2180, base, 320);
  ground(sheet, 48, W - 48, base);
  let at = base;
  floors.forEach(([height], floor) => {
    if (floor < 5) level(sheet, 2150, at, floor ? `+${((base - at) / 46).toFixed(2)}` : '±0.00', { reach: 170 });
    at -= height;
  });
  birds(sheet, 1700, 240, 8, 20);
  frame(sheet, 'G-03', 'Palace of seven storeys · Front', '1:150');
  return sheet;
}

export function mosque() {
  const sheet = new Sheet(W, H, grounds.water, 23);
  sheet.accent = '#A83F24';
  sheet.paper = '#FBF8F2';
  const base = 1340;
  sheet.fill(box(48, 48, W - 96, base - 48), '#F3DFD3');
  sky(sheet, 48, 48, W - 96, 760, { opacity: 0.5, color: sheet.accent });
  const tower = (cx) => {
    const [w, h] = [150, 1010];
    range(6, (ring) => {
      const [w1, w2] = [w - ring * 8, w - (ring + 1) * 8];
      const [y1, y2] = [base - (ring * h) / 6, base - ((ring + 1) * h) / 6];
      const shape = poly([
        [cx - w1 / 2, y1],
        [cx - w2 / 2, y2],
        [cx + w2 / 2, y2],
        [cx + w1 / 2, y1],
      ]);
      sheet.fill(shape, sheet.paper, { pen: 'fine' });
      sheet.hatch(
        poly([
          [cx + w1 * 0.1, y1],
          [cx + w2 * 0.1, y2],
          [cx + w2 / 2, y2],
          [cx + w1 / 2, y1],
        ]),
        { angle: 90, gap: 7 },
      );
      sheet.ink(
        range(3, (panel) => `${pointedArch(cx - w1 * 0.4 + panel * w1 * 0.28, y1 - 14, w1 * 0.22, h / 6 - 34)}Z`).join(
          '',
        ),
        'hair',
      );
      if (ring % 2) eave(sheet, cx - w2 / 2, y2, w2, 22, { brackets: 6 });
    });
    sheet.fill(
      poly([
        [cx - 78, base - h],
        [cx - 60, base - h - 40],
        [cx + 60, base - h - 40],
        [cx + 78, base - h],
      ]),
      sheet.paper,
      { pen: 'fine' },
    );
    dome(sheet, cx, base - h - 56, 60, { swell: 0.6, fill: '#F3DFD3' });
  };
  const front = [520, 1360];
  dome(sheet, 830, base - 530, 180, { swell: 0.6, ribs: 7 });
  dome(sheet, 1570, base - 530, 180, { swell: 0.6, ribs: 7 });
  dome(sheet, 1200, base - 630, 250, { swell: 0.6, ribs: 9 });
  sheet.fill(box(front[0], base - 500, front[1], 500), sheet.paper, { pen: 'medium' });
  sheet.ink(merlons(front[0], base - 500, front[1], 40), 'fine');
  range(8, (bay) => {
    if (bay === 3 || bay === 4) return;
    const x = 545 + bay * 165;
    sheet.ink(box(x, base - 450, 155, 450), 'fine');
    const arch = `${cuspedArch(x + 20, base, 115, 340, 11)}Z`;
    sheet.fill(arch, sheet.line, { pen: 'fine' });
    sheet.ink(starLattice(x + 12, base - 435, 131, 60, 22), 'hair');
  });
  sheet.fill(box(970, base - 640, 460, 640), sheet.paper, { pen: 'strong' });
  sheet.ink(merlons(970, base - 640, 460, 44), 'fine').ink(box(1000, base - 610, 400, 610), 'fine');
  sheet.ink(starLattice(1008, base - 602, 384, 60, 24), 'hair');
  sheet.fill(`${pointedArch(1040, base, 320, 520)}Z`, sheet.tone, { pen: 'medium' });
  sheet.hatch(`${pointedArch(1040, base, 320, 520)}Z`, { angle: 45, gap: 10 });
  sheet.fill(`${cuspedArch(1090, base, 220, 380, 13)}Z`, sheet.line, { pen: 'medium' });
  [
    [940, 0],
    [1460, 0],
  ].forEach(([x]) => {
    sheet.fill(box(x - 30, base - 680, 60, 680), sheet.paper, { pen: 'medium' });
    sheet.hatch(box(x + 4, base - 680, 26, 680), { angle: 90, gap: 6 });
    chhatri(sheet, x, base - 680, 110);
  });
  tower(400);
  tower(2000);
  range(4, (step) =>
    sheet.fill(box(300 - step * 30, base + step * 18, 1800 + step * 60, 18), step % 2 ? sheet.tone : sheet.paper, {
      pen: 'fine',
    }),
  );
  ground(sheet, 48, W - 48, base + 72, { depth: 50 });
  [
    [640, 0],
    [670, 3],
    [860, 1],
    [1130, 0],
    [1185, 3],
    [1255, 0],
    [1520, 1],
    [1560, 3],
    [1800, 0],
  ].forEach(([x, kind]) => person(sheet, x, base, 80, kind));
  tree(sheet, 170, base + 72, 520);
  tree(sheet, 2240, base + 72, 470);
  birds(sheet, 1500, 240, 9, 22);
  frame(sheet, 'G-12', 'Mosque with two minarets · Front', '1:200');
  return sheet;
}

export function arcade() {
  const sheet = new Sheet(W, H, grounds.day, 24);
  const [vx, vy] = [1200, 860];
  const to = (x, y, depth) => {
    const k = 1 / (1 + depth);
    return [vx + (x - vx) * k, vy + (y - vy) * k];
  };
  sheet.fill(box(48, 48, W - 96, H - 166), sheet.tone);
  const floor = 1482;
  const far = to(vx, floor, 5.4)[1];
  sheet.fill(poly([[48, floor], [W - 48, floor], to(W + 900, floor, 5.4), to(-900, floor, 5.4)]), sheet.paper);
  range(21, (index) => {
    const x = -1500 + index * 270;
    sheet.ink(seg(...to(x, floor, 0), ...to(x, floor, 5.4)), 'hair');
  });
  for (let depth = 0; depth < 5.4; depth += 0.14 + depth * 0.03) {
    const y = to(0, floor, depth)[1];
    sheet.ink(seg(48, y, W - 48, y), 'hair');
  }
  sheet.fill(box(900, 600, 600, far - 600), '#F7DCA0');
  sun(sheet, 1200, 830, 70);
  cypress(sheet, 1120, far, 190);
  cypress(sheet, 1290, far, 150);
  const rows = [4.6, 3.6, 2.75, 2, 1.36, 0.82, 0.36, 0];
  rows.forEach((depth, row) => {
    const k = 1 / (1 + depth);
    const place = `translate(${vx * (1 - k)} ${vy * (1 - k)}) scale(${k})`;
    const wall = 'M-4200 -1400H6600V1482H-4200Z';
    const bays = [-2350, -1380, -410, 560, 1530, 2500, 3470];
    const openings = bays.map((x) => `${cuspedArch(x + 60, floor, 850 - 10, 1130, 13)}Z`).join('');
    sheet.group(place, () => {
      sheet.fill(wall + openings, row % 2 ? sheet.paper : '#FDFBF7', { rule: 'evenodd', pen: 2.6 / k ** 0.4 });
      const clip = sheet.body.length;
      bays.forEach((x) => {
        sheet.ink(cuspedArch(x + 28, floor, 904, 1176, 13), 2 / k ** 0.3);
        [x + 60 - 130, x + 900].forEach(() => {});
        const pillar = [x - 70, 130];
        sheet.hatch(box(pillar[0] + 76, floor - 760, 50, 740), { angle: 90, gap: 12, pen: 1.6 / k ** 0.3 });
        sheet.fill(box(pillar[0] - 14, floor - 66, 158, 66) + box(pillar[0] - 14, floor - 792, 158, 46), sheet.paper, {
          pen: 2 / k ** 0.3,
        });
        sheet.ink(
          circle(x - 5, floor - 1000, 74) +
            circle(x - 5, floor - 1000, 56) +
            poly(
              range(16, (corner) => {
                const reach = corner % 2 ? 26 : 52;
                const t = (corner * Math.PI) / 8;
                return [x - 5 + Math.cos(t) * reach, floor - 1000 + Math.sin(t) * reach];
              }),
            ),
          1.8 / k ** 0.3,
        );
      });
      if (clip && row < rows.length - 1)
        sheet.hatch(wall + openings, {
          angle: 45,
          gap: 16 / k ** 0.5,
          pen: 1.3 / k ** 0.5,
          opacity: 0.28 + depth * 0.05,
        });
    });
    if (row === 2) {
      person(sheet, 1150, to(0, floor, 1.7)[1], 190, 2);
      person(sheet, 1212, to(0, floor, 1.7)[1], 196, 0);
    }
    if (row < rows.length - 1) {
      const y1 = to(0, floor, depth)[1];
      const y2 = to(0, floor, Math.max(0, depth - 0.22))[1];
      [-410, 560, 1530].forEach((x) =>
        sheet.fill(
          poly([
            to(x - 70, floor, depth),
            to(x + 60, floor, depth),
            to(x + 340, floor, Math.max(0, depth - 0.26)),
            to(x + 210, floor, Math.max(0, depth - 0.26)),
          ]),
          sheet.line,
          { opacity: 0.32 + 0 * (y1 + y2) },
        ),
      );
    }
  });
  person(sheet, 1690, 1440, 560, 1);
  frame(sheet, 'G-06', 'Arcade of cusped arches · One-point perspective', 'Not to scale');
  return sheet;
}

export function marketStreet() {
  const sheet = new Sheet(W, H, grounds.day, 25);
  const { random } = sheet;
  const base = 1320;
  sky(sheet, 48, 48, W - 96, 480, { opacity: 0.28 });
  const widths = [250, 190, 300, 210, 270, 180, 320, 230, 280];
  const palette = ['#EFE4D0', '#FBF8F2', '#E8D2B8', '#DCE6E1', '#FBF8F2', '#F0D9A8', '#FBF8F2', '#E5C6B8', '#EFE4D0'];
  let x = 90;
  widths.forEach((w, house) => {
    const storeys = [3, 4, 3, 5, 3, 4, 4, 3, 4][house];
    const height = 200 + (storeys - 1) * (150 + (house % 3) * 12);
    sheet.fill(box(x, base - height, w, height), palette[house], { pen: 'medium' });
    range(storeys - 1, (floor) => {
      const foot = base - 220 - floor * 150;
      const bays = Math.round(w / 78);
      const step = (w - 24) / bays;
      range(bays, (bay) => {
        const bx = x + 12 + bay * step;
        const arch = [cuspedArch, pointedArch, roundArch][(house + floor) % 3](
          bx + step * 0.2,
          foot,
          step * 0.6,
          98,
          7,
        );
        sheet.fill(`${arch}Z`, random() > 0.3 ? sheet.line : sheet.accent, { opacity: 0.92, pen: 'fine' });
        if (random() > 0.4)
          [0, 1].forEach((leaf) => {
            sheet.fill(box(bx + step * (leaf ? 0.8 : 0.02), foot - 72, step * 0.18, 72), sheet.paper, { pen: 'hair' });
            sheet.hatch(box(bx + step * (leaf ? 0.8 : 0.02), foot - 72, step * 0.18, 72), { angle: 0, gap: 5 });
          });
      });
      if ((house + floor) % 2 === 0) {
        sheet.fill(box(x + 4, foot - 8, w - 8, 14), sheet.paper, { pen: 'fine' });
        sheet.ink(
          range(Math.floor(w / 13), (bar) => seg(x + 10 + bar * 13, foot - 8, x + 10 + bar * 13, foot - 48)).join('') +
            seg(x + 4, foot - 48, x + w - 4, foot - 48),
          'fine',
        );
        sheet.ink(
          range(4, (bracket) => {
            const bx = x + 20 + (bracket * (w - 40)) / 3;
            return `M${bx} ${foot + 6}q0 26 -14 32`;
          }).join(''),
          'fine',
        );
        sheet.hatch(box(x + 4, foot + 6, w - 8, 34), { angle: 45, gap: 7 });
      } else sheet.ink(seg(x, foot + 10, x + w, foot + 10) + seg(x, foot + 16, x + w, foot + 16), 'fine');
      if (floor === storeys - 2 && house % 2) eave(sheet, x, foot - 128, w, 20, { brackets: bays });
    });
    const roof = base - height;
    if (house % 3 === 0) sheet.ink(merlons(x, roof, w, 26), 'fine');
    else if (house % 3 === 1) {
      sheet.fill(
        poly([
          [x - 14, roof],
          [x + w / 2, roof - 76],
          [x + w + 14, roof],
        ]),
        sheet.paper,
        { pen: 'medium' },
      );
      sheet.hatch(
        poly([
          [x - 14, roof],
          [x + w / 2, roof - 76],
          [x + w + 14, roof],
        ]),
        { angle: 90, gap: 10 },
      );
    } else {
      sheet.ink(
        range(8, (post) => seg(x + (post * w) / 7, roof, x + (post * w) / 7, roof - 34)).join('') +
          seg(x, roof - 34, x + w, roof - 34),
        'fine',
      );
      chhatri(sheet, x + w / 2, roof, 84);
    }
    const awning = poly([
      [x + 8, base - 196],
      [x + w - 8, base - 196],
      [x + w + 10, base - 140],
      [x - 10, base - 140],
    ]);
    sheet.fill(box(x + 10, base - 150, w - 20, 150), sheet.line);
    range(3, (shelf) =>
      sheet.ink(
        seg(x + 16, base - 36 - shelf * 34, x + w - 16, base - 36 - shelf * 34) +
          range(
            Math.floor(w / 20),
            (jar) =>
              `M${x + 20 + jar * 20} ${base - 36 - shelf * 34}v-${8 + ((jar * 7 + shelf * 5) % 14)}h${9}v${8 + ((jar * 7 + shelf * 5) % 14)}`,
          ).join(''),
        'hair',
        { color: sheet.paper, opacity: 0.8 },
      ),
    );
    sheet.fill(awning, house % 2 ? sheet.accent : sheet.paper, { pen: 'medium' });
    sheet.clip(awning, () =>
      sheet.fill(
        range(Math.ceil(w / 44), (stripe) => box(x + stripe * 44 - 8, base - 200, 22, 66)).join(''),
        house % 2 ? sheet.paper : sheet.line,
        { opacity: house % 2 ? 0.85 : 0.16 },
      ),
    );
    sheet.fill(box(x + 8, base - 14, w - 16, 14), sheet.paper, { pen: 'fine' });
    x += w;
  });
  sheet.ink(`M${90} 900Q700 1010 1290 880T2320 860M300 780Q900 900 1500 760`, 'fine');
  range(24, (flag) => {
    const fx = 330 + flag * 48;
    const fy = 792 + Math.sin((flag / 23) * 3.1) * 62 - flag * 0.6;
    sheet.fill(
      poly([
        [fx, fy],
        [fx + 22, fy],
        [fx + 11, fy + 28],
      ]),
      flag % 2 ? sheet.accent : sheet.paper,
      { pen: 'hair' },
    );
  });
  [
    [150, 2],
    [235, 0],
    [420, 1],
    [455, 2],
    [600, 3],
    [760, 4],
    [905, 2],
    [940, 2],
    [1120, 0],
    [1300, 1],
    [1345, 3],
    [1560, 2],
    [1600, 0],
    [1790, 4],
    [1960, 1],
    [2120, 2],
    [2160, 0],
    [2270, 3],
  ].forEach(([px, kind], index) => person(sheet, px, base + (index % 3) * 14, 118, kind));
  sheet.ink(
    circle(1440, base - 26, 34) +
      circle(1540, base - 26, 34) +
      `M1440 ${base - 26}L1478 ${base - 84}H1524L1540 ${base - 26}M1478 ${base - 84}L1490 ${base - 26}L1524 ${base - 84}M1440 ${base - 26}H1490M1524 ${base - 84}l-6 -22h20`,
    'medium',
  );
  ground(sheet, 48, W - 48, base + 26, { depth: 54 });
  dimensions(sheet, [90, 340, 530, 830, 1040, 1310, 1490, 1810, 2040, 2320], 1440, [
    '5.2',
    '3.9',
    '6.2',
    '4.4',
    '5.6',
    '3.7',
    '6.6',
    '4.8',
    '5.8',
  ]);
  birds(sheet, 1300, 220, 8, 20);
  frame(sheet, 'G-07', 'Market street · Unfolded elevation', '1:100');
  return sheet;
}

export function hall() {
  const sheet = new Sheet(W, H, grounds.water, 26);
  const base = 1240;
  sky(sheet, 48, 48, W - 96, 260, { opacity: 0.25 });
  const roof = (x) => 480 - 130 * Math.sin(((x - 330) / 1280) * Math.PI);
  const shell = [
    [330, base],
    [330, 560],
    ...range(33, (index) => {
      const x = 330 + index * 40;
      return [x, roof(x)];
    }),
    [1610, 300],
    [2050, 300],
    [2050, base],
  ];
  sheet.fill(poly(shell), sheet.paper);
  sheet.hatch(box(1610, 300, 440, base - 300), { angle: 90, gap: 16, opacity: 0.3 });
  range(9, (line) =>
    sheet.ink(
      seg(1680 + line * 40, 330, 1680 + line * 40, 600 + (line % 3) * 60) +
        box(1660 + line * 40, 600 + (line % 3) * 60, 40, 8),
      'hair',
    ),
  );
  const top = range(33, (index) => {
    const x = 330 + index * 40;
    return [x, roof(x)];
  });
  const under = top.map(([x, y], index) => [x, y + 92 + (index % 2 ? 0 : 0)]);
  sheet.ink(poly(top, false), 'strong').ink(poly(under, false), 'medium');
  sheet.ink(
    top
      .map(([x, y], index) =>
        index < 32
          ? seg(x, y, ...(index % 2 ? top[index + 1] : under[index + 1])) +
            seg(...under[index], ...(index % 2 ? top[index + 1] : under[index + 1])) +
            seg(x, y, ...under[index])
          : '',
      )
      .join(''),
    'fine',
  );
  const ceiling = range(8, (index) => {
    const x = 350 + index * 158;
    return `M${x} ${roof(x) + 128}Q${x + 79} ${roof(x + 79) + 176} ${x + 148} ${roof(x + 148) + 118}`;
  }).join('');
  sheet.ink(ceiling, 'strong');
  const seats = 22;
  const rake = (index) => [420 + index * 44, base - 330 + index * 13.4];
  const tiers = [[330, base - 344]];
  range(seats, (index) => {
    const [x, y] = rake(index);
    tiers.push([x, y], [x + 44, y]);
  });
  tiers.push([1400, base - 30], [1480, base - 30], [1480, base - 100], [2050, base - 100], [2050, base], [330, base]);
  sheet.fill(poly(tiers), '#DCE6E1');
  sheet.hatch(poly(tiers), { angle: 45, gap: 13 });
  sheet.ink(poly(tiers.slice(0, -2), false), 'strong');
  const balcony = [
    [330, 800],
    [640, 852],
    [640, 880],
    [330, 838],
  ];
  sheet.fill(poly(balcony), sheet.line);
  range(6, (index) => person(sheet, 366 + index * 46, 806 + index * 7.8, 62, index % 4));
  range(seats, (index) => {
    const [x, y] = rake(index);
    sheet.ink(`M${x + 30} ${y}v-22h-14v-16`, 'fine');
    if (sheet.random() > 0.16) {
      sheet.fill(
        circle(x + 20, y - 52, 7) +
          poly([
            [x + 13, y - 44],
            [x + 27, y - 44],
            [x + 32, y - 20],
            [x + 12, y - 20],
          ]),
        sheet.line,
      );
    }
  });
  person(sheet, 1640, base - 100, 96, 1, { color: '#A83F24' });
  sheet.fill(box(1560, base - 158, 26, 58), sheet.line);
  const source = [1640, base - 180];
  [420, 560, 720, 880, 1040, 1200].forEach((x, index) => {
    const y = roof(x) + 146;
    const [sx, sy] = rake(4 + index * 3);
    sheet.ink(`M${source[0]} ${source[1]}L${x + 100} ${y}L${sx} ${sy - 52}`, 'fine', {
      color: '#A83F24',
      dash: '14 9',
    });
  });
  sheet.fill(
    poly([
      [300, base],
      [300, 540],
      [336, 540],
      [336, base],
    ]) +
      poly([
        [1594, base - 560],
        [1594, 280],
        [1626, 280],
        [1626, base - 560],
      ]) +
      poly([
        [2034, base],
        [2034, 280],
        [2066, 280],
        [2066, base],
      ]) +
      box(1594, 276, 472, 26),
    sheet.line,
  );
  sheet.ink(poly(shell.slice(2, 35), false), 'cut');
  sheet.fill(box(140, base - 260, 160, 20) + box(140, base - 260, 12, 260), sheet.line);
  [
    [190, 2],
    [230, 0],
    [90, 4],
  ].forEach(([x, kind]) => person(sheet, x, base, 96, kind));
  tree(sheet, 2230, base, 520, { fill: '#C9D8D1' });
  const soil = box(48, base, W - 96, H - 118 - base);
  sheet.fill(soil, sheet.tone);
  sheet.hatch(soil, { angle: 45, gap: 17, cross: true, opacity: 0.5 });
  sheet.fill(box(310, base, 1760, 26) + range(7, (index) => box(320 + index * 286, base, 70, 70)).join(''), sheet.line);
  sheet.ink(seg(48, base, W - 48, base), 'cut', { cap: 'butt' });
  level(sheet, 2110, 300, '+18.60', { reach: 120 });
  level(sheet, 2110, base - 100, '+1.00 Stage', { reach: 160 });
  level(sheet, 120, base - 330, '+6.20', { reach: 120 });
  grid(sheet, [318, 720, 1122, 1610, 2050], 150, 280);
  dimensions(sheet, [318, 720, 1122, 1610, 2050], 1410, ['9.00', '9.00', '10.80', '9.80']);
  sectionMark(sheet, 2270, 620, 'B', { left: true });
  frame(sheet, 'G-08', 'Convention hall · Long section', '1:150');
  return sheet;
}
