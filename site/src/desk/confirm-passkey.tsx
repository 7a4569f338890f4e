// For money, exports and roles, the passkey must have been used recently.
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { reasonOf } from './call';
import { passkeyCeremony } from './passkey';
import * as texts from './texts';
import { Dialog } from './ui/dialog';

/** Returns the dialog, and a function that opens it and resolves to whether the member has confirmed. */
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
    const answer = await passkeyCeremony('confirm/begin', 'confirm/finish');
    if (answer.ok) end(true);
    else setWrong(reasonOf(answer));
  };
  const dialog = open && (
    <Dialog
      title={texts.confirmIdentity}
      onClose={() => end(false)}
      confirm={texts.continueButton}
      onConfirm={confirm}
      alert={wrong}
      isReady
    >
      <p>{texts.confirmIdentityHelp}</p>
    </Dialog>
  );
  return { dialog, confirmPasskey };
}
