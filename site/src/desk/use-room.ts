// What a room shows: it is asked for when the room opens, when what is asked changes, and when the window is looked at
// again. What was there before stays in sight meanwhile.
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Answer, call, type Failure } from './call';

export interface RoomData<T> {
  data: T | undefined;
  /** What went wrong with the last asking; the data may be older than that. */
  failed: Failure | undefined;
  loading: boolean;
  reload: () => void;
  /** Shows what an act answered, without asking again. */
  show: (data: T) => void;
}

interface State<T> {
  data?: T;
  failed?: Failure;
  loading: boolean;
  /** What the answer is about: what stands there may be of other words until the next one comes. */
  asked?: string;
}

/** Calls NAME with `body`; calls again when the body changes. */
export function useRoom<T>(name: string, body: object = {}): RoomData<T> {
  const [state, setState] = useState<State<T>>({ loading: true });
  const running = useRef<AbortController>(undefined);
  const asked = JSON.stringify(body);

  const load = useCallback(() => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setState((before) => ({ ...before, loading: true }));
    call<T>(name, JSON.parse(asked) as object, abort.signal).then((answer: Answer<T>) => {
      if (abort.signal.aborted) return;
      if (answer.ok) setState({ data: answer.body, loading: false, asked });
      else setState(({ data }) => ({ ...(data ? { data } : {}), failed: answer, loading: false, asked }));
    });
  }, [name, asked]);

  useEffect(() => {
    load();
    return () => running.current?.abort();
  }, [load]);

  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && load();
    document.addEventListener('visibilitychange', look);
    addEventListener('online', load);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', load);
    };
  }, [load]);

  const show = useCallback((data: T) => setState({ data, loading: false, asked }), [asked]);
  const loading = state.loading || state.asked !== asked;
  return { data: state.data, failed: state.failed, loading, reload: load, show };
}
