// Single-stroke capitals as they are written with a lettering guide: no font has to be installed, so a drawing looks the
// same on every machine. Glyphs lie on a grid 4 wide and 6 high, y downwards; "|" lifts the pen.

const strokes = {
  A: '06 20 46|0.8,4 3.2,4',
  B: '06 00 30 41 42 33 03|33 44 45 36 06',
  C: '41 30 10 01 05 16 36 45',
  D: '06 00 20 42 44 26 06',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06|40 46|03 43',
  I: '20 26',
  J: '40 45 36 16 05',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  O: '10 30 41 45 36 16 05 01 10',
  P: '06 00 30 41 42 33 03',
  Q: '10 30 41 45 36 16 05 01 10|24 46',
  R: '06 00 30 41 42 33 03|23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 22 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
  Z: '00 40 06 46',
  0: '10 30 41 45 36 16 05 01 10',
  1: '11 20 26',
  2: '01 10 30 41 42 06 46',
  3: '01 10 30 41 42 33 13|33 44 45 36 16 05',
  4: '36 30 04 44',
  5: '40 00 03 33 44 45 36 06',
  6: '40 20 02 05 16 36 45 44 33 03',
  7: '00 40 16',
  8: '10 30 41 42 33 13 02 01 10|13 04 05 16 36 45 44 33',
  9: '43 13 02 01 10 30 41 44 26 06',
  '.': '1.8,5.7 2.2,5.7 2.2,6 1.8,6 1.8,5.7',
  ',': '25 17',
  ':': '2,2 2,2.3|2,5 2,5.3',
  '-': '13 33',
  '–': '03 43',
  '/': '06 40',
  "'": '20 21',
  '+': '21 25|03 43',
  '(': '30 11 15 36',
  ')': '10 31 35 16',
  '&': '46 11 20 31 04 05 16 26 44',
  '±': '20 24|02 42|06 46',
  '·': '1.9,3 2.1,3',
  '→': '03 43|31 43 35',
  '%': '06 40|01 11|35 45',
};
const narrow = { I: 2, '.': 1.6, ',': 1.6, ':': 1.6, "'": 1.6, '·': 2, 1: 2.6, ' ': 2.4, '-': 4, '(': 3, ')': 3 };
const point = (code) => (code.includes(',') ? code.split(',').map(Number) : [Number(code[0]), Number(code[1])]);
const n = (value) => Number(value.toFixed(1));
const advance = (sign, gap) => (narrow[sign] ?? 4) + gap;

/** The width of a line of lettering. */
export function textWidth(text, size, gap = 1.7) {
  return [...text.toUpperCase()].reduce((sum, sign) => sum + advance(sign, gap), -gap) * (size / 6);
}

/** Path data of one line of lettering; size is the height of a capital, y its foot. */
export function letter(text, x, y, size, { align = 'start', gap = 1.7 } = {}) {
  const unit = size / 6;
  let pen = x - (align === 'start' ? 0 : textWidth(text, size, gap) * (align === 'middle' ? 0.5 : 1));
  let path = '';
  for (const sign of text.toUpperCase()) {
    const shift = sign in narrow && sign !== '-' && sign !== ' ' ? (4 - narrow[sign]) / 2 : 0;
    for (const stroke of (strokes[sign] ?? '').split('|').filter(Boolean)) {
      const points = stroke
        .split(' ')
        .map(point)
        .map(([px, py]) => `${n(pen + (px - shift) * unit)} ${n(y - size + py * unit)}`);
      path += `M${points.join('L')}`;
    }
    pen += advance(sign, gap) * unit;
  }
  return path;
}
