import { useCallback, useMemo, useState } from 'react';
import type { Handles } from './rules';

export type Uploads = ReturnType<typeof useUploads>;

export function useUploads() {
  const [handles, setHandles] = useState<Handles>({});
  const [busyFields, setBusyFields] = useState<readonly string[]>([]);
  /** The number of resets, used as the fields' React key, so that a reset replaces the fields. */
  const [round, setRound] = useState(0);

  const setHandle = useCallback((field: string, handle: string | undefined) => {
    setHandles(({ [field]: _, ...others }) => (handle ? { ...others, [field]: handle } : others));
  }, []);
  const setBusy = useCallback((field: string, busy: boolean) => {
    setBusyFields((fields) => [...fields.filter((name) => name !== field), ...(busy ? [field] : [])]);
  }, []);
  const reset = useCallback(() => {
    setHandles({});
    setBusyFields([]);
    setRound((count) => count + 1);
  }, []);

  const busy = busyFields.length > 0;
  // Memoised, so that typing in other fields does not render the pictures again.
  return useMemo(
    () => ({ handles, busy, round, setHandle, setBusy, reset }),
    [handles, busy, round, setHandle, setBusy, reset],
  );
}
