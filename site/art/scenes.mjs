// The gallery's drawings: types of building found in Bhopal and Indore, composed from parameters. They are not surveys.
// Each function takes a pen and returns what stands on a sheet of 2400 x 1600.
import { pt, random, range, weight } from './pen.mjs';

export const W = 2400;
export const H = 1600;

export function upperLake(p) {
  const { c } = p;
  const hills = `M0 820C260 700 420 760 640 690C900 610 1080 730 1290 660C1560 580 1780 720 2010 640C2180 590 2300 660 2400 630V900H0Z`;
  const steps = range(9).map((i) => p.line(1280 - i * 34, 900 + i * 24, 2400, 900 + i * 24)).join('');
  const pavilions = [1430, 1690, 1950, 2210].map((x, i) => p.chhatri(x, 900, 150 + (i % 2) * 46, i === 1 ? c.tone : c.paper)).join('');
  const boat = (x, y, s) => p.shape(`M${pt(x, y)}q${s * 0.5} ${s * 0.26} ${s} 0l${-s * 0.1} ${s * 0.17}q${-s * 0.4} ${s * 0.1} ${-s * 0.8} 0Z`, weight.medium, c.tone) + p.shape(p.poly([[x + s * 0.46, y - s * 0.02], [x + s * 0.5, y - s * 1.15], [x + s * 0.93, y - s * 0.14]]), weight.fine, c.accent) + p.stroke(p.line(x + s * 0.47, y + s * 0.1, x + s * 0.5, y - s * 1.2), weight.medium);
  return (
    p.sun(560, 470, 150) + p.shape(hills, weight.medium, c.tone) + p.hatch(hills, [0, 580, W, 330], { gap: 22, angle: 62, color: c.faint }) +
    range(16).map((i) => p.tree(60 + i * 78, 905, 120 + ((i * 53) % 70), i + 4)).join('') +
    p.fill('M0 900H2400V1556H0Z', c.paper) + p.water(60, 1230, 930, 1530, 8) + p.stroke(p.line(0, 902, 2400, 902), weight.strong) +
    p.shape(`M1250 900H2400V1120H${1280 - 9 * 34}Z`, weight.fine) + p.stroke(steps, weight.fine) + p.water(1000, 2340, 1150, 1530, 21) + pavilions +
    [1330, 1372, 1810, 1835, 2080, 2330].map((x, i) => p.figure(x, 900 + (i % 3) * 24, 74)).join('') + boat(300, 1080, 230) + boat(720, 1220, 300) + boat(640, 1010, 120) + p.birds(900, 360, 60)
  );
}

