// Lake front, bridge, cenotaphs, dam and stepwell: the drawings with water.

import { birds, boat, hills, palm, person, sky, sun, tree, water } from '../entourage.mjs';
import { chhatri, courses, cuspedArch, dome, eave, merlons, roundArch } from '../masonry.mjs';
import { dimensions, frame, grid, level, scaleBar } from '../notation.mjs';
import { grounds } from '../palette.mjs';
import { box, poly, range, Sheet, seg } from '../sheet.mjs';

const [W, H] = [2400, 1600];

/** Houses, domes and towers along a shore. */
export function skyline(sheet, x1, x2, base, unit, { lit = 0 } = {}) {
  const { random } = sheet;
  for (let x = x1; x < x2 - unit; ) {
    const w = unit * (0.7 + random() * 1.1);
    const h = unit * (0.7 + random() * 1.5);
    sheet.fill(box(x, base - h, w, h), sheet.paper, { pen: 'fine' });
    sheet.hatch(box(x + w * 0.72, base - h, w * 0.28, h), { angle: 90, gap: 6, opacity: 0.7 });
    const rows = Math.max(1, Math.floor(h / (unit * 0.42)));
    const columns = Math.max(2, Math.floor(w / (unit * 0.3)));
    let holes = '';
    let lamps = '';
    range(rows, (row) =>
      range(columns, (column) => {
        const hole = `${roundArch(x + (w * (column + 0.3)) / columns, base - h + (row + 0.85) * (h / rows), (w / columns) * 0.36, (h / rows) * 0.52)}Z`;
        const dice = random();
        if (dice < lit) lamps += hole;
        else if (dice > 0.15) holes += hole;
      }),
    );
    sheet.fill(holes, sheet.line, { opacity: lit ? 0.3 : 0.85 });
    if (lit) sheet.fill(lamps, sheet.accent);
    const roof = random();
    if (roof > 0.72) dome(sheet, x + w / 2, base - h - 3, w * 0.3, { swell: 0.3 + random() * 0.4, ribs: 3 });
    else if (roof > 0.5) sheet.ink(merlons(x, base - h, w, unit * 0.14), 'hair');
    else if (roof > 0.35) chhatri(sheet, x + w / 2, base - h, unit * 0.6);
    else sheet.ink(box(x - 4, base - h - 8, w + 8, 8), 'hair');
    x += w + (random() > 0.85 ? unit * 0.25 : 0);
  }
}

function minaret(sheet, cx, base, width, height) {
  const taper = width * 0.22;
  sheet.fill(
    poly([
      [cx - width / 2, base],
      [cx - width / 2 + taper, base - height],
      [cx + width / 2 - taper, base - height],
      [cx + width / 2, base],
    ]),
    sheet.paper,
    { pen: 'fine' },
  );
  sheet.hatch(
    poly([
      [cx + width * 0.1, base],
      [cx + width * 0.06, base - height],
      [cx + width / 2 - taper, base - height],
      [cx + width / 2, base],
    ]),
    { angle: 90, gap: 5 },
  );
  range(2, (index) => eave(sheet, cx - width * 0.5, base - height * (0.45 + index * 0.3), width, width * 0.22));
  chhatri(sheet, cx, base - height, width * 1.25);
}

