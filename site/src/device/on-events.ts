/** Subscribes to events of the window, for useSyncExternalStore. */
export const onEvents =
  (...names: string[]) =>
  (listener: () => void): (() => void) => {
    for (const name of names) addEventListener(name, listener);
    return () => {
      for (const name of names) removeEventListener(name, listener);
    };
  };
