import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False while the page is prerendered and hydrated, when nothing is known of the visitor or of the address. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