export function upperLake() {
  const sheet = new Sheet(W, H, grounds.water, 11);
  sky(sheet, 48, 48, W - 96, 560, { color: sheet.accent, opacity: 0.35 });
  sun(sheet, 1720, 470, 150, { color: '#A83F24' });
  birds(sheet, 1180, 330, 9, 20);
  hills(sheet, 48, W - 48, 900, 300, { seed: 2.1 });
  const shore = 880;
  skyline(sheet, 330, 1000, shore, 92);
  skyline(sheet, 1390, 2250, shore, 84);
  sheet.fill(box(980, shore - 190, 440, 190), sheet.paper, { pen: 'medium' });
  range(5, (index) => {
    const arch = `${cuspedArch(1004 + index * 80, shore, 70, 130)}Z`;
    sheet.fill(arch, sheet.line).ink(arch, 'fine');
  });
  eave(sheet, 980, shore - 190, 440, 22);
  sheet.ink(merlons(980, shore - 194, 440, 26), 'fine');
  range(3, (index) => dome(sheet, 1070 + index * 130, shore - 220, index === 1 ? 74 : 46, { swell: 0.5 }));
  minaret(sheet, 950, shore, 44, 400);
  minaret(sheet, 1450, shore, 44, 400);
  sheet.fill(box(48, shore, W - 96, 140), sheet.paper);
  sheet.ink(courses(48, shore + 4, W - 96, 132, 33, { random: sheet.random, block: 120 }), 'hair', { opacity: 0.6 });
  sheet.ink(seg(48, shore, W - 48, shore), 'medium');
  range(9, (step) =>
    sheet.fill(box(620 - step * 26, shore + step * 15, 1180 + step * 52, 15), step % 2 ? sheet.tone : sheet.paper, {
      pen: 'fine',
    }),
  );
  tree(sheet, 200, shore + 20, 420, { fill: '#C9D8D1' });
  tree(sheet, 2290, shore + 12, 330, { fill: '#C9D8D1' });
  [300, 560, 1880, 2060].forEach((x) => palm(sheet, x, shore, 250));
  [
    [700, 3],
    [740, 2],
    [905, 0],
    [1180, 2],
    [1215, 0],
    [1500, 1],
    [1660, 2],
    [1685, 0],
  ].forEach(([x, kind], index) => person(sheet, x, shore + 14 + (index % 4) * 15, 62, kind));
  sheet.fill(box(48, shore + 135, W - 96, H - 118 - shore - 135), sheet.tone, { opacity: 0.75 });
  sheet.ink(seg(48, shore + 135, W - 48, shore + 135), 'medium');
  water(sheet, 48, shore + 137, W - 96, H - 118 - shore - 140);
  let reflection = '';
  for (let at = 10; at < 400; at += 13)
    reflection += seg(
      1720 - 140 + at * 0.18 + sheet.random() * 40,
      shore + 140 + at,
      1720 + 140 - at * 0.18 - sheet.random() * 40,
      shore + 140 + at,
    );
  sheet.ink(reflection, 'medium', { color: '#A83F24', opacity: 0.8 });
  boat(sheet, 520, 1210, 120);
  boat(sheet, 2030, 1150, 84);
  boat(sheet, 1320, 1330, 150);
  frame(sheet, 'G-01', 'Upper Lake, Bhopal · Elevation from the water', '1:500');
  return sheet;
}

