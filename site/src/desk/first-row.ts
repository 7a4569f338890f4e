// From a search to the list it found.

/** Where a search goes on: to the only one who is found, or to the first row of the list. */
export type Sought = 'one' | 'first';

/** Puts the focus on the first row of the room's list; whether there is one. */
export function toFirstRow(): boolean {
  const row = document.querySelector<HTMLElement>('#room tbody a, #room tbody button');
  row?.focus();
  return row !== null;
}
