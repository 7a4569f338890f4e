import { useSyncExternalStore } from 'react';
import { onEvents } from './on-events';

const subscribe = onEvents('online', 'offline');

/** Whether the device believes that it has a connection. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