export function bridge() {
  const sheet = new Sheet(W, H, grounds.stone, 12);
  sky(sheet, 48, 48, W - 96, 420, { opacity: 0.3 });
  sun(sheet, 640, 420, 120);
  hills(sheet, 48, W - 48, 720, 170, { seed: 5 });
  const [deck, foot] = [640, 1010];
  [
    [120, 300],
    [2250, 380],
    [2130, 250],
  ].forEach(([x, h]) => tree(sheet, x, deck + 70, h));
  const road = (x) => deck + 60 * ((x - 1200) / 1150) ** 2;
  const top = range(61, (index) => {
    const x = 48 + index * 38.4;
    return [x, road(x)];
  });
  sheet.fill(poly([...top, [W - 48, foot], [48, foot]]), sheet.paper, { pen: 'strong' });
  sheet.clip(poly([...top, [W - 48, foot], [48, foot]]), () =>
    sheet.ink(courses(48, deck - 10, W - 96, foot - deck + 10, 24, { random: sheet.random }), 'hair', {
      opacity: 0.55,
    }),
  );
  const spans = [
    [180, 300],
    [560, 350],
    [985, 430],
    [1490, 350],
    [1915, 300],
  ];
  for (const [x, w] of spans) {
    const h = w * 0.5 + 60;
    const ring = range(25, (index) => {
      const turn = Math.PI * (index / 24);
      const c = [x + w / 2, foot - h + w / 2];
      return seg(
        c[0] + (Math.cos(turn) * w) / 2,
        c[1] - (Math.sin(turn) * w) / 2,
        c[0] + Math.cos(turn) * (w / 2 + 34),
        c[1] - Math.sin(turn) * (w / 2 + 34),
      );
    }).join('');
    sheet.fill(`${roundArch(x - 34, foot, w + 68, h + 34)}Z`, sheet.paper, { pen: 'fine' });
    sheet.ink(ring, 'fine');
    sheet.fill(`${roundArch(x, foot, w, h)}Z`, sheet.tone, { pen: 'medium' });
    sheet.hatch(`${roundArch(x, foot, w, h)}Z`, { angle: 0, gap: 10, opacity: 0.5 });
    sheet.clip(`${roundArch(x, foot, w, h)}Z`, () => {
      sheet.fill(`M${x} ${foot - h}h${w}v${h}h-${w}Z${roundArch(x + w * 0.17, foot + 5, w, h)}Z`, sheet.line, {
        opacity: 0.85,
        rule: 'evenodd',
      });
    });
  }
  spans.slice(1).forEach(([x], index) => {
    const [px, pw] = spans[index];
    const m = (px + pw + x) / 2;
    sheet.fill(
      poly([
        [m - 46, foot],
        [m - 46, foot - 130],
        [m, foot - 190],
        [m + 46, foot - 130],
        [m + 46, foot],
      ]),
      sheet.paper,
      { pen: 'medium' },
    );
    sheet.hatch(
      poly([
        [m, foot],
        [m, foot - 190],
        [m + 46, foot - 130],
        [m + 46, foot],
      ]),
      { angle: 90, gap: 7 },
    );
  });
  const rail = top.map(([x, y]) => [x, y - 36]);
  sheet.ink(poly(rail, false), 'medium').ink(
    range(118, (index) => {
      const x = 60 + index * 19.5;
      return seg(x, road(x), x, road(x) - 36);
    }).join(''),
    'hair',
  );
  [
    [420, 0],
    [470, 2],
    [820, 3],
    [1130, 1],
    [1165, 2],
    [1290, 4],
    [1620, 0],
    [1990, 1],
  ].forEach(([x, kind]) => person(sheet, x, road(x), 78, kind));
  sheet.fill(box(48, foot, W - 96, H - 118 - foot), '#D9CDB5');
  sheet.group(`translate(0 ${2 * foot}) scale(1 -1)`, () =>
    spans.forEach(([x, w]) => sheet.fill(`${roundArch(x, foot, w, w * 0.36 + 60)}Z`, sheet.paper, { opacity: 0.55 })),
  );
  water(sheet, 48, foot, W - 96, H - 118 - foot - 4, { color: '#0F4C4A', density: 1.15 });
  sheet.ink(seg(48, foot, W - 48, foot), 'strong');
  boat(sheet, 1200, 1290, 130);
  dimensions(sheet, [180, 480, 560, 910, 985, 1415, 1490, 1840, 1915, 2215], 250, [
    '6.00',
    '1.60',
    '7.00',
    '1.50',
    '8.60',
    '1.50',
    '7.00',
    '1.60',
    '6.00',
  ]);
  frame(sheet, 'G-09', 'Bridge of five arches · Elevation', '1:150');
  return sheet;
}

