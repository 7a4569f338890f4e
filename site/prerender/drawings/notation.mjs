// The marks of a drawing office: dimensions, levels, grids, north, scales, frames.

import { box, circle, poly, range, seg } from './sheet.mjs';

/** A dimension string through the given stations, with a number in each gap. */
export function dimensions(sheet, stations, y, labels, { vertical = false, size = 15 } = {}) {
  const place = (a, b) => (vertical ? [b, a] : [a, b]);
  const from = place(stations[0] - 22, y);
  const to = place(stations.at(-1) + 22, y);
  sheet.ink(seg(...from, ...to), 'hair');
  for (const station of stations) {
    const [x, at] = place(station, y);
    sheet.ink(seg(x - 9, at + 9, x + 9, at - 9), 'medium');
    sheet.ink(vertical ? seg(x - 20, at, x + 20, at) : seg(x, at - 20, x, at + 20), 'hair');
  }
  stations.slice(1).forEach((station, index) => {
    const middle = (station + stations[index]) / 2;
    const label = labels[index] ?? '';
    if (vertical)
      sheet.group(`rotate(-90 ${y - 14} ${middle})`, () =>
        sheet.text(label, y - 14, middle, size, { align: 'middle', halo: true }),
      );
    else sheet.text(label, middle, y - 12, size, { align: 'middle', halo: true });
  });
}

/** A level with its triangle. */
export function level(sheet, x, y, words, { reach = 120 } = {}) {
  sheet.ink(seg(x - 30, y, x + reach, y), 'hair', { dash: '18 8 3 8' });
  sheet.fill(
    poly([
      [x, y],
      [x - 13, y - 20],
      [x, y - 20],
    ]),
    sheet.line,
  );
  sheet.ink(
    poly([
      [x, y],
      [x - 13, y - 20],
      [x + 13, y - 20],
    ]),
    'fine',
  );
  sheet.text(words, x + 24, y - 10, 15, { halo: true });
}

/**
 * Grid lines with numbered bubbles.
 * @param {import('./sheet.mjs').Sheet} sheet
 * @param {number[]} stations
 * @param {number} top
 * @param {number} bottom
 * @param {{ names?: string[] }} [options]
 */
export function grid(sheet, stations, top, bottom, { names } = {}) {
  stations.forEach((x, index) => {
    sheet.ink(seg(x, top + 25, x, bottom), 'hair', { dash: '40 10 6 10', opacity: 0.55 });
    sheet.fill(circle(x, top, 25), sheet.paper, { pen: 'fine' });
    sheet.text(names?.[index] ?? String(index + 1), x, top + 9, 18, { align: 'middle' });
  });
}

export function north(sheet, cx, cy, r) {
  sheet.ink(circle(cx, cy, r), 'fine');
  sheet.fill(
    poly([
      [cx, cy - r * 1.25],
      [cx + r * 0.42, cy + r * 0.6],
      [cx, cy + r * 0.3],
    ]),
    sheet.line,
  );
  sheet.ink(
    poly([
      [cx, cy - r * 1.25],
      [cx - r * 0.42, cy + r * 0.6],
      [cx, cy + r * 0.3],
    ]),
    'fine',
  );
  sheet.text('N', cx, cy - r * 1.4, r * 0.42, { align: 'middle' });
}

/** A bar of equal lengths, every second one filled. */
export function scaleBar(sheet, x, y, unit, labels) {
  range(labels.length - 1, (index) =>
    sheet.fill(box(x + index * unit, y, unit, 9), index % 2 ? sheet.paper : sheet.line, { pen: 'hair' }),
  );
  labels.forEach((label, index) => sheet.text(label, x + index * unit, y - 9, 13, { align: 'middle' }));
}

/** A section mark: a flag that says where another drawing cuts. */
export function sectionMark(sheet, x, y, name, { left = false } = {}) {
  const to = left ? -1 : 1;
  sheet.fill(
    poly([
      [x, y - 28],
      [x + to * 44, y],
      [x, y + 28],
    ]),
    sheet.line,
  );
  sheet.fill(circle(x, y, 26), sheet.paper, { pen: 'medium' });
  sheet.text(name, x, y + 10, 20, { align: 'middle' });
}

/** The frame of the sheet and the title under the drawing. */
export function frame(sheet, number, title, scale) {
  const edge = 48;
  const { width, height } = sheet;
  sheet.trim(box(edge, edge, width - 2 * edge, height - 2 * edge));
  sheet.ink(box(edge, edge, width - 2 * edge, height - 2 * edge), 'fine');
  sheet.ink(seg(edge, height - 118, width - edge, height - 118), 'strong', { cap: 'butt' });
  sheet.text(number, edge + 30, height - 72, 24, { pen: 3 });
  sheet.text(title, edge + 190, height - 72, 24);
  sheet.text(scale, width - edge - 30, height - 72, 18, { align: 'end' });
  sheet.fill(box(edge, height - 118, 120 + 40, 6), sheet.accent);
}