export function stupa(p) {
  const { c } = p;
  const cx = 1200;
  const base = 1240;
  const drum = (y, r) => p.shape(p.box(cx - r, y, 2 * r, base - y), weight.medium, c.paper);
  const half = `M${cx - 560} 1040A560 540 0 0 1 ${cx + 560} 1040Z`;
  const courses = range(13).map((i) => { const y = 1040 - i * 42; const r = 560 * Math.sqrt(Math.max(0, 1 - ((1040 - y) / 540) ** 2)); return p.line(cx - r, y, cx + r, y); }).join('');
  const railing = (x1, x2, y, h) => range(Math.floor((x2 - x1) / 44)).map((i) => p.box(x1 + i * 44, y - h, 18, h)).join('') + range(3).map((i) => p.box(x1 - 8, y - h + 14 + i * (h / 3.2), x2 - x1 + 4, 14)).join('');
  const gate = (x, w, h) => {
    const beam = (y, over) => `M${pt(x - over, y)}Q${pt(x + w / 2, y - 34)} ${pt(x + w + over, y)}v34Q${pt(x + w / 2, y)} ${pt(x - over, y + 34)}Z`;
    return p.shape(p.box(x, base - h, 38, h) + p.box(x + w - 38, base - h, 38, h), weight.medium, c.paper) + [0, 1, 2].map((i) => p.shape(beam(base - h + 12 + i * 96, 92 - i * 8), weight.medium, i === 1 ? c.accent : c.paper) + range(3).map((k) => p.shape(p.box(x + 52 + k * ((w - 100) / 2.6), base - h + 44 + i * 96, 20, 64), weight.construction, c.tone)).join('')).join('') + p.finial(x + w / 2, base - h + 4, 90) + p.finial(x + 19, base - h + 2, 54) + p.finial(x + w - 19, base - h + 2, 54);
  };
  return (
    p.axis(cx, 150, 1330) + p.fill(half, c.tone) + p.stroke(courses, weight.construction, c.faint) + p.hatch(half, [cx, 500, 560, 540], { gap: 20, angle: 50, color: c.faint }) + p.stroke(half, weight.strong) +
    p.shape(p.box(cx - 82, 430, 164, 74), weight.medium, c.paper) + p.stroke(railing(cx - 76, cx + 76, 504, 70), weight.construction) + [0, 1, 2].map((i) => p.shape(`M${cx - 74 + i * 20} ${410 - i * 50}q${74 - i * 20} -44 ${148 - i * 40} 0Z`, weight.medium, i === 0 ? c.light : c.paper)).join('') + p.stroke(p.line(cx, 430, cx, 246), weight.medium) +
    drum(1040, 660) + p.hatch(p.box(cx - 660, 1040, 1320, 200), [cx - 660, 1040, 1320, 200], { gap: 30, angle: 0, color: c.faint }) + p.shape(railing(cx - 660, cx + 660, 1040, 66), weight.construction) + p.shape(railing(cx - 860, cx + 860, base, 120), weight.fine) + gate(cx - 150, 300, 590) +
    p.ground(90, 2310, base) + p.tree(250, base, 480, 5) + p.tree(2140, base, 400, 9) + [500, 560, 1010, 1420, 1830].map((x) => p.figure(x, base, 96)).join('') + p.dimension([cx - 860, cx - 660, cx - 560, cx + 560, cx + 660, cx + 860], 1400) + p.level(1900, 1040) + p.level(1790, 500)
  );
}

export function palaceFront(p, { cx = 1200, base = 1330, unit = 150 } = {}) {
  const { c } = p;
  const storeys = [9, 9, 9, 7, 5, 3, 1];
  const heights = [1.25, 1.05, 1, 0.9, 0.85, 0.8, 0.7];
  let y = base;
  let out = '';
  storeys.forEach((bays, level) => {
    const h = heights[level] * unit;
    const w = bays * unit;
    const x = cx - w / 2;
    out += p.shape(p.box(x, y - h, w, h), weight.medium, level < 3 ? c.tone : c.paper);
    if (level < 3) out += p.hatch(p.box(x, y - h, w, h), [x, y - h, w, h], { gap: 16, angle: 0, color: c.faint });
    out += range(bays).map((i) => {
      const ax = x + i * unit + unit * 0.2;
      const centre = i === (bays - 1) / 2;
      if (level === 0 && centre) return '';
      const outline = p.arch.cusped(ax, y - (level < 3 ? 0 : h * 0.1), unit * 0.6, h * 0.38, 5);
      return p.shape(`${outline}Z`, weight.fine, level >= 3 && centre ? c.light : c.paper) + (level > 0 ? p.stroke(range(5).map((k) => p.line(ax + (k + 0.5) * unit * 0.12, y - h * 0.04, ax + (k + 0.5) * unit * 0.12, y - h * 0.24)).join('') + p.line(ax, y - h * 0.24, ax + unit * 0.6, y - h * 0.24), weight.construction) : '');
    }).join('');
    out += p.shape(p.poly([[x - 26, y - h], [x + w + 26, y - h], [x + w + 6, y - h - 22], [x - 6, y - h - 22]]), weight.fine, c.paper);
    if (level > 1 && level < 6 && bays > storeys[level + 1]) out += p.chhatri(x + unit * 0.5, y - h - 22, unit * 0.62) + p.chhatri(x + w - unit * 0.5, y - h - 22, unit * 0.62);
    y -= h;
  });
  const gate = `${p.arch.cusped(cx - unit * 0.75, base, unit * 1.5, unit * 0.95, 9)}Z`;
  return out + p.shape(gate, weight.strong, c.accent) + p.shape(`${p.arch.pointed(cx - unit * 0.4, base, unit * 0.8, unit * 0.72)}Z`, weight.fine, c.ink) + p.chhatri(cx, y - 22, unit * 0.7);
}

