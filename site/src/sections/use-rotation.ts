import { useEffect, useState } from 'react';

/**
 * An index that advances every `intervalMs` from 0 to `last` and then starts again (specification section 4).
 * It rests while `paused`, and for visitors who asked for less motion.
 */
export function useRotation(last: number, intervalMs: number, paused: boolean): [number, (index: number) => void] {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    if (paused || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => setIndex((current) => (current >= last ? 0 : current + 1)), intervalMs);
    return () => clearInterval(timer);
  }, [last, intervalMs, paused]);
  return [index, setIndex];
}
