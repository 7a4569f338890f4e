// Neutral marks for sponsors and knowledge partners: a figure from a small grammar and the word, plainly samples.
import { day, pen, range } from './pen.mjs';

const figures = [
  (p, c, k) => range(4).map((i) => p.stroke(p.circle(0, 0, 30 + i * 26), i === k % 4 ? 14 : 6, i === k % 4 ? c.accent : c.ink)).join(''),
  (p, c, k) => range(5).map((i) => p.fill(p.box(-100 + i * 44, 100 - (40 + ((i * (k + 3)) % 5) * 36), 30, 40 + ((i * (k + 3)) % 5) * 36), i % 2 ? c.lake : c.ink)).join(''),
  (p, c, k) => p.stroke(range(5).map((i) => p.arch.round(-100 + i * 20, 100, 200 - i * 40, 40)).join(''), 8, k % 2 ? c.ink : c.lake),
  (p, c, k) => p.fill(p.poly(range(16).map((i) => { const r = i % 2 ? 62 : 108; const t = (i * Math.PI) / 8; return [Math.cos(t) * r, Math.sin(t) * r]; })), k % 2 ? c.accent : c.ink) + p.fill(p.circle(0, 0, 34), c.paper),
  (p, c, k) => p.stroke(p.box(-98, -98, 196, 196) + p.line(-98, 98, 98, -98), 8) + p.fill(p.poly([[-98, 98], [98, 98], [98, -98]]), k % 2 ? c.lake : c.light),
  (p, c) => p.stroke(range(4).map((i) => p.poly([[0, -104 + i * 34], [104 - i * 34, 0], [0, 104 - i * 34], [-104 + i * 34, 0]])).join(''), 8) + p.fill(p.circle(0, 0, 16), c.accent),
  (p, c, k) => p.fill(p.dome(0, 40, 100), k % 2 ? c.ink : c.accent) + p.fill(p.box(-112, 52, 224, 18) + p.box(-96, 82, 192, 18), c.ink),
  (p, c, k) => range(3).flatMap((i) => range(3).map((j) => ((i + j + k) % 2 ? p.fill(p.circle(-74 + i * 74, -74 + j * 74, 30), c.lake) : p.stroke(p.box(-102 + i * 74, -102 + j * 74, 56, 56), 6)))).join(''),
];

/** A mark on 900 x 450 with its name beside the figure. */
export function mark(number, first, second) {
  const p = pen(day);
  const draw = figures[(number * 5) % figures.length];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="450" viewBox="0 0 900 450"><rect width="900" height="450" fill="#ffffff"/><g transform="translate(215 225)">${draw(p, day, number)}</g><g font-family="Mukta, Noto Sans, sans-serif" fill="${day.ink}"><text x="395" y="215" font-size="${first.length > 8 ? 62 : 78}" font-weight="600">${first}</text><text x="395" y="296" font-size="62" fill="#5C564A" letter-spacing="6">${second}</text></g></svg>`;
}
