// A sheet of paper and the pens: everything that is common to all drawings. Scenes call these functions and never write
// SVG by themselves where a pen exists. Widths are in pixels of the original.

import { letter } from './lettering.mjs';

/**
 * A pen by its name or by its width.
 * @typedef {keyof typeof pens | number} Pen
 * @typedef {{ color?: string, opacity?: number, dash?: string, cap?: string }} Stroke
 * @typedef {{ opacity?: number, pen?: Pen, line?: string, rule?: string }} Wash
 * @typedef {{ angle?: number, gap?: number, pen?: Pen, color?: string, opacity?: number, cross?: boolean }} Hatching
 * @typedef {{ pen?: Pen, align?: string, color?: string, gap?: number, opacity?: number, halo?: boolean }} Words
 */

const pens = { hair: 1.1, fine: 1.8, medium: 3.2, strong: 5.5, cut: 9 };

/** A repeatable stream of numbers from 0 to 1. */
export function stream(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const n = (value) => Number(value.toFixed(1)).toString();
export const poly = (points, close = true) =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}${close ? 'Z' : ''}`;
export const box = (x, y, width, height) => `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;
export const seg = (x1, y1, x2, y2) => `M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`;
export const circle = (cx, cy, r) =>
  `M${n(cx - r)} ${n(cy)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;
export const range = (count, make) => Array.from({ length: count }, (_, index) => make(index));

export class Sheet {
  /** @type {string[]} */
  body = [];
  /** @type {string[]} */
  defs = [];
  count = 0;

  /**
   * @param {number} width
   * @param {number} height
   * @param {{ paper: string, line: string, tone: string, accent: string }} ground
   */
  constructor(width, height, ground, seed = 1) {
    this.width = width;
    this.height = height;
    this.paper = ground.paper;
    this.line = ground.line;
    this.tone = ground.tone;
    this.accent = ground.accent;
    this.random = stream(seed);
  }

  add(svg) {
    this.body.push(svg);
    return this;
  }

  /**
   * Ink along a path.
   * @param {string} path
   * @param {Pen} [pen]
   * @param {Stroke} [options]
   */
  ink(path, pen = 'fine', { color = this.line, opacity = 1, dash, cap = 'round' } = {}) {
    if (!path) return this;
    const width = typeof pen === 'number' ? pen : pens[pen];
    return this.add(
      `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="${cap}" stroke-linejoin="round"` +
        `${opacity < 1 ? ` opacity="${opacity}"` : ''}${dash ? ` stroke-dasharray="${dash}"` : ''}/>`,
    );
  }

  /**
   * A flat wash; with a pen the edge is inked as well.
   * @param {string} path
   * @param {string} [color]
   * @param {Wash} [options]
   */
  fill(path, color = this.tone, { opacity = 1, pen, line = this.line, rule = 'nonzero' } = {}) {
    const stroke = pen
      ? ` stroke="${line}" stroke-width="${typeof pen === 'number' ? pen : pens[pen]}" stroke-linejoin="round"`
      : '';
    return this.add(
      `<path d="${path}" fill="${color}" fill-rule="${rule}"${stroke}${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`,
    );
  }

  /**
   * Parallel lines inside a shape.
   * @param {string} path
   * @param {Hatching} [options]
   */
  hatch(path, { angle = 45, gap = 12, pen = 'hair', color = this.line, opacity = 1, cross = false } = {}) {
    this.count += 1;
    const id = `h${this.count}`;
    const width = typeof pen === 'number' ? pen : pens[pen];
    const lines = `<path d="M0 ${gap / 2}H${gap}${cross ? `M${gap / 2} 0V${gap}` : ''}" stroke="${color}" stroke-width="${width}"/>`;
    this.defs.push(
      `<pattern id="${id}" width="${gap}" height="${gap}" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})">${lines}</pattern>`,
    );
    return this.add(`<path d="${path}" fill="url(#${id})"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`);
  }

  /** Draws only inside a shape. */
  clip(path, draw) {
    this.count += 1;
    const id = `c${this.count}`;
    this.defs.push(`<clipPath id="${id}"><path d="${path}"/></clipPath>`);
    this.add(`<g clip-path="url(#${id})">`);
    draw();
    return this.add('</g>');
  }

  group(transform, draw) {
    this.add(`<g transform="${transform}">`);
    draw();
    return this.add('</g>');
  }

  /**
   * Lettering; halo leaves a rim of paper around it, for words on a drawn ground.
   * @param {string} words
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {Words} [options]
   */
  text(words, x, y, size, { pen, align, color, gap, opacity, halo = false } = {}) {
    const path = letter(words, x, y, size, { align, gap });
    if (halo) this.ink(path, size * 0.75, { color: this.paper });
    return this.ink(path, pen ?? Math.max(1.2, size / 9), { color, opacity });
  }

  /** Cuts everything drawn so far at a shape. */
  trim(path) {
    this.count += 1;
    const id = `c${this.count}`;
    this.defs.push(`<clipPath id="${id}"><path d="${path}"/></clipPath>`);
    this.body = [`<g clip-path="url(#${id})">`, ...this.body, '</g>'];
    return this;
  }

  toSVG() {
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}" viewBox="0 0 ${this.width} ${this.height}">` +
      `<defs>${this.defs.join('')}</defs><rect width="100%" height="100%" fill="${this.paper}"/>${this.body.join('')}</svg>`
    );
  }
}
