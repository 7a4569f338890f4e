// Money, exports and roles need a recent confirmation with the passkey. A call that lacks one waits for this dialog.
import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { DeskCeremony } from '../types/wire.gen';
import { call, reasonOf } from './call';
import { askPasskey, passkeyFault } from './passkey';
import * as texts from './texts';
import { Dialog } from './ui/dialog';

/** The dialog, and a function that opens it and resolves to whether the member confirmed. */
export function useConfirmation(): { dialog: ReactNode; confirmPasskey: () => Promise<boolean> } {
  const [open, setOpen] = useState(false);
  const [wrong, setWrong] = useState('');
  const waiting = useRef<((confirmed: boolean) => void)[]>([]);
  const confirmPasskey = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve);
        setWrong('');
        setOpen(true);
      }),
    [],
  );
  const end = (confirmed: boolean) => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(confirmed);
  };
  const confirm = async () => {
    const fault = await prove();
    if (fault) setWrong(fault);
    else end(true);
  };
  const dialog = open && (
    <Dialog
      title={texts.confirmIdentity}
      onClose={() => end(false)}
      confirm={texts.continueButton}
      onConfirm={confirm}
      alert={wrong}
    >
      <p>{texts.confirmIdentityHelp}</p>
    </Dialog>
  );
  return { dialog, confirmPasskey };
}

/** Uses the passkey and returns what went wrong, or "". In a rehearsal the button is enough. */
async function prove(): Promise<string> {
  const asked = await call<DeskCeremony>('touch/begin');
  if (!asked.ok) return reasonOf(asked);
  const { ceremony, purpose, options } = asked.body;
  try {
    const credential = purpose === 'rehearsal' ? null : await askPasskey(options);
    const answer = await call('touch/finish', { ceremony, credential });
    return answer.ok ? '' : reasonOf(answer);
  } catch (reason) {
    return passkeyFault(reason);
  }
}
