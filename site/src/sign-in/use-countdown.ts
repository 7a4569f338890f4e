import { useEffect, useReducer } from 'react';

/** Whole seconds until an instant (milliseconds since 1970), never below 0. */
export function useCountdown(until: number): number {
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0);
  useEffect(() => {
    const timer = setInterval(lookAgain, 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
