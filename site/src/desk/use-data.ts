// What a room shows, by TanStack Query: it is asked for when the room opens, when what is asked changes, when the
// window is looked at again, and after every action. What was there before stays in sight meanwhile; what no room shows
// is forgotten at once.
import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query';
import { call, type Failure, reasonOf } from './call';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      gcTime: 0,
      placeholderData: keepPreviousData,
      // A call without a network fails, and says so; it is repeated when there is one.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
});

/** Asks again for everything that is shown: an action may have changed any of it. */
export const refresh = (): void => void queries.invalidateQueries();

export interface RoomData<T> {
  data: T | undefined;
  /** What went wrong with the last asking; the data may be older than that. */
  failed: Failure | undefined;
  loading: boolean;
}

class CallFailed extends Error {
  constructor(readonly failure: Failure) {
    super(reasonOf(failure));
  }
}

/**
 * Calls NAME with `body`, again when the body changes, and every `everyMs`. What is asked again by itself keeps no
 * session alive.
 */
export function useRoom<T>(name: string, body: object = {}, everyMs?: number): RoomData<T> {
  const queryKey = [name, body];
  const room = useQuery<T, CallFailed>(
    {
      queryKey,
      queryFn: async ({ signal }) => {
        const isBackground = Boolean(everyMs) && queries.getQueryData(queryKey) !== undefined;
        const answer = await call<T>(name, body, { signal, isBackground });
        if (answer.ok) return answer.body;
        throw new CallFailed(answer);
      },
      refetchInterval: everyMs ?? false,
    },
    queries,
  );
  return { data: room.data, failed: room.error?.failure, loading: room.isFetching };
}