export function palaceSheet(p) {
  return p.axis(1200, 120, 1420) + palaceFront(p) + p.ground(90, 2310, 1330) + [360, 402, 470, 1000, 1420, 1880, 2000, 2040].map((x) => p.figure(x, 1330, 84)).join('') + p.palm(250, 1330, 460, 3) + p.tree(2170, 1330, 380, 12) + p.dimension([525, 825, 1125, 1275, 1575, 1875], 1470);
}

export function stepwell(p) {
  const { c } = p;
  const earth = `M60 470H520V560H610V690H700V820H790V950H880V1080H970V1210H1060V1340H1490V470H1640V1340H1640V470H2340V1540H60Z`;
  const shaft = p.box(1060, 470, 430, 870);
  const flights = range(6).map((i) => { const x = 520 + i * 90; const y = 560 + i * 130; return range(6).map((k) => `M${pt(x - 90 + k * 15 + 90, y - 130 + (k + 0) * 21.6 + 0)}h15v21.6`).join(''); }).join('');
  const storeys = range(5).map((i) => { const y = 640 + i * 150; const left = 650 + i * 104; return p.shape(p.box(left, y, 1060 - left, 20), weight.fine, c.tone) + range(Math.max(1, Math.floor((1060 - left) / 104))).map((k) => p.shape(p.box(left + 34 + k * 104, y - 118, 22, 118), weight.fine) + p.stroke(`${p.arch.cusped(left + 56 + k * 104, y - 40, 82, 34, 5)}`, weight.fine)).join(''); }).join('');
  return (
    p.sun(1970, 270, 100) + p.fill(shaft, c.paper) + storeys + p.fill(p.box(1062, 1180, 426, 160), c.lake) + range(8).map((i) => p.stroke(`M1076 ${1196 + i * 18}q40 -8 80 0t80 0t80 0t80 0t80 0`, weight.construction, c.paper)).join('') +
    p.hatch(earth, [60, 470, 2280, 1080], { gap: 26, angle: 45, color: c.faint }) + p.stroke(earth, weight.cut) + p.stroke(flights, weight.fine) +
    range(6).map((i) => p.stroke(`${p.arch.round(1150, 640 + i * 110 + 60, 250, 20)}`, i === 0 ? weight.medium : weight.fine)).join('') +
    p.chhatri(400, 470, 240) + p.chhatri(1275, 470, 270, c.accent) + p.tree(2060, 470, 330, 7) + p.tree(2230, 470, 250, 17) + p.figure(590, 560, 92) + p.figure(760, 820, 92) + p.figure(1000, 1210, 92) + p.figure(1760, 470, 92) + p.figure(1810, 470, 88) +
    p.dimension([470, 690, 950, 1210, 1340], 250, { vertical: true }) + p.level(1500, 1180, 110) + p.level(1660, 470, 110)
  );
}

