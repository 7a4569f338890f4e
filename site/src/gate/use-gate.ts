import { useSyncExternalStore } from 'react';
import type { GateSetup } from '../types/wire.gen';
import { gate } from './gate';
import type { State } from './state';

/** One value of what is shown; who uses it is drawn again when it changes, and not for anything else. */
export const useGate = <K extends keyof State>(key: K): State[K] =>
  useSyncExternalStore(gate.subscribe, () => gate.state[key]);

/** The assignment of a device that is enrolled. */
export const useSetup = (): GateSetup => useGate('setup')!;
