import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Opens a dialog above everything else. Closing it before it is removed returns the focus. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return dialog;
}
