// The second half of the gallery, and the pictures of home page and film. See scenes.mjs.
import { fanlight } from '../src/ui/fanlight.mjs';
import { pt, random, range, weight } from './pen.mjs';
import { palaceFront } from './scenes.mjs';

/** The fanlight at any size; (x, y) is the left end of the transom bar's top. */
export function fanlightAt(p, x, y, radius, { rings = 5, sectors = 7, glass = [2, 5] } = {}) {
  const { c } = p;
  const f = fanlight({ radius, rings, sectors, margin: radius * 0.02 });
  const top = y - radius * 1.02;
  const fine = Math.max(1.5, radius * 0.003);
  const back = p.fill(`M${pt(radius * 0.02, radius * 1.02)}a${radius} ${radius} 0 0 1 ${2 * radius} 0Z`, c.paper);
  return `<g transform="translate(${x} ${top})">${back}${f.panes.map((d, i) => p.fill(d, glass.includes(i) ? c.light : c.paper)).join('')}${p.stroke(f.lattice, fine)}${p.stroke(f.frames, fine)}${p.stroke(f.cusps, fine * 2.4)}${p.stroke(f.mullions, fine * 3)}${p.stroke(f.arch, fine * 5)}${p.fill(f.bar, c.ink)}</g>`;
}

export function fanlightSheet(p) {
  const { c } = p;
  return p.axis(1200, 130, 1420) + p.stroke(range(7).map((i) => p.circle(1200, 1180, 240 + i * 150)).join(''), weight.construction, c.tone) + p.fill('M0 1240H2400V1600H0Z', c.paper) + fanlightAt(p, 200, 1180, 980) + p.dimension([220, 1200, 2180], 1390) + p.level(2210, 1180, 120) + p.stroke('M120 1240H2280', weight.construction, c.faint);
}

export function mosque(p) {
  const { c } = p;
  const base = 1330; const cx = 1200;
  const minaret = (x) => {
    const tiers = [[70, 330], [60, 300], [52, 260]];
    let y = base - 120; let out = p.shape(p.box(x - 84, base - 120, 168, 120), weight.medium, c.tone);
    tiers.forEach(([w, h]) => { out += p.shape(p.poly([[x - w, y], [x + w, y], [x + w - 8, y - h], [x - w + 8, y - h]]), weight.medium, c.paper) + p.stroke(range(5).map((i) => p.line(x - w + 16 + i * ((2 * w - 32) / 4), y, x - w + 20 + i * ((2 * w - 40) / 4), y - h)).join(''), weight.construction) + p.shape(p.poly([[x - w - 14, y - h], [x + w + 14, y - h], [x + w - 6, y - h + 44], [x - w + 6, y - h + 44]]), weight.fine, c.tone); y -= h; });
    return out + p.shape(p.dome(x, y - 30, 50), weight.medium, c.light) + p.shape(p.box(x - 44, y - 30, 88, 30), weight.fine) + p.finial(x, y - 84, 70);
  };
  const dome = (x, r, y, inside) => p.shape(p.box(x - r * 0.86, y - 60, r * 1.72, 60), weight.medium) + p.shape(p.dome(x, y - 60, r), weight.strong, inside) + p.hatch(p.dome(x, y - 60, r), [x, y - 60 - r * 1.15, r * 1.2, r * 1.15], { gap: 16, angle: 64, color: c.faint }) + p.stroke(range(4).map((i) => `M${pt(x, y - 60 - r * 1.12)}Q${pt(x - r * (0.9 - i * 0.35), y - 60 - r * 0.8)} ${pt(x - r * (0.75 - i * 0.3), y - 60)}`).join(''), weight.construction) + p.finial(x, y - 60 - r * 1.1, r * 0.5);
  const facade = p.box(cx - 640, base - 460, 1280, 460);
  return (
    p.axis(cx, 110, 1420) + dome(cx - 400, 150, base - 440, c.paper) + dome(cx + 400, 150, base - 440, c.paper) + dome(cx, 230, base - 520, c.tone) + p.shape(facade, weight.strong, c.paper) + p.shape(p.box(cx - 260, base - 580, 520, 580), weight.strong, c.tone) + p.shape(`${p.arch.pointed(cx - 180, base, 360, 240)}Z`, weight.strong, c.lake) + p.shape(`${p.arch.cusped(cx - 110, base, 220, 180, 7)}Z`, weight.medium, c.ink) +
    [-570, -410, 320, 480].map((dx) => p.shape(`${p.arch.cusped(cx + dx, base, 100, 200, 7)}Z`, weight.medium, c.tone) + p.shape(p.box(cx + dx - 14, base - 420, 128, 90), weight.construction) + p.hatch(p.box(cx + dx - 14, base - 420, 128, 90), [cx + dx - 14, base - 420, 128, 90], { gap: 12 })).join('') +
    p.stroke(range(32).map((i) => `${p.arch.pointed(cx - 636 + i * 40, base - 460, 32, 14)}`).join(''), weight.construction) + minaret(cx - 800) + minaret(cx + 800) + range(9).map((i) => p.stroke(p.line(cx - 660 - i * 26, base + 14 + i * 14, cx + 660 + i * 26, base + 14 + i * 14), i ? weight.construction : weight.medium)).join('') + [480, 1020, 1290, 1620].map((x) => p.figure(x, base, 88)).join('') + p.stroke(p.line(80, base, 2320, base), weight.strong) + p.water(130, 2270, base + 150, 1530, 31) + p.birds(360, 330, 64)
  );
}

