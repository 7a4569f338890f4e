// Money, exports and roles ask for a fresh touch of the passkey. A call that was refused for want of one waits here.
import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { DeskCeremony } from '../types/wire.gen';
import { call, reasonOf } from './call';
import { askPasskey, refusalOf } from './passkey';
import { Dialog } from './ui/dialog';

/** The dialog, and what opens it: resolves to whether the person touched their passkey. */
export function useTouch(): { dialog: ReactNode; touch: () => Promise<boolean> } {
  const [open, setOpen] = useState(false);
  const [wrong, setWrong] = useState('');
  const waiting = useRef<((touched: boolean) => void)[]>([]);
  const touch = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve);
        setWrong('');
        setOpen(true);
      }),
    [],
  );
  const end = (touched: boolean) => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(touched);
  };
  const confirm = async () => {
    const sentence = await prove();
    if (sentence) setWrong(sentence);
    else end(true);
  };
  const dialog = open && (
    <Dialog title="Is it you?" onClose={() => end(false)} confirm="Continue" onConfirm={confirm}>
      <p>This moves money, takes data away or changes who may what. Your device asks for your passkey.</p>
      {wrong && <p role="alert">{wrong}</p>}
    </Dialog>
  );
  return { dialog, touch };
}

/** Touches the passkey; returns what went wrong, "" for nothing. In a rehearsal the button is the touch. */
async function prove(): Promise<string> {
  const asked = await call<DeskCeremony>('touch/begin');
  if (!asked.ok) return reasonOf(asked);
  const { ceremony, purpose, options } = asked.body;
  try {
    const credential = purpose === 'rehearsal' ? null : await askPasskey(options);
    const answer = await call('touch/finish', { ceremony, credential });
    return answer.ok ? '' : reasonOf(answer);
  } catch (reason) {
    return refusalOf(reason);
  }
}
