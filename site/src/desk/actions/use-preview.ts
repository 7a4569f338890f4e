// One way to try and to do an act: what it would do is asked while somebody types, and doing it sends the same body.
import { useEffect, useState } from 'react';
import type { ActionName, DeskActResponse, DeskPreview, DeskProblem } from '../../types/wire.gen';
import { type Answer, call, type Failure, reasonOf } from '../call';

/** How long somebody has to stop typing before it is asked what the act would do. */
const pause = 350;

export interface Act {
  /** What it would do; none until the server has said so. */
  preview: DeskPreview | undefined;
  /** What is wrong, by field. */
  faults: Record<string, string>;
  /** What is wrong as a whole. */
  message: string;
  /** The registration that stands in the way, beside the message. */
  found: string | undefined;
  /** What others changed meanwhile. */
  late: DeskProblem['changes'];
  doIt: () => Promise<DeskActResponse | undefined>;
}

/** What every act sends; the rest is its own. */
export interface ActBody {
  why: string;
  [own: string]: unknown;
}

/** The same call as a preview: it does nothing, and asks for no touch. */
const tryOut = (name: string, asked: string, signal?: AbortSignal) =>
  call<DeskActResponse>(name, { ...JSON.parse(asked), preview: true }, { signal });

/** Asks what /api/desk/NAME would do with this body, anew when the body changes. `ready` false asks nothing yet. */
export function useAct(name: ActionName, body: ActBody, ready = true): Act {
  const [preview, setPreview] = useState<DeskPreview>();
  const [refusal, setRefusal] = useState<Failure>();
  const asked = JSON.stringify(body);

  useEffect(() => {
    if (!ready) return setPreview(undefined);
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await tryOut(name, asked, abort.signal);
      if (abort.signal.aborted) return;
      setPreview(answer.ok ? answer.body.preview : undefined);
      setRefusal(refusalOf(answer));
    }, pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [name, asked, ready]);

  // The passkey is the last thing that is asked for: what lacks its reason is not sent, and what the server would
  // refuse is refused to the preview already.
  const doIt = async () => {
    if (!body.why.trim()) return;
    const tried = await tryOut(name, asked);
    if (!tried.ok) {
      setRefusal(refusalOf(tried));
      return;
    }
    const answer = await call<DeskActResponse>(name, JSON.parse(asked) as object);
    setRefusal(refusalOf(answer));
    return answer.ok ? answer.body : undefined;
  };
  return {
    preview,
    faults: refusal?.problem?.fields ?? {},
    message: refusal && !refusal.problem?.fields ? reasonOf(refusal) : '',
    found: refusal?.problem?.booking_id,
    late: refusal?.problem?.changes,
    doIt,
  };
}

const refusalOf = (answer: Answer<unknown>): Failure | undefined => (answer.ok ? undefined : answer);