export function jali(p) {
  const { c } = p;
  const cell = 232;
  const star = (x, y, r) => { const points = range(16).map((i) => { const t = (i * Math.PI) / 8; const reach = i % 2 ? r * 0.66 : r; return [x + Math.cos(t) * reach, y + Math.sin(t) * reach]; }); return p.poly(points); };
  let out = '';
  for (let row = 0; row < 6; row += 1) for (let col = 0; col < 9; col += 1) {
    const x = 272 + col * cell; const y = 226 + row * cell;
    const lit = (row * 5 + col * 3) % 11 === 0;
    out += p.shape(star(x, y, cell * 0.5), weight.medium, lit ? c.light : (row + col) % 2 ? c.tone : c.paper) + p.stroke(star(x, y, cell * 0.36), weight.construction) + p.shape(p.circle(x, y, cell * 0.14), weight.fine, lit ? c.accent : c.lake);
    if (row < 5 && col < 8) out += p.stroke(star(x + cell / 2, y + cell / 2, cell * 0.2), weight.fine) + p.fill(p.circle(x + cell / 2, y + cell / 2, 12), c.ink);
  }
  const grid = range(9).map((i) => p.line(272 + i * cell, 110, 272 + i * cell, 1500)).join('') + range(6).map((i) => p.line(150, 226 + i * cell, 2250, 226 + i * cell)).join('');
  return p.stroke(grid, weight.construction, c.faint) + out + p.stroke(p.box(120, 96, 2160, 1420), weight.cut) + p.stroke(p.box(146, 122, 2108, 1368), weight.fine);
}

export function arcade(p) {
  const { c } = p;
  const bays = 6; const w = 350; const x0 = 150; const base = 1320;
  const bay = (i) => {
    const x = x0 + i * w;
    const opening = `${p.arch.cusped(x + 44, base, w - 88, 560, 9)}Z`;
    return p.shape(opening, weight.strong, i === 3 ? c.lake : c.tone) + p.hatch(opening, [x + 44, 560, w - 88, 760], { gap: 13 + i, angle: 58, color: i === 3 ? c.paper : c.faint }) + p.shape(`M${pt(x - 34, base)}l10 -60h12l6 -400l-16 -26h44l-16 26l6 400h12l10 60Z`, weight.medium) +
      p.stroke(range(4).map((k) => `M${pt(x - 10, base - 120 - k * 90)}h20`).join(''), weight.construction) + p.shape(p.circle(x + w / 2, 470, 44), weight.fine) + p.stroke(p.circle(x + w / 2, 470, 28) + p.circle(x + w / 2, 470, 12), weight.construction);
  };
  const wall = p.box(x0 - 40, 340, bays * w + 80, base - 340);
  const eaves = p.poly([[70, 340], [2330, 340], [2270, 284], [130, 284]]);
  return (
    p.shape(wall, weight.medium, c.paper) + range(bays).map(bay).join('') + p.shape(`M${pt(x0 + bays * w - 34, base)}l10 -60h12l6 -400l-16 -26h44l-16 26l6 400h12l10 60Z`, weight.medium) +
    p.shape(eaves, weight.medium, c.tone) + p.stroke(range(52).map((i) => p.line(90 + i * 43.5, 340, 92 + i * 43.5, 362)).join(''), weight.fine) + p.shape(p.box(130, 190, 2140, 94), weight.medium) + range(24).map((i) => p.stroke(`${p.arch.pointed(146 + i * 88.5, 284, 62, 26)}`, weight.construction)).join('') +
    p.ground(60, 2340, base) + p.figure(690, base, 172) + p.figure(1520, base, 166) + p.figure(1584, base, 158) + p.dimension(range(bays + 1).map((i) => x0 + i * w), 1466) + range(bays + 1).map((i) => p.axis(x0 + i * w, 120, 190)).join('')
  );
}

