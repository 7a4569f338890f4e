// Draws the fanlight from parameters: a half circle above the transom. The left half is a jali of eight-pointed stars
// above a cusped arch; the right half has steel mullions above a plain arch. The result is SVG path data.

export interface Fanlight {
  viewBox: string;
  /** The stars of the jali (fine line). */
  lattice: string;
  /** The joints of the jali's stones (fine line). */
  frames: string;
  /** The cusped arch under the jali (medium line). */
  cusps: string;
  /** The steel bars of the right half (medium line). */
  mullions: string;
  /** The glass between the bars (filled). */
  panes: string[];
  /** The outer arch (strong line). */
  arch: string;
  /** The transom itself (filled). */
  bar: string;
}

/** `sectors` is the number of stars along a quarter circle; `rings`, from the inner to the outer arch. */
export function fanlight({ radius = 100, sectors = 6, rings = 4, margin = 4 } = {}): Fanlight {
  const cx = radius + margin;
  const cy = radius + margin;
  const heavy = radius * 0.06;
  const step = Math.PI / 2 / sectors;
  // Each ring is higher than the ring inside it, because sectors get wider and all stars must have the same shape.
  const growth = 1 + step;
  const inner = radius / growth ** rings;

  const n = (value: number) => Number(value.toFixed(2)).toString();
  /** `turn` is in radians, anticlockwise from the right. */
  const at = (distance: number, turn: number) =>
    `${n(cx + distance * Math.cos(turn))} ${n(cy - distance * Math.sin(turn))}`;
  const arc = (distance: number, from: number, to: number) =>
    `M${at(distance, from)}A${n(distance)} ${n(distance)} 0 0 ${to > from ? 0 : 1} ${at(distance, to)}`;
  const ray = (from: number, to: number, turn: number) => `M${at(from, turn)}L${at(to, turn)}`;

  /** Eight tips that touch the stars beside it, and eight notches in between. */
  const star = (sector: number, ring: number) => {
    const points = Array.from({ length: 16 }, (_, corner) => {
      const reach = corner % 2 === 0 ? 0.5 : 0.3;
      const turn = (corner * Math.PI) / 8;
      const u = 0.5 + reach * Math.cos(turn);
      const v = 0.5 + reach * Math.sin(turn);
      return at(inner * growth ** (ring + v), Math.PI / 2 + (sector + u) * step);
    });
    return `M${points.join('L')}Z`;
  };

  const cells = Array.from(
    { length: sectors * rings },
    (_, index) => [index % sectors, Math.floor(index / sectors)] as const,
  );
  const joints = Array.from({ length: rings - 1 }, (_, index) =>
    arc(inner * growth ** (index + 1), Math.PI, Math.PI / 2),
  );

  const foils = Math.max(3, Math.round(sectors * 0.75));
  const foil = Math.PI / 2 / foils;
  const cusps = Array.from({ length: foils }, (_, index) => {
    const from = Math.PI - index * foil;
    const chord = 2 * inner * 0.82 * Math.sin(foil / 2);
    return `M${at(inner * 0.82, from)}A${n(chord * 0.54)} ${n(chord * 0.54)} 0 0 1 ${at(inner * 0.82, from - foil)}`;
  });

  const bars = Array.from({ length: 5 }, (_, index) => (index * Math.PI) / 8);
  const middle = Math.sqrt(inner * radius);
  const mullions = [
    ...bars.map((turn) => ray(inner, radius, turn)),
    arc(inner, Math.PI / 2, 0),
    arc(inner * 0.82, Math.PI / 2, 0),
    arc(middle, Math.PI / 2, 0),
  ];
  const pane = (from: number, to: number, low: number, high: number) =>
    `M${at(low, from)}L${at(high, from)}A${n(high)} ${n(high)} 0 0 0 ${at(high, to)}` +
    `L${at(low, to)}A${n(low)} ${n(low)} 0 0 1 ${at(low, from)}Z`;
  const panes = bars
    .slice(1)
    .flatMap((turn, index) => [pane(bars[index]!, turn, inner, middle), pane(bars[index]!, turn, middle, radius)]);

  return {
    viewBox: `0 0 ${n(2 * cx)} ${n(cy + heavy)}`,
    lattice: cells.map(([sector, ring]) => star(sector, ring)).join(''),
    frames: arc(inner, Math.PI, Math.PI / 2) + joints.join(''),
    cusps: cusps.join(''),
    mullions: mullions.join(''),
    panes,
    arch: arc(radius, Math.PI, 0),
    bar: `M0 ${n(cy)}H${n(2 * cx)}V${n(cy + heavy)}H0Z`,
  };
}