/** A skyline of roofs, domes and towers from x1 to x2 standing on y. */
export function skyline(p, x1, x2, y, seed, { scale = 1, lit = 0.16, modern = false } = {}) {
  const { c } = p;
  const rnd = random(seed);
  let x = x1; let out = '';
  while (x < x2 - 20) {
    const w = Math.min((70 + rnd() * 130) * scale, x2 - x);
    const h = (modern ? 160 + rnd() * 420 : 110 + rnd() * 190) * scale;
    const kind = rnd();
    out += p.shape(p.box(x, y - h, w, h), weight.fine, rnd() > 0.5 ? c.tone : c.paper);
    const cols = Math.max(2, Math.floor(w / (26 * scale))); const rows = Math.floor(h / (38 * scale));
    for (let r = 0; r < rows; r += 1) for (let k = 0; k < cols; k += 1) {
      const wx = x + (k + 0.28) * (w / cols); const wy = y - h + (r + 0.3) * (h / rows);
      const on = rnd() < lit;
      if (modern) out += on ? p.fill(p.box(wx, wy, (w / cols) * 0.5, (h / rows) * 0.45), c.light) : p.stroke(p.box(wx, wy, (w / cols) * 0.5, (h / rows) * 0.45), weight.construction);
      else if (rnd() < 0.75) out += p.shape(`${p.arch.round(wx, wy + (h / rows) * 0.5, (w / cols) * 0.4, (h / rows) * 0.18)}Z`, weight.construction, on ? c.light : c.paper);
    }
    if (!modern && kind < 0.28) out += p.shape(p.dome(x + w / 2, y - h, w * 0.4), weight.medium, c.paper) + p.finial(x + w / 2, y - h - w * 0.43, w * 0.3);
    else if (!modern && kind < 0.48) out += p.chhatri(x + w / 2, y - h, Math.min(w * 0.7, 110 * scale));
    else if (modern && kind < 0.35) out += p.stroke(p.line(x + w / 2, y - h, x + w / 2, y - h - 90 * scale), weight.fine);
    x += w;
  }
  return out;
}

