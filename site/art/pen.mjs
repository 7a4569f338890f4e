// The pen: line weights, hatching and the small things that recur on every sheet. Everything returns SVG text, works in
// pixels of the finished picture and draws the same picture from the same parameters.

export const day = { paper: '#FBF8F2', tone: '#EFE4D0', ink: '#1B1A17', faint: '#B9AC94', accent: '#A83F24', lake: '#0F4C4A', light: '#E3A82B' };
export const night = { paper: '#141311', tone: '#23211D', ink: '#EFE4D0', faint: '#6B6455', accent: '#E3A82B', lake: '#5FA39F', light: '#E3A82B' };

/** Line weights as on a drawing set: construction, fine, medium, strong, cut. */
export const weight = { construction: 1.5, fine: 2.5, medium: 4, strong: 7, cut: 14 };

/** A small random generator (mulberry32), so that a picture is the same on every machine. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const range = (count) => Array.from({ length: count }, (_, index) => index);
const n = (value) => Number(value.toFixed(1)).toString();
export const pt = (x, y) => `${n(x)} ${n(y)}`;

let clipNumber = 0;

export function pen(palette) {
  const c = palette;
  const stroke = (d, w = weight.fine, color = c.ink, more = '') =>
    `<path d="${d}" fill="none" stroke="${color}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
  const fill = (d, color) => `<path d="${d}" fill="${color}"/>`;
  const shape = (d, w = weight.medium, inside = c.paper, color = c.ink) =>
    `<path d="${d}" fill="${inside}" stroke="${color}" stroke-width="${w}" stroke-linejoin="round"/>`;
  const box = (x, y, w, h) => `M${pt(x, y)}h${n(w)}v${n(h)}h${n(-w)}Z`;
  const line = (x1, y1, x2, y2) => `M${pt(x1, y1)}L${pt(x2, y2)}`;
  const circle = (x, y, r) => `M${pt(x - r, y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;
  const poly = (points) => `M${points.map(([x, y]) => pt(x, y)).join('L')}Z`;

  /** Parallel lines inside an outline. */
  const hatch = (outline, bounds, { gap = 14, angle = 45, w = weight.construction, color = c.ink } = {}) => {
    const id = `h${(clipNumber += 1)}`;
    const [x, y, width, height] = bounds;
    const reach = Math.hypot(width, height);
    const count = Math.ceil(reach / gap);
    const lines = range(count * 2 + 1)
      .map((i) => line(x + width / 2 - reach, y + height / 2 + (i - count) * gap, x + width / 2 + reach, y + height / 2 + (i - count) * gap))
      .join('');
    return `<clipPath id="${id}"><path d="${outline}"/></clipPath><g clip-path="url(#${id})"><path d="${lines}" fill="none" stroke="${color}" stroke-width="${w}" transform="rotate(${-angle} ${n(x + width / 2)} ${n(y + height / 2)})"/></g>`;
  };

  /** Arches stand on (x, y) with width w; h is the height of the springing. */
  const arch = {
    round: (x, y, w, h) => `M${pt(x, y)}V${n(y - h)}a${n(w / 2)} ${n(w / 2)} 0 0 1 ${n(w)} 0V${n(y)}`,
    pointed: (x, y, w, h) => `M${pt(x, y)}V${n(y - h)}a${n(w * 0.9)} ${n(w * 0.9)} 0 0 1 ${n(w / 2)} ${n(-w * 0.8)}a${n(w * 0.9)} ${n(w * 0.9)} 0 0 1 ${n(w / 2)} ${n(w * 0.8)}V${n(y)}`,
    cusped: (x, y, w, h, foils = 5) => {
      const r = w / 2;
      const points = range(foils + 1).map((i) => {
        const turn = Math.PI - (i * Math.PI) / foils;
        return [x + r + r * Math.cos(turn), y - h - r * 1.15 * Math.sin(turn)];
      });
      const bumps = points.slice(1).map(([px, py], i) => {
        const chord = Math.hypot(px - points[i][0], py - points[i][1]);
        return `A${n(chord * 0.54)} ${n(chord * 0.54)} 0 0 1 ${pt(px, py)}`;
      });
      return `M${pt(x, y)}V${n(y - h)}${bumps.join('')}V${n(y)}`;
    },
  };

  const dome = (x, y, r, { swell = 0.12, height = 1 } = {}) =>
    `M${pt(x - r, y)}C${pt(x - r * (1 + swell * 2), y - r * height * 0.55)} ${pt(x - r * 0.55, y - r * height * 1.02)} ${pt(x, y - r * height * 1.12)}C${pt(x + r * 0.55, y - r * height * 1.02)} ${pt(x + r * (1 + swell * 2), y - r * height * 0.55)} ${pt(x + r, y)}Z`;
  const finial = (x, y, s) => stroke(line(x, y, x, y - s), weight.medium) + fill(circle(x, y - s * 0.35, s * 0.12), c.ink) + fill(circle(x, y - s * 0.65, s * 0.08), c.ink);

  /** A domed pavilion on four posts; (x, y) is the middle of its foot. */
  const chhatri = (x, y, s, inside = c.paper) => {
    const posts = [-0.42, -0.14, 0.14, 0.42].map((f) => box(x + f * s - s * 0.025, y - s * 0.62, s * 0.05, s * 0.62)).join('');
    return (
      shape(dome(x, y - s * 0.72, s * 0.42, { height: 0.95 }), weight.medium, inside) + finial(x, y - s * 1.17, s * 0.2) +
      shape(poly([[x - s * 0.62, y - s * 0.62], [x + s * 0.62, y - s * 0.62], [x + s * 0.46, y - s * 0.74], [x - s * 0.46, y - s * 0.74]]), weight.fine) +
      shape(posts, weight.construction) + shape(box(x - s * 0.55, y - s * 0.08, s * 1.1, s * 0.08), weight.fine)
    );
  };

  /** People give the scale: 1.7 m high, no faces. */
  const figure = (x, y, h, lean = 0) =>
    `<g transform="translate(${n(x)} ${n(y)}) skewX(${lean})">${fill(circle(0, -h * 0.9, h * 0.085), c.ink)}${fill(`M${pt(-h * 0.11, -h * 0.78)}Q0 ${n(-h * 0.86)} ${pt(h * 0.11, -h * 0.78)}L${pt(h * 0.09, -h * 0.4)}L${pt(h * 0.07, 0)}H${n(h * 0.015)}L0 ${n(-h * 0.36)}L${pt(-h * 0.02, 0)}H${n(-h * 0.075)}L${pt(-h * 0.09, -h * 0.4)}Z`, c.ink)}</g>`;

  /** A tree in elevation: a trunk that forks and a crown of loose loops. */
  const tree = (x, y, h, seed = 1, color = c.lake) => {
    const rnd = random(seed);
    const crown = h * 0.34;
    const loops = range(26).map(() => {
      const turn = rnd() * Math.PI * 2;
      const reach = Math.sqrt(rnd()) * crown;
      const r = crown * (0.16 + rnd() * 0.2);
      return circle(x + Math.cos(turn) * reach, y - h * 0.66 + Math.sin(turn) * reach * 0.8, r);
    }).join('');
    const forks = range(7).map((i) => `M${pt(x, y - h * 0.3)}Q${pt(x + (i - 3) * h * 0.02, y - h * 0.5)} ${pt(x + (i - 3) * h * 0.085, y - h * (0.62 + rnd() * 0.2))}`).join('');
    return stroke(loops, weight.construction, color) + stroke(forks, weight.fine) + stroke(line(x, y, x, y - h * 0.34), weight.strong);
  };
  const treePlan = (x, y, r, seed = 1, color = c.lake) => {
    const rnd = random(seed);
    const spokes = range(14).map((i) => { const t = (i / 14) * Math.PI * 2 + rnd() * 0.2; const s = r * (0.55 + rnd() * 0.4); return line(x, y, x + Math.cos(t) * s, y + Math.sin(t) * s); }).join('');
    return shape(circle(x, y, r), weight.fine, 'none', color) + stroke(spokes, weight.construction, color) + fill(circle(x, y, r * 0.07), c.ink);
  };
  const palm = (x, y, h, seed = 1) => {
    const rnd = random(seed);
    const leaves = range(11).map((i) => { const t = Math.PI * (0.02 + (i / 10) * 0.96); const r = h * (0.26 + rnd() * 0.08); return `M${pt(x + h * 0.04, y - h)}Q${pt(x + h * 0.04 + Math.cos(t) * r * 0.7, y - h - Math.sin(t) * r * 0.9 - h * 0.05)} ${pt(x + h * 0.04 + Math.cos(t) * r, y - h - Math.sin(t) * r * 0.4 + h * 0.1)}`; }).join('');
    return stroke(`M${pt(x, y)}Q${pt(x - h * 0.02, y - h * 0.6)} ${pt(x + h * 0.04, y - h)}`, weight.medium) + stroke(leaves, weight.fine, c.lake);
  };

  /** Ground: a strong line with short strokes below, as cut earth is drawn. */
  const ground = (x1, x2, y, { depth = 46, gap = 26 } = {}) =>
    stroke(range(Math.floor((x2 - x1) / gap)).map((i) => line(x1 + (i + 1) * gap, y, x1 + i * gap, y + depth * (i % 3 === 0 ? 1 : 0.6))).join(''), weight.construction) +
    stroke(line(x1, y, x2, y), weight.cut);

  const water = (x1, x2, y1, y2, seed = 3, color = c.lake) => {
    const rnd = random(seed);
    const rows = Math.floor((y2 - y1) / 15);
    return range(rows).map((row) => {
      const y = y1 + row * 15 + row * row * 0.35;
      if (y > y2) return '';
      return stroke(range(9).map(() => { const x = x1 + rnd() * (x2 - x1); const w = Math.min((0.04 + rnd() * 0.16) * (x2 - x1), x2 - x); return `M${pt(x, y)}q${n(w / 4)} -5 ${n(w / 2)} 0t${n(w / 2)} 0`; }).join(''), row % 4 === 0 ? weight.fine : weight.construction, color);
    }).join('');
  };

  /** A dimension string with ticks at each position. */
  const dimension = (positions, y, { extend = 34, vertical = false } = {}) => {
    const p = (a, b) => (vertical ? [b, a] : [a, b]);
    const seg = (a1, b1, a2, b2) => { const [x1, y1] = p(a1, b1); const [x2, y2] = p(a2, b2); return line(x1, y1, x2, y2); };
    return (
      stroke(seg(positions[0] - 20, y, positions.at(-1) + 20, y), weight.construction, c.faint) +
      stroke(positions.map((a) => seg(a, y - extend, a, y + extend * 0.4)).join(''), weight.construction, c.faint) +
      stroke(positions.map((a) => seg(a - 9, y + 9, a + 9, y - 9)).join(''), weight.medium, c.accent)
    );
  };
  const level = (x, y, w = 90) => stroke(line(x, y, x + w, y), weight.construction, c.accent) + fill(poly([[x + 18, y], [x + 6, y - 18], [x + 30, y - 18]]), c.accent);
  const axis = (x, y1, y2) => stroke(line(x, y1 + 36, x, y2), weight.construction, c.faint, 'stroke-dasharray="40 10 6 10"') + stroke(circle(x, y1, 30), weight.fine, c.faint);
  const north = (x, y, r) => stroke(circle(x, y, r), weight.fine) + fill(poly([[x, y - r * 1.35], [x + r * 0.5, y + r * 0.7], [x, y + r * 0.35]]), c.ink) + stroke(poly([[x, y - r * 1.35], [x - r * 0.5, y + r * 0.7], [x, y + r * 0.35]]), weight.fine);
  const scale = (x, y, unit = 60) => range(5).map((i) => (i % 2 ? stroke(box(x + i * unit, y, unit, 12), weight.construction) : fill(box(x + i * unit, y, unit, 12), c.ink))).join('');
  const sun = (x, y, r) => fill(circle(x, y, r), c.light);
  const birds = (x, y, s) => stroke([[0, 0], [1.6, -0.7], [3, 0.3], [0.9, 1.2]].map(([a, b]) => `M${pt(x + a * s, y + b * s)}q${n(s * 0.22)} ${n(-s * 0.3)} ${n(s * 0.42)} 0q${n(s * 0.22)} ${n(-s * 0.3)} ${n(s * 0.42)} 0`).join(''), weight.fine);

  return { c, stroke, fill, shape, box, line, circle, poly, hatch, arch, dome, finial, chhatri, figure, tree, treePlan, palm, ground, water, dimension, level, axis, north, scale, sun, birds };
}

/** A sheet of paper with its hairline border and the corner of a title block. */
export function sheet(width, height, palette, drawing, { border = true } = {}) {
  const c = palette;
  const m = 44;
  const inset = border ? m : 0;
  const frame = border
    ? `<g fill="none" stroke="${c.faint}" stroke-width="2"><path d="M${m} ${m}H${width - m}V${height - m}H${m}Z"/><path d="M${width - m - 300} ${height - m}v-64h300M${width - m - 190} ${height - m}v-64M${width - m - 70} ${height - m}v-64"/></g>`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><clipPath id="sheet"><path d="M${inset} ${inset}H${width - inset}V${height - inset}H${inset}Z"/></clipPath><rect width="${width}" height="${height}" fill="${c.paper}"/><g clip-path="url(#sheet)">${drawing}</g>${frame}</svg>`;
}
