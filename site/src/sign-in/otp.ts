// Six boxes for one code, as a pure function of what happens to them. Source: specification section 4.

export const codeLength = 6;

/** The boxes' digits ("" for an empty box) and the box that has the focus afterwards. */
export interface Boxes {
  digits: readonly string[];
  focus: number;
}

export const emptyBoxes: Boxes = { digits: Array<string>(codeLength).fill(''), focus: 0 };

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/**
 * Text arrives in a box, typed, pasted or filled in by the system. Everything but digits is stripped, and nothing is
 * left of an empty result. One digit fills the box and moves on; several fill the boxes from there, a whole code all.
 */
export function enter(digits: readonly string[], box: number, text: string): Boxes | undefined {
  const incoming = digitsIn(text).slice(0, codeLength);
  if (incoming === '') return undefined;
  const start = incoming.length === codeLength ? 0 : box;
  const next = [...digits];
  const last = Math.min(start + incoming.length, codeLength);
  for (let i = start; i < last; i++) next[i] = incoming[i - start] ?? '';
  return { digits: next, focus: Math.min(last, codeLength - 1) };
}

/**
 * What an input's new value adds to the digit that stood in the box ("4" then "47", or "74" with the caret in front).
 */
export function addition(before: string, value: string): string {
  const incoming = digitsIn(value);
  if (before === '' || incoming.length !== 2) return incoming;
  return incoming.startsWith(before) ? incoming.slice(1) : incoming.slice(0, 1);
}

/** Backspace empties the box; in an empty box it empties the one before and goes there. */
export function backspace(digits: readonly string[], box: number): Boxes {
  const target = digits[box] === '' ? Math.max(0, box - 1) : box;
  const next = [...digits];
  next[target] = '';
  return { digits: next, focus: target };
}