export function cityNight(p) {
  const { c } = p;
  const rnd = random(77);
  const stars = range(90).map(() => p.circle(rnd() * 2280 + 60, rnd() * 620 + 60, 1.5 + rnd() * 2.5)).join('');
  return p.fill(stars, c.faint) + p.stroke(p.circle(1840, 360, 120), weight.medium, c.light) + p.fill(p.circle(1840, 360, 104), c.light) + skyline(p, 60, 2340, 1010, 5, { scale: 1.25, lit: 0.3 }) + skyline(p, 60, 2340, 1230, 11, { scale: 0.95, lit: 0.42 }) + p.fill('M60 1230H2340V1556H60Z', c.paper) + p.stroke('M60 1230H2340', weight.strong) + p.water(90, 2310, 1252, 1540, 4, c.light) + p.water(90, 2310, 1260, 1540, 40, c.faint);
}

export function cenotaphs(p) {
  const { c } = p;
  const base = 1060;
  const temple = (x, w, inside) => {
    const h = w * 0.8;
    return p.shape(p.box(x - w / 2, base - h * 0.62, w, h * 0.62), weight.medium, inside) + range(3).map((i) => p.shape(`${p.arch.cusped(x - w * 0.42 + i * w * 0.3, base, w * 0.24, h * 0.28, 5)}Z`, weight.fine, i === 1 ? c.ink : c.paper)).join('') + p.shape(`M${pt(x - w * 0.4, base - h * 0.62)}C${pt(x - w * 0.4, base - h * 1.2)} ${pt(x - w * 0.14, base - h * 1.5)} ${pt(x, base - h * 1.9)}C${pt(x + w * 0.14, base - h * 1.5)} ${pt(x + w * 0.4, base - h * 1.2)} ${pt(x + w * 0.4, base - h * 0.62)}Z`, weight.strong, c.paper) + p.stroke(range(9).map((i) => { const t = (i + 1) / 10; const half = w * 0.4 * (1 - t) ** 0.72; return `M${pt(x - half, base - h * (0.62 + t * 1.24))}q${half} 12 ${2 * half} 0`; }).join('') + [-0.2, 0, 0.2].map((f) => `M${pt(x + f * w, base - h * 0.66)}Q${pt(x + f * w * 0.9, base - h * 1.3)} ${pt(x, base - h * 1.86)}`).join(''), weight.construction) + p.finial(x, base - h * 1.88, w * 0.2) + p.chhatri(x - w * 0.36, base - h * 0.62, w * 0.26) + p.chhatri(x + w * 0.36, base - h * 0.62, w * 0.26);
  };
  return (
    p.sun(420, 420, 120) + temple(760, 380, c.tone) + temple(1960, 360, c.tone) + p.chhatri(1180, base, 250) + p.chhatri(1640, base, 250) + temple(1400, 520, c.light) + p.chhatri(400, base, 300) + range(8).map((i) => p.stroke(p.line(60, base + i * 26, 2340, base + i * 26), i === 0 ? weight.strong : weight.fine)).join('') + range(6).map((i) => p.shape(p.box(220 + i * 400, base + 20, 130, 182), weight.fine, c.tone) + p.hatch(p.box(220 + i * 400, base + 20, 130, 182), [220 + i * 400, base + 20, 130, 182], { gap: 20, angle: 0, color: c.faint })).join('') + p.water(70, 2330, base + 230, 1530, 18) + [300, 560, 590, 1030, 1800, 2150].map((x, i) => p.figure(x, base + (i % 2) * 26, 74)).join('') + p.tree(2240, base, 420, 8) + p.birds(1050, 260, 60)
  );
}

