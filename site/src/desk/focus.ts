// Where the focus goes after a try: to the first wrong field, or to the message; never to nowhere.

/** Moves the focus to what is wrong inside `within`; to its heading when nothing says so. */
export function focusFault(within: HTMLElement | null): void {
  focusOn(
    within?.querySelector('[aria-invalid="true"]') ??
      within?.querySelector('[role="alert"]') ??
      within?.querySelector('h1, h2'),
  );
}

/** Moves the focus to the heading of the room. */
export const focusHeading = (): void => focusOn(document.querySelector('#room h1'));

function focusOn(target: Element | null | undefined): void {
  if (!(target instanceof HTMLElement)) return;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus();
}
