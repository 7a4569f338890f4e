import { useSyncExternalStore } from 'react';
import type { GateSetup } from '../types/wire.gen';
import { gate } from './gate';
import type { State } from './state';

/** Returns one value from the state. A component that uses it renders again only when this value changes. */
export const useGate = <K extends keyof State>(key: K): State[K] =>
  useSyncExternalStore(gate.subscribe, () => gate.state[key]);

/** An enrolled device's assignment. */
export const useSetup = (): GateSetup => useGate('setup')!;