export function dam(p) {
  const { c } = p;
  const bank = 'M760 1240L1080 560H1380L1820 1240Z';
  const earth = 'M60 1240H760L1080 560H1380L1820 1240H2340V1540H60Z';
  const stones = range(16).map((i) => { const t = i / 16; const x = 760 + t * 320; const y = 1240 - t * 680; return p.shape(p.poly([[x - 74, y], [x + 6, y], [x + 26, y - 42], [x - 54, y - 42]]), weight.fine, i % 3 ? c.paper : c.tone); }).join('');
  return (
    p.fill('M60 700H1014L760 1240H60Z', c.lake) + range(11).map((i) => p.stroke(`M${80 + (i % 3) * 30} ${740 + i * 46}q60 -14 120 0t120 0t120 0t120 0t${120 - i * 8} 0`, weight.construction, c.paper)).join('') + p.stroke('M60 700H1010', weight.strong, c.lake) + p.fill(bank, c.tone) + p.hatch(earth, [60, 560, 2280, 980], { gap: 30, angle: 45, color: c.faint }) + range(7).map((i) => p.stroke(`M${1060 - i * 44} ${640 + i * 92}Q1240 ${620 + i * 94} ${1420 + i * 58} ${640 + i * 92}`, weight.construction)).join('') + p.shape(p.poly([[1180, 1240], [1204, 600], [1256, 600], [1290, 1240]]), weight.fine, c.accent) + stones + p.stroke(earth.replace('V1540H60Z', ''), weight.cut) +
    p.tree(1960, 1240, 420, 5) + p.tree(2200, 1240, 340, 15) + p.chhatri(1310, 560, 180) + p.figure(1120, 560, 96) + p.figure(1170, 560, 92) + p.shape('M300 690q110 60 230 0l-24 44h-180Z', weight.medium, c.paper) + p.stroke('M410 690V500l90 170', weight.fine) + p.dimension([760, 1080, 1380, 1820], 1470) + p.dimension([560, 700, 1240], 2020, { vertical: true }) + p.level(120, 700) + p.level(1400, 560) + p.birds(300, 320, 64)
  );
}

export function gardenPlan(p) {
  const { c } = p;
  const channel = p.box(1156, 150, 88, 1300) + p.box(250, 756, 1900, 88);
  const quarter = (x, y) => {
    const beds = range(3).flatMap((i) => range(3).map((k) => [x + 60 + i * 262, y + 46 + k * 170]));
    return p.shape(p.box(x, y, 850, 540), weight.fine, c.tone) + beds.map(([bx, by], i) => p.shape(p.box(bx, by, 214, 124), weight.construction, c.paper) + p.hatch(p.box(bx, by, 214, 124), [bx, by, 214, 124], { gap: 16, angle: i % 2 ? 45 : 135, color: c.faint })).join('') + range(12).map((i) => p.treePlan(x + 40 + i * 70, y + (i % 2 ? 514 : 28), 30, i)).join('') + p.treePlan(x + 425, y + 270, 96, x + y);
  };
  return p.stroke(p.box(206, 106, 1988, 1388), weight.cut) + p.stroke(p.box(250, 150, 1900, 1300), weight.fine) + quarter(278, 178) + quarter(1272, 178) + quarter(278, 882) + quarter(1272, 882) + p.fill(channel, c.lake) + p.stroke(range(24).map((i) => `M${1170} ${190 + i * 52}q30 12 60 0`).join('') + range(34).map((i) => `M${280 + i * 55} 786q12 14 0 28`).join(''), weight.construction, c.paper) + p.shape(p.box(1010, 610, 380, 380), weight.strong, c.paper) + p.shape(p.circle(1200, 800, 150), weight.medium, c.tone) + p.stroke(range(16).map((i) => p.line(1200 + Math.cos((i * Math.PI) / 8) * 60, 800 + Math.sin((i * Math.PI) / 8) * 60, 1200 + Math.cos((i * Math.PI) / 8) * 150, 800 + Math.sin((i * Math.PI) / 8) * 150)).join(''), weight.construction) + p.shape(p.circle(1200, 800, 60), weight.medium, c.accent) + p.fill(range(4).map((i) => p.box(1030 + (i % 2) * 300, 630 + (i > 1 ? 300 : 0), 40, 40)).join(''), c.ink) + p.dimension([250, 1156, 1244, 2150], 74, { extend: 20 }) + p.north(2275, 1330, 46);
}

