import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A dialog that lies above everything while it is drawn, the newest on top: what is below it takes no key and no press.
 * The browser gives the focus back when it closes, which is before it leaves the page.
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