export function marketStreet(p) {
  const { c } = p;
  const rnd = random(42);
  const base = 1330;
  let x = 110; let out = ''; let i = 0;
  while (x < 2200) {
    const w = Math.min(170 + Math.floor(rnd() * 4) * 44, 2290 - x);
    const floors = 2 + Math.floor(rnd() * 3);
    const fh = 205 + Math.floor(rnd() * 3) * 14;
    const top = base - floors * fh - 40;
    out += p.shape(p.box(x, top, w, base - top), weight.medium, [c.paper, c.tone, c.paper][i % 3]);
    for (let f = 0; f < floors; f += 1) {
      const fy = base - f * fh;
      const openings = f === 0 ? 1 : Math.max(1, Math.round(w / 110));
      const gap = w / openings;
      out += range(openings).map((k) => {
        const ow = gap * (f === 0 ? 0.8 : 0.52); const ox = x + k * gap + (gap - ow) / 2;
        if (f === 0) return p.shape(p.box(ox, fy - 140, ow, 140), weight.fine, c.ink) + p.shape(p.poly([[ox - 14, fy - 140], [ox + ow + 14, fy - 140], [ox + ow + 34, fy - 84], [ox - 34, fy - 84]]), weight.fine, [c.accent, c.lake, c.light, c.paper][i % 4]) + p.stroke(range(5).map((s) => p.line(ox - 14 + (s + 0.5) * (ow + 28) / 5, fy - 140, ox - 34 + (s + 0.5) * (ow + 68) / 5, fy - 84)).join(''), weight.construction);
        const lit = (i * 7 + f * 3 + k) % 6 === 0;
        return p.shape(`${[p.arch.round, p.arch.pointed, p.arch.cusped][i % 3](ox, fy - 34, ow, fh * 0.34, 5)}Z`, weight.fine, lit ? c.light : c.paper) + p.stroke(p.line(ox + ow / 2, fy - 34, ox + ow / 2, fy - 34 - fh * 0.36), weight.construction);
      }).join('');
      if (f > 0) out += p.shape(p.box(x - 10, fy - 12, w + 20, 12), weight.fine) + p.stroke(range(Math.floor(w / 15)).map((k) => p.line(x + k * 15 + 6, fy - 12, x + k * 15 + 6, fy - 58)).join('') + p.line(x, fy - 58, x + w, fy - 58), weight.construction);
    }
    out += p.shape(p.box(x - 8, top - 20, w + 16, 20), weight.fine);
    if (i % 3 === 1) out += p.chhatri(x + w / 2, top - 20, Math.min(w * 0.6, 130));
    if (i % 4 === 2) out += p.stroke(range(4).map((k) => p.line(x + 20 + k * 12, top - 20, x + 20 + k * 12, top - 70)).join('') + p.box(x + 12, top - 120, 62, 52), weight.fine);
    x += w; i += 1;
  }
  const wires = `M110 520Q700 640 1250 500T2290 560M110 560Q640 690 1200 540T2290 610`;
  return out + p.stroke(wires, weight.construction) + p.ground(70, 2330, base) + [180, 330, 352, 540, 690, 930, 960, 1180, 1390, 1410, 1640, 1880, 1904, 2120].map((fx, k) => p.figure(fx, base, 96 - (k % 3) * 6)).join('');
}

export function hall(p) {
  const { c } = p;
  const base = 1250;
  const roof = 'M330 560L1200 330L2070 560';
  const rakes = range(15).map((i) => `M${pt(1560 - i * 62, base - i * 26)}h-62v-26`).join('');
  const chords = range(13).map((i) => { const x = 400 + i * 133.3; const top = x <= 1200 ? 560 - ((x - 330) / 870) * 230 : 330 + ((x - 1200) / 870) * 230; return p.line(x, 600, x, top) + (i < 12 ? p.line(x, 600, x + 133.3, (x + 133.3 <= 1200 ? 560 - ((x + 133.3 - 330) / 870) * 230 : 330 + ((x + 133.3 - 1200) / 870) * 230)) : ''); }).join('');
  const earth = `M60 ${base}H330V1400H630L690 860H630V1400H60ZM1560 ${base}H1990V1400H1560ZM2070 ${base}H2340V1400H1990V${base}Z`;
  return (
    p.fill('M330 560L1200 330L2070 560V1250H330Z', c.tone) + p.fill(`M330 600H2070V${base}H1560L${1560 - 15 * 62} ${base - 15 * 26}H330Z`, c.paper) +
    p.stroke(chords, weight.fine) + p.stroke('M330 600H2070', weight.medium) + p.stroke(`${roof}M300 568L1200 300L2100 568`, weight.strong) +
    p.shape(p.box(330, 560, 40, 690) + p.box(2030, 560, 40, 690), weight.strong, c.ink) + p.shape(p.box(1700, 1190, 330, 60), weight.strong, c.accent) + p.stroke(range(7).map((i) => `M${1720 + i * 46} 640V${1150 - (i % 2) * 20}`).join(''), weight.construction, c.accent) + p.shape(`M1700 640h330v26h-330Z`, weight.fine, c.paper) +
    p.fill(`M630 ${base}L${1560 - 15 * 62} ${base - 15 * 26}L1560 ${base}Z`, c.tone) + p.hatch(`M630 ${base}V${base - 390}L1560 ${base}Z`, [630, 860, 930, 390], { gap: 18, angle: 45, color: c.faint }) + p.stroke(`${rakes}M1560 ${base}H2070M330 ${base}H630V${base - 390}`, weight.strong) +
    range(14).map((i) => p.figure(1536 - i * 62, base - i * 26 - 26, 66)).join('') + p.figure(1860, 1190, 104) + p.shape(p.box(1900, 1120, 36, 70), weight.fine, c.ink) + p.figure(440, base, 98) + p.figure(500, base, 94) +
    p.hatch(earth, [60, 1250, 2280, 150], { gap: 22, angle: 45, color: c.faint }) + p.stroke(`M60 ${base}H330M2070 ${base}H2340`, weight.cut) + p.tree(180, base, 380, 3) + p.tree(2210, base, 430, 6) + p.stroke(`M1860 1090L${1560 - 13 * 62} 800M1860 1090L1200 610L${1560 - 10 * 62} 950M1860 1090L900 606L${1560 - 14 * 62} 850`, weight.construction, c.lake, 'stroke-dasharray="18 12"') +
    p.dimension([330, 630, 1560, 2070], 1450) + p.level(2090, 560) + p.level(2090, 1190)
  );
}

