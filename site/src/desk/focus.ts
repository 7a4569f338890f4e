/** Moves the focus to the first invalid field inside `within`, otherwise to a message, otherwise to the heading. */
export function focusFault(within: HTMLElement | null): void {
  focusOn(
    within?.querySelector('[aria-invalid="true"]') ??
      within?.querySelector('[role="alert"]') ??
      within?.querySelector('h1, h2'),
  );
}

/** Moves the focus to the page's heading. */
export const focusHeading = (): void => focusOn(document.querySelector('#room h1'));

function focusOn(target: Element | null | undefined): void {
  if (!(target instanceof HTMLElement)) return;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus();
}

/** What happens once a list is shown: its only registration opens, its first row gets the focus, or it is printed. */
export type SearchTarget = 'one' | 'first' | 'print';

/** Moves the focus to the first row of the list and reports whether there is one. */
export function focusFirstRow(): boolean {
  const row = document.querySelector<HTMLElement>('#room tbody a, #room tbody button');
  row?.focus();
  return row !== null;
}
