import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False during prerendering and hydration, when the visitor and the address are unknown. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