export function bridge(p) {
  const { c } = p;
  const spans = 5; const w = 400; const x0 = 200; const deck = 720; const foot = 1040;
  const body = `M60 ${deck - 40}Q1200 ${deck - 200} 2340 ${deck - 40}V${foot}H60Z`;
  const openings = range(spans).map((i) => `${p.arch.round(x0 + i * w + 46, foot, w - 92, 90 + (2 - Math.abs(2 - i)) * 28)}Z`);
  const piers = range(spans + 1).map((i) => { const x = x0 + i * w; return p.shape(p.poly([[x - 46, foot], [x, foot + 26], [x + 46, foot], [x + 34, deck + 70], [x, deck + 40], [x - 34, deck + 70]]), weight.medium, c.tone); }).join('');
  const mirrored = `<g transform="translate(0 ${2 * foot + 40}) scale(1 -0.8)" opacity="0.32" transform-origin="0 0">${openings.map((d) => p.stroke(d, weight.fine, c.lake)).join('')}${p.stroke(body, weight.fine, c.lake)}</g>`;
  return (
    p.sun(1870, 360, 120) + p.birds(420, 330, 74) + p.shape(body, weight.strong, c.paper) + p.hatch(body, [60, 520, 2280, 520], { gap: 34, angle: 0, color: c.faint }) + openings.map((d, i) => p.shape(d, weight.strong, i === 2 ? c.light : c.tone)).join('') +
    openings.map((d, i) => p.stroke(range(11).map((k) => { const t = (Math.PI * (k + 0.5)) / 11; const r = (w - 92) / 2; const cx = x0 + i * w + w / 2; const cy = foot - (90 + (2 - Math.abs(2 - i)) * 28); return p.line(cx + Math.cos(t) * r, cy - Math.sin(t) * r, cx + Math.cos(t) * (r + 34), cy - Math.sin(t) * (r + 34)); }).join(''), weight.construction)).join('') +
    piers + p.stroke(`M60 ${deck - 88}Q1200 ${deck - 248} 2340 ${deck - 88}`, weight.medium) + range(56).map((i) => { const x = 80 + i * 40.5; const t = (x - 60) / 2280; const y = (1 - t) * (1 - t) * (deck - 40) + 2 * t * (1 - t) * (deck - 200) + t * t * (deck - 40); return p.stroke(p.line(x, y, x, y - 48), weight.construction); }).join('') +
    [640, 668, 1120, 1490, 1850].map((x) => { const t = (x - 60) / 2280; return p.figure(x, (1 - t) * (1 - t) * (deck - 40) + 2 * t * (1 - t) * (deck - 200) + t * t * (deck - 40), 92); }).join('') + mirrored + p.water(80, 2320, foot + 20, 1520, 14) + p.stroke(p.line(60, foot + 12, 2340, foot + 12), weight.medium, c.lake)
  );
}

