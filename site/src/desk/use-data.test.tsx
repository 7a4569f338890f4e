import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useData } from './use-data';

afterEach(() => vi.unstubAllGlobals());

test('a response to an earlier search is not used', async () => {
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) =>
    Response.json({ status: 'success', found: JSON.parse(body).query }),
  );
  const seen: [string, string | undefined, boolean][] = [];
  const { rerender, result } = renderHook(
    ({ query }) => {
      const { data, loading } = useData<{ found: string }>('registrations', { query });
      seen.push([query, data?.found, loading]);
      return data?.found;
    },
    { initialProps: { query: 'asha' } },
  );
  await waitFor(() => expect(result.current).toBe('asha'));
  rerender({ query: 'bela' });
  await waitFor(() => expect(result.current).toBe('bela'));
  expect(seen).toContainEqual(['bela', 'asha', true]);
  expect(seen).not.toContainEqual(['bela', 'asha', false]);
});
