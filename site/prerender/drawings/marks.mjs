// Neutral marks for sponsors and partners: a figure from a small grammar and a word, plainly samples.

import { cuspedArch, domePath, pointedArch, roundArch } from './masonry.mjs';
import { grounds } from './palette.mjs';
import { box, circle, poly, range, Sheet, seg } from './sheet.mjs';

const star = (points, outer, inner, turn = 0) =>
  poly(
    range(points * 2, (i) => {
      const r = i % 2 ? inner : outer;
      const t = turn + (i * Math.PI) / points;
      return [Math.cos(t) * r, Math.sin(t) * r];
    }),
  );

/** Each figure fits a square of 220 around the origin; solid is filled, line is inked. */
const figures = [
  () => ({ line: range(4, (i) => roundArch(-104 + i * 26, 104, 208 - i * 52, 204 - i * 40)).join('') }),
  () => ({ solid: star(8, 108, 64), line: circle(0, 0, 34) }),
  () => ({ line: range(5, (i) => circle(0, 0, 104 - i * 22)).join('') }),
  () => ({
    solid: range(5, (i) => box(-104 + i * 44, 104 - [80, 140, 208, 120, 170][i], 32, [80, 140, 208, 120, 170][i])).join(
      '',
    ),
  }),
  () => ({
    line: range(4, (i) =>
      poly([
        [0, -106 + i * 30],
        [106 - i * 30, 0],
        [0, 106 - i * 30],
        [-106 + i * 30, 0],
      ]),
    ).join(''),
  }),
  () => ({ solid: domePath(0, 52, 96, 0.5) + box(-108, 62, 216, 14) + box(-90, 86, 180, 14) }),
  () => ({
    solid: poly([
      [-104, 104],
      [104, 104],
      [104, -104],
    ]),
    line: box(-104, -104, 208, 208),
  }),
  () => ({ line: `${cuspedArch(-100, 104, 200, 204, 9)}Z${cuspedArch(-56, 104, 112, 130, 7)}Z` }),
  () => ({
    solid: range(3, (i) => range(3, (j) => ((i + j) % 2 ? '' : circle(-72 + i * 72, -72 + j * 72, 31))).join('')).join(
      '',
    ),
    line: range(3, (i) => range(3, (j) => ((i + j) % 2 ? box(-98 + i * 72, -98 + j * 72, 52, 52) : '')).join('')).join(
      '',
    ),
  }),
  () => ({ line: range(9, (i) => seg(-104 + i * 26, 104, 0, -104)).join('') + seg(-104, 104, 104, 104) }),
  () => ({ solid: range(6, (i) => box(-104 + i * 18, 104 - (i + 1) * 34, 208 - i * 36, 24)).join('') }),
  () => ({
    line: range(12, (i) => {
      const t = (i * Math.PI) / 6;
      return circle(Math.cos(t) * 54, Math.sin(t) * 54, 50);
    }).join(''),
  }),
  () => ({ solid: `${pointedArch(-104, 104, 90, 200)}Z${pointedArch(14, 104, 90, 200)}Z` }),
  () => ({ line: range(7, (i) => `M-104 ${-84 + i * 28}q26 -24 52 0t52 0t52 0t52 0`).join('') }),
  () => ({ solid: star(4, 108, 40, Math.PI / 4) + star(4, 70, 30) }),
  () => ({
    line:
      range(5, (i) => box(-104 + i * 20, -104 + i * 20, 208 - i * 40, 208 - i * 40)).join('') +
      seg(-104, -104, 104, 104) +
      seg(104, -104, -104, 104),
  }),
  () => ({
    line: `M-104 104A208 208 0 0 1 104 -104M-104 60A164 164 0 0 1 60 -104M-104 16A120 120 0 0 1 16 -104`,
    solid: circle(60, 60, 42),
  }),
];
const colours = ['#1B1A17', '#0F4C4A', '#A83F24'];

/** A mark on 900 x 450 with its words beside the figure. */
export function mark(number, first, second) {
  const sheet = new Sheet(900, 450, { ...grounds.day, paper: '#FFFFFF' }, number);
  const figure = figures[(number * 5) % figures.length]();
  const color = colours[(number + Math.floor(number / figures.length)) % 3];
  const other = colours[(number + 1 + Math.floor(number / figures.length)) % 3];
  sheet.group('translate(205 225)', () => {
    if (figure.solid) sheet.fill(figure.solid, figure.line ? other : color);
    if (figure.line) sheet.ink(figure.line, 8, { color });
  });
  sheet.text(first, 390, 222, first.length > 8 ? 50 : 58, { pen: 8 });
  sheet.text(second, 390, 300, 38, { pen: 4.5, color: '#5C564A' });
  return sheet.toSVG();
}