export function courtyardPlan(p) {
  const { c } = p;
  const wall = (x, y, w, h) => p.fill(p.box(x, y, w, h), c.ink);
  const T = 26;
  const outer = [[330, 200, 1500, T], [330, 1374, 1500, T], [330, 200, T, 1200], [1804, 200, T, 1200]];
  const inner = [[760, 200, T, 300], [1380, 200, T, 300], [330, 560, 300, T], [1504, 560, 326, T], [330, 940, 300, T], [1504, 940, 326, T], [760, 1090, T, 300], [1380, 1090, T, 300], [630, 560, T, 150], [630, 830, T, 136], [1504, 560, T, 150], [1504, 830, T, 136]];
  const door = (x, y, r, quarter) => p.fill(p.box(x, y, quarter % 2 ? T : r, quarter % 2 ? r : T), c.paper) + p.stroke([`M${pt(x, y)}v${-r}A${r} ${r} 0 0 1 ${pt(x + r, y)}`, `M${pt(x + T, y)}h${r}A${r} ${r} 0 0 1 ${pt(x + T, y + r)}`][quarter % 2], weight.fine, c.accent);
  const columns = range(6).flatMap((i) => [[716 + i * 136, 596], [716 + i * 136, 1004]]).concat(range(4).flatMap((i) => [[716, 596 + i * 136], [1396, 596 + i * 136]]));
  const paving = range(12).map((i) => p.line(770 + i * 52, 650, 770 + i * 52, 950)).join('') + range(6).map((i) => p.line(770, 650 + i * 52, 1342, 650 + i * 52)).join('');
  return (
    p.fill(p.box(330, 200, 1500, 1200), c.tone) + p.fill(p.box(716, 596, 680, 408), c.paper) + p.stroke(paving, weight.construction, c.faint) + p.shape(p.box(930, 720, 252, 160), weight.medium, c.lake) + p.stroke(p.box(950, 740, 212, 120), weight.construction, c.paper) + p.treePlan(1270, 870, 92, 4) + p.treePlan(850, 720, 70, 9) +
    outer.concat(inner).map((b) => wall(...b)).join('') + p.fill(columns.map(([x, y]) => p.box(x - 14, y - 14, 28, 28)).join(''), c.ink) + p.stroke(p.box(696, 576, 720, 448), weight.construction, c.ink, 'stroke-dasharray="20 12"') +
    door(1010, 1374, 130, 0) + door(470, 560, 90, 0) + door(1600, 940, 90, 0) + door(760, 330, 90, 1) + door(1380, 1180, 90, 1) + p.stroke(range(9).map((i) => p.line(1420 + i * 30, 1130, 1420 + i * 30, 1340)).join('') + 'M1410 1236H1680l-24 -16m24 16l-24 16', weight.fine) + p.stroke(range(4).map((i) => p.box(400 + i * 92, 262, 70, 130)).join('') + p.box(1480, 270, 240, 150) + p.circle(500, 1180, 84) + p.circle(500, 1180, 50), weight.construction) +
    p.treePlan(2040, 400, 150, 21) + p.treePlan(2130, 720, 110, 31) + p.treePlan(170, 1120, 110, 6) + p.north(2080, 1130, 80) + p.scale(1930, 1330) + p.dimension([330, 760, 1380, 1830], 130) + p.dimension([200, 560, 940, 1400], 250, { vertical: true }) + p.stroke('M120 790h140M1890 790h140', weight.strong, c.accent) + p.stroke('M260 790H1890', weight.construction, c.accent, 'stroke-dasharray="60 14 10 14"')
  );
}
