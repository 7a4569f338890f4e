import { useEffect, useState } from 'react';
import type { ActionName, DeskActionResponse, DeskPreview } from '../../types/wire.gen';
import { type Answer, call, type Failure, reasonOf } from '../call';
import * as texts from '../texts';

/** How long typing must pause before the server is asked for a preview. */
const pauseMs = 350;

/** How long a preview may take before the dialog says that it is being prepared. */
const slowMs = 1500;

/** What every action sends, in addition to its own fields. */
export interface ActionBody {
  why: string;
  [own: string]: unknown;
}

/** A preview changes nothing and does not need the passkey. */
const askPreview = (name: string, body: string, signal?: AbortSignal) =>
  call<DeskActionResponse>(name, { ...JSON.parse(body), preview: true }, { signal });

const failureOf = (answer: Answer<unknown>): Failure | undefined => (answer.ok ? undefined : answer);

/** The server's last response. `of` is the request without its reason; a failure is shown until `of` changes. */
interface Answered {
  of: string;
  preview?: DeskPreview | undefined;
  failure?: Failure | undefined;
}

export type PreviewedAction = ReturnType<typeof usePreview>;

/** Previews /api/desk/NAME when something other than the reason has changed in a request that is `ready` to be sent. */
export function usePreview(name: ActionName, request: ActionBody, ready = true) {
  const [answered, setAnswered] = useState<Answered>({ of: '' });
  const [slow, setSlow] = useState('');
  const body = JSON.stringify(request);
  const of = JSON.stringify({ ...request, why: '' });
  const isCurrent = answered.of === of;
  const preview = ready ? answered.preview : undefined;
  const failure = isCurrent ? answered.failure : undefined;

  useEffect(() => {
    if (!ready) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await askPreview(name, of, abort.signal);
      if (abort.signal.aborted) return;
      setAnswered({ of, preview: answer.ok ? answer.body.preview : undefined, failure: failureOf(answer) });
    }, pauseMs);
    const late = setTimeout(() => setSlow(of), slowMs);
    return () => {
      clearTimeout(timer);
      clearTimeout(late);
      abort.abort();
    };
  }, [name, of, ready]);

  // Preview once more, so that errors are found before the server asks for the passkey, and together with a missing
  // reason.
  const run = async () => {
    const isComplete = request.why.trim() !== '';
    const tried = await askPreview(name, body);
    const answer = tried.ok && isComplete ? await call<DeskActionResponse>(name, JSON.parse(body) as object) : tried;
    setAnswered({ ...answered, of, failure: failureOf(answer) });
    return answer.ok && isComplete ? answer.body : undefined;
  };
  return {
    preview,
    /** The preview is about an earlier request, so nobody may confirm it yet. */
    isStale: ready && !isCurrent,
    /** Shown while the preview takes long, as for all registrations in a category. */
    wait: ready && !isCurrent && slow === of ? texts.previewIsSlow : undefined,
    faults: failure?.problem?.fields ?? {},
    message: failure && !failure.problem?.fields ? reasonOf(failure) : '',
    hints: preview?.hints ?? failure?.problem?.hints ?? {},
    found: failure?.problem?.booking_id,
    late: failure?.problem?.changes,
    version: failure?.problem?.version,
    run,
  };
}