export function cenotaphs() {
  const sheet = new Sheet(W, H, grounds.day, 13);
  sheet.fill(box(48, 48, W - 96, 700), '#F6E7CF');
  sky(sheet, 48, 48, W - 96, 520, { opacity: 0.28, color: sheet.accent });
  sun(sheet, 1240, 560, 260, { color: '#E3A82B' });
  const terrace = 980;
  const tower = (cx, w, h) => {
    sheet.fill(box(cx - w / 2, terrace - h * 0.42, w, h * 0.42), sheet.paper, { pen: 'medium' });
    sheet.hatch(box(cx + w * 0.2, terrace - h * 0.42, w * 0.3, h * 0.42), { angle: 45, gap: 8 });
    range(3, (bay) => {
      const arch = `${cuspedArch(cx - w * 0.44 + (bay * w) / 3.2, terrace, w * 0.26, h * 0.27)}Z`;
      sheet.fill(arch, sheet.line);
    });
    eave(sheet, cx - w / 2, terrace - h * 0.42, w, w * 0.06);
    [-1, 1].forEach((side) => chhatri(sheet, cx + side * w * 0.4, terrace - h * 0.43, w * 0.24));
    const spire = `M${cx - w * 0.26} ${terrace - h * 0.44}C${cx - w * 0.27} ${terrace - h * 0.75} ${cx - w * 0.09} ${terrace - h * 0.9} ${cx} ${terrace - h}C${cx + w * 0.09} ${terrace - h * 0.9} ${cx + w * 0.27} ${terrace - h * 0.75} ${cx + w * 0.26} ${terrace - h * 0.44}Z`;
    sheet.fill(spire, sheet.paper, { pen: 'medium' });
    sheet.clip(spire, () => {
      sheet.ink(
        range(26, (row) =>
          seg(cx - w, terrace - h * 0.44 - row * h * 0.022, cx + w, terrace - h * 0.44 - row * h * 0.022),
        ).join(''),
        'hair',
      );
      sheet.hatch(box(cx + w * 0.05, terrace - h, w * 0.4, h), { angle: 70, gap: 7 });
    });
    sheet.ink(
      range(5, (rib) => {
        const s = (rib - 2) * 0.09 * w;
        return `M${cx + s} ${terrace - h * 0.44}C${cx + s * 1.05} ${terrace - h * 0.75} ${cx + s * 0.4} ${terrace - h * 0.9} ${cx} ${terrace - h}`;
      }).join(''),
      'fine',
    );
    dome(sheet, cx, terrace - h + h * 0.012, w * 0.045, { ribs: 0, shade: false });
  };
  tower(520, 330, 720);
  tower(1900, 350, 780);
  tower(1220, 460, 900);
  [
    [830, 180],
    [1590, 190],
    [260, 130],
    [2180, 140],
  ].forEach(([x, w]) => chhatri(sheet, x, terrace, w));
  range(7, (step) =>
    sheet.fill(box(130 - step * 12, terrace + step * 22, 2140 + step * 24, 22), step % 2 ? sheet.tone : sheet.paper, {
      pen: 'fine',
    }),
  );
  sheet.ink(courses(130, terrace, 2140, 22, 22, { random: sheet.random, block: 80 }), 'hair');
  sheet.hatch(box(1080, terrace, 280, 154), { angle: 0, gap: 7 });
  [
    [700, 2],
    [735, 0],
    [980, 3],
    [1010, 1],
    [1420, 2],
    [1700, 0],
    [2060, 1],
  ].forEach(([x, kind], index) => person(sheet, x, terrace + (index % 4) * 22, 74, kind));
  sheet.fill(box(48, terrace + 154, W - 96, H - 118 - terrace - 154), '#E6DCC6');
  water(sheet, 48, terrace + 156, W - 96, H - 118 - terrace - 160, { color: sheet.line });
  let glitter = '';
  for (let at = 6; at < 340; at += 12)
    glitter += seg(
      1240 - 240 + sheet.random() * 120,
      terrace + 160 + at,
      1240 + 240 - sheet.random() * 120,
      terrace + 160 + at,
    );
  sheet.ink(glitter, 'medium', { color: '#C78A14' });
  birds(sheet, 860, 250, 8, 22);
  boat(sheet, 1750, 1290, 110);
  frame(sheet, 'G-14', 'Cenotaphs by the river · Elevation', '1:200');
  return sheet;
}

