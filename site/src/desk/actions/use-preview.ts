// An action is previewed while somebody types, and performed with the same body.
import { useEffect, useState } from 'react';
import type { ActionName, DeskActionResponse, DeskPreview } from '../../types/wire.gen';
import { type Answer, call, type Failure, reasonOf } from '../call';

/** Milliseconds without typing before the server is asked for a preview. */
const pauseMs = 350;

/** What every action sends; each adds fields of its own. */
export interface ActionBody {
  why: string;
  [own: string]: unknown;
}

/** A preview changes nothing and does not ask for the passkey. */
const askPreview = (name: string, body: string, signal?: AbortSignal) =>
  call<DeskActionResponse>(name, { ...JSON.parse(body), preview: true }, { signal });

const failureOf = (answer: Answer<unknown>): Failure | undefined => (answer.ok ? undefined : answer);

export type PreviewedAction = ReturnType<typeof usePreview>;

/** Previews /api/desk/NAME with this body whenever the body changes and is `ready` to be sent. */
export function usePreview(name: ActionName, request: ActionBody, ready = true) {
  const [preview, setPreview] = useState<DeskPreview>();
  const [refusal, setRefusal] = useState<{ of: string; failure: Failure | undefined }>();
  const body = JSON.stringify(request);
  // A refusal is shown until the request changes. Typing a reason is no such change, so the refusal stays.
  const of = JSON.stringify({ ...request, why: '' });
  const failure = refusal?.of === of ? refusal.failure : undefined;

  useEffect(() => {
    if (!ready) return setPreview(undefined);
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await askPreview(name, body, abort.signal);
      if (abort.signal.aborted) return;
      setPreview(answer.ok ? answer.body.preview : undefined);
      setRefusal({ of, failure: failureOf(answer) });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [name, body, of, ready]);

  // One more preview, so that what the server would refuse is found before it asks for the passkey.
  const run = async () => {
    if (!request.why.trim()) return;
    const tried = await askPreview(name, body);
    const answer = tried.ok ? await call<DeskActionResponse>(name, JSON.parse(body) as object) : tried;
    setRefusal({ of, failure: failureOf(answer) });
    return answer.ok ? answer.body : undefined;
  };
  return {
    preview,
    faults: failure?.problem?.fields ?? {},
    message: failure && !failure.problem?.fields ? reasonOf(failure) : '',
    found: failure?.problem?.booking_id,
    late: failure?.problem?.changes,
    version: failure?.problem?.version,
    run,
  };
}
