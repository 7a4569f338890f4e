import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Opens a dialog above everything else, including other dialogs, while it is rendered. The browser returns the focus
 * when it closes, so it is closed before it leaves the page.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return dialog;
}
