// The contents of the six code boxes after each event. Source: specification section 4.

export const codeLength = 6;

/** An empty box has the digit "". */
export interface Boxes {
  digits: readonly string[];
  focus: number;
}

export const emptyBoxes: Boxes = { digits: Array<string>(codeLength).fill(''), focus: 0 };

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/**
 * Handles text that is typed, pasted or autofilled. Only digits are used; text without digits is ignored. One digit
 * fills the box, and the focus moves on. Several digits also fill the next boxes, and a complete code fills all boxes.
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

/** The part of an input's new value that was added to its digit: "4" becomes "47", or "74" if the caret is in front. */
export function addition(before: string, value: string): string {
  const incoming = digitsIn(value);
  if (before === '' || incoming.length !== 2) return incoming;
  return incoming.startsWith(before) ? incoming.slice(1) : incoming.slice(0, 1);
}

/** Backspace clears the box or, if the box is empty, clears the previous box and moves the focus there. */
export function backspace(digits: readonly string[], box: number): Boxes {
  const target = digits[box] === '' ? Math.max(0, box - 1) : box;
  const next = [...digits];
  next[target] = '';
  return { digits: next, focus: target };
}