export function dam() {
  const sheet = new Sheet(W, H, grounds.water, 14);
  const [bed, crest, left, right] = [1240, 560, 950, 1560];
  sky(sheet, 48, 48, W - 96, 360, { opacity: 0.25 });
  hills(sheet, 1500, W - 48, 1240, 420, { seed: 1.2 });
  sheet.fill(box(48, 690, 1000, bed - 690), sheet.tone);
  water(sheet, 48, 690, 960, bed - 690, { density: 1.2 });
  sheet.ink(seg(48, 690, 1000, 690), 'medium', { color: sheet.accent });
  const body = poly([
    [left - 130, bed],
    [left, crest],
    [right, crest],
    [right + 180, bed],
  ]);
  sheet.fill(body, sheet.paper, { pen: 'cut' });
  sheet.clip(body, () => {
    const { random } = sheet;
    sheet.ink(
      range(1500, () => {
        const x = left - 130 + random() * 920;
        const y = crest + random() * (bed - crest);
        const r = 3 + random() * 9;
        return poly(
          range(5, (corner) => {
            const t = corner * 1.257 + random() * 0.6;
            return [x + Math.cos(t) * r, y + Math.sin(t) * r];
          }),
        );
      }).join(''),
      'hair',
    );
    for (const [x, lean] of [
      [left - 140, 130],
      [right - 70, -180],
    ]) {
      const face = poly([
        [x + (lean < 0 ? 180 : 0) - (lean < 0 ? 0 : 20), bed],
        [x + Math.max(lean, 0), crest],
        [x + Math.max(lean, 0) + 90, crest],
        [x + (lean < 0 ? 270 : 110), bed],
      ]);
      sheet.fill(face, sheet.paper);
      sheet.clip(face, () => {
        sheet.ink(courses(x - 40, crest, 420, bed - crest, 40, { random, block: 90 }), 'medium');
        sheet.hatch(face, { angle: 45, gap: 14 });
      });
      sheet.ink(face, 'medium');
    }
  });
  sheet.ink(body, 'cut');
  const rock = poly([
    [48, bed],
    [left - 130, bed],
    [left - 40, bed + 110],
    [right + 80, bed + 110],
    [right + 180, bed],
    [W - 48, bed - 30],
    [W - 48, H - 122],
    [48, H - 122],
  ]);
  sheet.fill(rock, sheet.tone);
  sheet.hatch(rock, { angle: 45, gap: 16, cross: true, opacity: 0.6 });
  sheet.fill(
    poly([
      [left - 130, bed],
      [left - 40, bed + 110],
      [right + 80, bed + 110],
      [right + 180, bed],
    ]),
    sheet.paper,
  );
  sheet.hatch(
    poly([
      [left - 130, bed],
      [left - 40, bed + 110],
      [right + 80, bed + 110],
      [right + 180, bed],
    ]),
    { angle: 135, gap: 18, pen: 'fine' },
  );
  sheet.ink(
    poly(
      [
        [48, bed],
        [left - 130, bed],
        [left - 40, bed + 110],
        [right + 80, bed + 110],
        [right + 180, bed],
        [W - 48, bed - 30],
      ],
      false,
    ),
    'cut',
  );
  sheet
    .ink(seg(left, crest - 40, right, crest - 40), 'fine')
    .ink(range(40, (index) => seg(left + index * 15.6, crest, left + index * 15.6, crest - 40)).join(''), 'hair');
  chhatri(sheet, 1255, crest, 170);
  [
    [1010, 1],
    [1060, 2],
    [1420, 0],
    [1450, 2],
    [1520, 3],
  ].forEach(([x, kind]) => person(sheet, x, crest, 84, kind));
  tree(sheet, 2080, bed - 22, 520, { fill: '#C9D8D1' });
  [1820, 1900].forEach((x) => palm(sheet, x, bed - 10, 300));
  boat(sheet, 420, 690, 120);
  level(sheet, 660, 690, '+12.40 Full tank level', { reach: 250 });
  level(sheet, 1690, crest, '+16.00 Crest', { reach: 330 });
  level(sheet, 140, bed, '±0.00 Bed', { reach: 260 });
  dimensions(sheet, [left, right], 250, ['24.00']);
  dimensions(sheet, [left - 130, right + 180], 1440, ['36.00']);
  scaleBar(sheet, 1850, 230, 90, ['0', '5', '10', '15', '20']);
  frame(sheet, 'G-15', 'Earthen dam with stone faces · Section A-A', '1:250');
  return sheet;
}