export function stair(p) {
  const { c } = p;
  const cx = 640; const cy = 820; const R = 430;
  const treads = range(20);
  const angle = (i) => (i / 22) * Math.PI * 2 - Math.PI / 2;
  const plan = p.shape(p.circle(cx, cy, R + 44), weight.cut, c.tone) + p.fill(p.circle(cx, cy, R), c.paper) + treads.map((i) => p.stroke(p.line(cx + Math.cos(angle(i)) * 84, cy + Math.sin(angle(i)) * 84, cx + Math.cos(angle(i)) * R, cy + Math.sin(angle(i)) * R), weight.fine)).join('') + p.fill(p.circle(cx, cy, 84), c.ink) + p.stroke(treads.map((i) => `${i ? 'L' : 'M'}${pt(cx + Math.cos(angle(i + 0.5)) * 280, cy + Math.sin(angle(i + 0.5)) * 280)}`).join(''), weight.medium, c.accent) + p.fill(p.circle(cx + Math.cos(angle(0.5)) * 280, cy + Math.sin(angle(0.5)) * 280, 16), c.accent) + p.axis(cx, 210, 1440);
  const sx = 1700; const base = 1400; const rise = 48;
  const helix = range(24).map((i) => { const a = angle(i); const b = angle(i + 1); const x = sx + Math.cos(a) * 360; const x2 = sx + Math.cos(b) * 360; const y = base - i * rise; const front = Math.sin(a) > -0.2; return { front, d: p.shape(p.poly([[sx + Math.cos(a) * 60, y], [x, y], [x2, y], [sx + Math.cos(b) * 60, y]].concat([[sx + Math.cos(b) * 60, y - 16], [x2, y - 16], [x, y - 16], [sx + Math.cos(a) * 60, y - 16]])), weight.fine, front ? c.light : c.tone) + p.stroke(p.line(x, y - 16, x, y - 130), weight.construction) }; });
  return plan + p.shape(p.box(sx - 470, 220, 60, base - 220) + p.box(sx + 410, 220, 60, base - 220), weight.strong, c.paper) + p.hatch(p.box(sx - 470, 220, 60, base - 220) + p.box(sx + 410, 220, 60, base - 220), [sx - 470, 220, 940, base - 220], { gap: 20 }) + helix.filter((s) => !s.front).map((s) => s.d).join('') + p.shape(p.box(sx - 60, 200, 120, base - 200), weight.strong, c.ink) + helix.filter((s) => s.front).map((s) => s.d).join('') + p.ground(1150, 2280, base) + p.figure(1930, base, 150) + p.figure(2230, base, 150) + p.dimension([base, base - 8 * rise, base - 16 * rise, base - 24 * rise], 2310, { vertical: true, extend: 24 });
}

export function truss(p) {
  const { c } = p;
  const x0 = 200; const bay = 200; const y = 760;
  const chords = range(11).map((i) => `${i ? 'L' : 'M'}${pt(x0 + i * bay, 270 + Math.abs(5 - i) * 62)}`).join('') + p.line(x0, y, x0 + 10 * bay, y);
  const webs = range(11).map((i) => p.line(x0 + i * bay, y, x0 + i * bay, 270 + Math.abs(5 - i) * 62) + (i < 10 ? (i < 5 ? p.line(x0 + i * bay, y, x0 + (i + 1) * bay, 270 + Math.abs(4 - i) * 62) : p.line(x0 + (i + 1) * bay, y, x0 + i * bay, 270 + Math.abs(5 - i) * 62)) : '')).join('');
  const nodes = range(11).map((i) => p.shape(p.circle(x0 + i * bay, y, 17), weight.medium, c.paper) + p.shape(p.circle(x0 + i * bay, 270 + Math.abs(5 - i) * 62, 17), weight.medium, i === 5 ? c.accent : c.paper)).join('');
  const detail = (x, yy, r, turns, color) => p.shape(p.circle(x, yy, r), weight.medium, c.paper) + turns.map((t) => `<g transform="rotate(${t} ${x} ${yy})">${p.shape(p.box(x + 60, yy - 34, r - 60, 68), weight.medium, c.tone)}${p.stroke(p.line(x + 60, yy - 20, x + r, yy - 20) + p.line(x + 60, yy + 20, x + r, yy + 20), weight.construction)}${range(3).map((i) => p.shape(p.circle(x + 96 + i * 34, yy, 9), weight.fine, c.ink)).join('')}</g>`).join('') + p.shape(p.circle(x, yy, 96), weight.strong, color) + p.shape(p.circle(x, yy, 40), weight.medium, c.paper) + p.fill(p.circle(x, yy, 12), c.ink);
  return p.stroke(range(11).map((i) => p.line(x0 + i * bay, 120, x0 + i * bay, 880)).join(''), weight.construction, c.faint, 'stroke-dasharray="30 10 5 10"') + p.stroke(webs, weight.strong) + p.stroke(chords, weight.cut) + nodes + p.shape(p.poly([[x0 - 60, 880], [x0 + 60, 880], [x0, y + 14]]) + p.poly([[x0 + 10 * bay - 60, 880], [x0 + 10 * bay + 60, 880], [x0 + 10 * bay, y + 14]]), weight.medium, c.tone) + p.dimension(range(11).map((i) => x0 + i * bay), 950) + detail(640, 1260, 236, [0, 180, 60, 118], c.light) + detail(1560, 1260, 236, [16, 164, 90, 58, 122], c.accent) + p.stroke('M600 774Q560 900 610 1030M1200 287Q1500 700 1550 1030', weight.construction, c.accent, 'stroke-dasharray="14 10"') + p.figure(1080, 1480, 120) + p.figure(1140, 1480, 112) + p.stroke(p.line(960, 1480, 1260, 1480), weight.strong);
}

