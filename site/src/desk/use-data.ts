// A page's data, with TanStack Query: loaded when the page opens, when the request changes, when the window gets the
// focus, and after every action. Old data stays visible until new data arrives. Data that no page shows is dropped.
import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { call, type Failure, reasonOf } from './call';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      gcTime: 0,
      placeholderData: keepPreviousData,
      // A call without a network fails with a message and is repeated once the network is back.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
});

/** Reloads all data on the page, because an action may have changed any of it. */
export const refresh = (): void => void queries.invalidateQueries();

export interface Data<T> {
  data: T | undefined;
  /** Why the last call failed. The data, if any, is from an earlier call. */
  failed: Failure | undefined;
  loading: boolean;
}

class CallFailed extends Error {
  constructor(readonly failure: Failure) {
    super(reasonOf(failure));
  }
}

/** Calls NAME with `body`: now, when `body` changes, and every `everyMs` ms. Timed calls do not extend the session. */
export function useData<T>(name: string, body: object = {}, everyMs?: number): Data<T> {
  const queryKey = [name, body];
  const query = useQuery<T, CallFailed>(
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
  // A long table is rendered in short steps, so that the page responds in between.
  const data = useDeferredValue(query.data);
  return { data, failed: query.error?.failure, loading: query.isFetching || data !== query.data };
}