export function stepwell() {
  const sheet = new Sheet(W, H, grounds.day, 15);
  const top = 420;
  const floors = 5;
  const storey = 170;
  const earth = [[48, top]];
  const stairs = 48;
  const startX = 250;
  const run = 27;
  const rise = (storey * floors) / stairs;
  range(stairs + 1, (index) => {
    earth.push(
      [startX + index * run, top + index * rise - (index ? rise : 0)],
      [startX + index * run, top + index * rise],
    );
  });
  const bottom = top + floors * storey;
  const floorX = startX + stairs * run;
  const shaft = [1790, 2090];
  const outline = [
    ...earth,
    [floorX, bottom],
    [shaft[0], bottom],
    [shaft[0], bottom + 130],
    [shaft[1], bottom + 130],
    [shaft[1], top],
    [W - 48, top],
    [W - 48, H - 122],
    [48, H - 122],
  ];
  sheet.fill(poly(outline), '#E9D9BF');
  sheet.hatch(poly(outline), { angle: 45, gap: 15, opacity: 0.75 });
  const facade = poly([...earth, [floorX, bottom], [shaft[0], bottom], [shaft[0], top]]);
  sheet.fill(facade, sheet.paper);
  sheet.clip(facade, () =>
    sheet.ink(courses(200, top, 1700, floors * storey, 34, { random: sheet.random, block: 110 }), 'hair', {
      opacity: 0.35,
    }),
  );
  range(5, (frameIndex) => {
    const x = 560 + frameIndex * 265;
    const reach = Math.min(floors, Math.floor((((x - startX) / run) * rise) / storey) + 1);
    range(reach, (floor) => {
      const y = top + floor * storey;
      const foot = Math.min(y + storey, top + ((x - startX) / run) * rise);
      if (foot - y < 60) return;
      sheet.fill(box(x - 10, y, 150, 16), sheet.line);
      [0, 56, 112].forEach((shift) => {
        sheet.fill(box(x + shift, y + 16, 14, foot - y - 16), sheet.paper, { pen: 'fine' });
        sheet.fill(box(x + shift - 7, y + 16, 28, 12), sheet.paper, { pen: 'hair' });
      });
      [0, 1].forEach((bay) => {
        const arch = `${cuspedArch(x + 14 + bay * 56, foot, 42, Math.min(130, foot - y - 24), 7)}Z`;
        sheet.fill(arch, frameIndex > 2 ? sheet.line : '#5A534A', { opacity: 0.88 });
      });
    });
    sheet.fill(box(x - 20, top - 12, 174, 12), sheet.line);
  });
  sheet.fill(box(...[shaft[0], top, shaft[1] - shaft[0], floors * storey + 130]), sheet.paper);
  sheet.hatch(box(shaft[0] + 170, top, 130, floors * storey), { angle: 90, gap: 7 });
  range(floors, (floor) => {
    sheet.ink(seg(shaft[0], top + floor * storey, shaft[1], top + floor * storey), 'medium');
    range(3, (bay) =>
      sheet.ink(cuspedArch(shaft[0] + 18 + bay * 94, top + (floor + 1) * storey - 14, 76, 120, 7), 'fine'),
    );
  });
  sheet.fill(box(shaft[0], bottom - 60, shaft[1] - shaft[0], 190), '#0F4C4A');
  sheet.fill(box(floorX - 3 * run, bottom - 60 + 2, shaft[0] - floorX + 3 * run, 58), '#0F4C4A');
  sheet.ink(
    range(6, (index) => seg(floorX, bottom - 50 + index * 9, shaft[1], bottom - 50 + index * 9)).join(''),
    'hair',
    { color: '#DCE6E1', dash: '70 26 20 40' },
  );
  sheet.ink(
    poly(
      [
        ...earth,
        [floorX, bottom],
        [shaft[0], bottom],
        [shaft[0], bottom + 130],
        [shaft[1], bottom + 130],
        [shaft[1], top],
        [W - 48, top],
      ],
      false,
    ),
    'cut',
  );
  sheet.fill(box(shaft[0] - 12, top, 24, floors * storey - 60), sheet.paper, { pen: 'fine' });
  chhatri(sheet, 1940, top, 260);
  chhatri(sheet, 210, top, 130);
  [
    [300, 1],
    [480, 2],
    [740, 0],
    [960, 2],
    [985, 3],
    [1230, 1],
    [1400, 2],
  ].forEach(([x, kind]) => {
    const index = Math.floor((x - startX) / run);
    person(sheet, x, top + index * rise, 86, kind);
  });
  [
    [120, 2],
    [1640, 0],
    [1670, 2],
    [2170, 1],
  ].forEach(([x, kind]) => person(sheet, x, top, 86, kind));
  tree(sheet, 2290, top, 300);
  tree(sheet, 1350, top - 12, 250);
  palm(sheet, 2140, top, 240);
  sky(sheet, 48, 48, W - 96, 170, { opacity: 0.3 });
  range(floors + 1, (floor) =>
    level(sheet, 2150, top + floor * storey + (floor ? 0 : 0.1), floor ? `-${(floor * 3.4).toFixed(2)}` : '±0.00', {
      reach: 160,
    }),
  );
  grid(sheet, [560, 825, 1090, 1355, 1620], 170, top, { names: ['A', 'B', 'C', 'D', 'E'] });
  dimensions(sheet, [startX, floorX, shaft[0], shaft[1]], 1420, ['26.00', '4.90', '6.00']);
  frame(sheet, 'G-04', 'Stepwell · Long section', '1:125');
  return sheet;
}
export { minaret };