export function rain(p) {
  const { c } = p;
  const rnd = random(9);
  const roof = (x, y, w, h, color) => { const out = p.poly([[x, y], [x + w * 0.16, y - h], [x + w * 0.84, y - h], [x + w, y]]); return p.shape(out, weight.medium, color) + p.stroke(range(7).map((i) => { const t = (i + 1) / 8; return range(Math.floor(w / 30)).map((k) => `M${pt(x + w * 0.16 * t + k * 30 * (1 - 0.05 * t), y - h * t)}q14 12 28 0`).join(''); }).join(''), weight.construction); };
  const house = (x, base, w, h, color) => p.shape(p.box(x + 30, base - h, w - 60, h), weight.medium, c.paper) + range(Math.max(2, Math.floor(w / 150))).map((i) => p.shape(p.box(x + 66 + i * 140, base - h * 0.72, 64, h * 0.72 - (i % 2 ? 70 : 0)), weight.fine, i === 1 ? c.light : c.tone)).join('') + roof(x, base - h, w, h * 0.9, color);
  const drops = range(420).map(() => { const x = rnd() * 2340 + 40; const y = rnd() * 1300 + 60; const s = 30 + rnd() * 60; return p.line(x, y, x - s * 0.34, y + s); }).join('');
  return house(120, 1090, 520, 230, c.tone) + house(700, 1030, 620, 260, c.paper) + house(1400, 1090, 460, 220, c.tone) + house(1840, 1050, 480, 240, c.paper) + house(380, 1330, 700, 270, c.accent) + house(1180, 1350, 760, 290, c.lake) + p.stroke(drops, weight.construction, c.ink, 'opacity="0.55"') + p.ground(60, 2340, 1352) + p.water(80, 2320, 1420, 1540, 12) + p.figure(1120, 1352, 110) + p.stroke('M1066 1236q54 -66 108 0Z', weight.medium, c.ink) + p.figure(280, 1352, 108) + p.stroke('M226 1238q54 -66 108 0Z', weight.medium, c.accent);
}

/** The first picture of the home page: a fanlight on its bar, with the two cities under the two halves. */
export function hero(p, w = 2400, h = 1800) {
  const { c } = p;
  const y = 1200;
  return p.stroke(range(6).map((i) => p.circle(w / 2, y, 1060 + i * 110)).join(''), weight.construction, c.tone) + p.fill(p.box(0, y, w, h - y), c.paper) + fanlightAt(p, w / 2 - 1020, y, 1000, { rings: 5, sectors: 7, glass: [1, 4, 6] }) + skyline(p, 90, 1150, 1690, 19, { scale: 0.92, lit: 0.2 }) + skyline(p, 1250, 2310, 1690, 23, { scale: 0.72, lit: 0.14, modern: true }) + p.stroke(p.line(w / 2, y + 60, w / 2, 1690), weight.construction, c.faint, 'stroke-dasharray="40 10 6 10"') + [1176, 1214].map((x) => p.figure(x, 1690, 66)).join('') + p.stroke(p.line(60, 1692, w - 60, 1692), weight.cut) + p.stroke(range(88).map((i) => p.line(80 + i * 26, 1692, 58 + i * 26, 1724)).join(''), weight.construction);
}

