import { useSyncExternalStore } from 'react';
import type { GateSetup } from '../types/wire.gen';
import { gate } from './gate';
import type { State } from './state';

/** Returns one value from the gate's state and renders the component again only when that value changes. */
export const useGate = <K extends keyof State>(key: K): State[K] =>
  useSyncExternalStore(gate.subscribe, () => gate.state[key]);

/** Only for components that are shown on an enrolled device. */
export const useSetup = (): GateSetup => useGate('setup')!;
