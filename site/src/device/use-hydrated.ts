import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False during prerendering and hydration, when the visitor and the page's address are not known. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
