// A form of the desk that is sent with one call.
import { useState } from 'react';
import { call, unseen } from './call';
import { refresh } from './use-data';

interface Action<T> {
  /** Sends the form; the answer, or undefined when it was refused. Whatever is shown is asked for anew then. */
  send: (body: object) => Promise<T | undefined>;
  /** What is wrong, by field. */
  faults: Record<string, string>;
  setFaults: (faults: Record<string, string>) => void;
  /** What is wrong as a whole, and about fields that the form does not show. */
  wrong: string;
}

/** Calls /api/desk/NAME for a form that shows these fields. */
export function useAction<T = object>(name: string, shown: string[]): Action<T> {
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [wrong, setWrong] = useState('');
  const send = async (body: object) => {
    const answer = await call<T>(name, body);
    setFaults(answer.ok ? {} : (answer.problem?.fields ?? {}));
    setWrong(answer.ok ? '' : unseen(answer, shown));
    if (!answer.ok) return;
    refresh();
    return answer.body;
  };
  const mark = (faults: Record<string, string>) => {
    setFaults(faults);
    setWrong('');
  };
  return { send, faults, setFaults: mark, wrong };
}