export function about(p) {
  const { c } = p;
  const base = 1280;
  return p.axis(1200, 110, 1370) + p.shape(p.box(220, 640, 1960, 640), weight.strong, c.paper) + range(13).map((i) => p.shape(`${p.arch.round(262 + i * 146, base, 104, 250)}Z`, weight.medium, i === 6 ? c.light : c.tone) + p.shape(`${p.arch.pointed(276 + i * 146, 900, 76, 100)}Z`, weight.fine, c.paper) + p.stroke(p.line(314 + i * 146, 900, 314 + i * 146, 760), weight.construction)).join('') + p.stroke('M220 930H2180M220 700H2180', weight.medium) + p.hatch(p.box(220, 640, 1960, 60), [220, 640, 1960, 60], { gap: 16 }) + p.shape(p.poly([[860, 640], [1200, 440], [1540, 640]]), weight.strong, c.tone) + p.shape(p.circle(1200, 560, 48), weight.medium, c.accent) + p.shape(p.box(190, 612, 2020, 28), weight.medium) + p.chhatri(330, 612, 190) + p.chhatri(2070, 612, 190) + p.ground(80, 2320, base) + range(9).map((i) => p.figure(360 + i * 220 + (i % 3) * 30, base, 104 - (i % 2) * 8)).join('') + p.palm(140, base, 520, 2) + p.palm(2260, base, 460, 5) + p.dimension(range(14).map((i) => 262 - 21 + i * 146), 1430);
}

export function theme(p) {
  const { c } = p;
  const x = 1200; const base = 1420;
  return p.fill(p.box(420, 150, 200, base - 150) + p.box(1780, 150, 200, base - 150), c.tone) + p.hatch(p.box(420, 150, 200, base - 150) + p.box(1780, 150, 200, base - 150), [420, 150, 1560, base - 150], { gap: 20 }) + p.stroke(p.box(420, 150, 200, base - 150) + p.box(1780, 150, 200, base - 150), weight.cut) + fanlightAt(p, 620, 740, 568, { rings: 4, sectors: 6 }) + p.shape(p.box(640, 790, 560, 630), weight.medium, c.paper) + p.shape(p.box(1200, 790, 560, 630), weight.medium, c.paper) + range(2).map((k) => range(3).map((i) => p.shape(p.box(700 + k * 560, 840 + i * 190, 440, 150), weight.fine, k ? c.paper : c.tone) + (k ? p.stroke(p.line(700 + 560, 840 + i * 190 + 75, 1700, 840 + i * 190 + 75), weight.construction) : p.hatch(p.box(700, 840 + i * 190, 440, 150), [700, 840 + i * 190, 440, 150], { gap: 18, angle: 45, color: c.faint }))).join('')).join('') + p.fill(p.circle(1164, 1120, 13) + p.circle(1236, 1120, 13), c.accent) + p.ground(120, 2280, base) + p.palm(250, base, 620, 3) + p.tree(2130, base, 560, 9) + p.dimension([620, x, 1780], 100, { extend: 20 }) + p.dimension([172, 740, 792, base], 350, { vertical: true }) + p.level(2000, 740, 120);
}

export function poster(p) {
  return palaceFront(p, { cx: 560, base: 1330, unit: 96 }) + skyline(p, 1480, 2320, 1330, 7, { scale: 1.2, modern: true }) + fanlightAt(p, 620, 1330, 600) + p.ground(60, 2340, 1400);
}
