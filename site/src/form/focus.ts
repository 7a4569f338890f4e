import type { Faults } from './rules';

export const fieldID = (name: string): string => `field-${name}`;

/** Moves the focus to the first field that has a message. */
export function focusField(names: readonly string[], faults: Faults): void {
  const inputs = names.filter((name) => faults[name]).map((name) => document.getElementById(fieldID(name)));
  const first = inputs.filter((input) => input !== null).sort((a, b) => (a.compareDocumentPosition(b) & 4 ? -1 : 1))[0];
  // Wait for the next frame, because the message changes the page's height.
  if (first) requestAnimationFrame(() => first.focus());
}
