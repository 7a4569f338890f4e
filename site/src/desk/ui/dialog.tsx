// A question in front of a room. The browser's own dialog: it keeps the focus inside, closes with Esc, and gives the
// focus back to what opened it.
import { type FormEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { focusFault } from '../focus';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** The words of the button that does it; none for a dialog that only tells. */
  confirm?: string;
  onConfirm?: () => void | Promise<void>;
  /** What it does cannot be undone: the button is drawn apart. */
  dangerous?: boolean;
  disabled?: boolean;
  /** Why it is disabled: beside the button. */
  lacking?: string | undefined;
  /** What is wrong, at the same place, while the button leads to it. */
  wrong?: string | undefined;
  wide?: boolean;
  /** What the last try was refused for, as a whole. */
  alert?: string;
}

export function Dialog({
  title,
  children,
  onClose,
  confirm,
  onConfirm,
  dangerous,
  disabled,
  lacking,
  wrong,
  wide,
  alert,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useId();
  const note = disabled ? lacking : wrong;
  const [busy, setBusy] = useState(false);
  const before = useRef<Element>(null);
  // With its first paint: before that, a key would still go to what stands behind it.
  useLayoutEffect(() => {
    before.current = document.activeElement;
    dialog.current?.showModal();
  }, []);
  // After it has gone: nothing behind an open one takes the focus.
  useEffect(() => () => (before.current instanceof HTMLElement ? before.current.focus() : undefined), []);
  // A try that leaves the dialog open has failed: the focus goes to what is wrong, not to nowhere with the busy button.
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) focusFault(dialog.current);
  }, [tries]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || disabled || !onConfirm) return;
    setBusy(true);
    await onConfirm();
    setBusy(false);
    setTries((before) => before + 1);
  };
  return (
    <dialog
      ref={dialog}
      className={[styles.dialog, wide && styles.wide].filter(Boolean).join(' ')}
      aria-labelledby={name}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onClose();
      }}
    >
      <form onSubmit={submit} noValidate>
        <h2 id={name}>{title}</h2>
        <div className={styles.body}>
          {children}
          {alert && <p role="alert">{alert}</p>}
        </div>
        <div className={styles.foot}>
          {note && (
            <p id={`${name}-note`} className={styles.note}>
              {note}
            </p>
          )}
          <Button look="outline" onClick={onClose} disabled={busy}>
            {confirm ? 'Leave it' : 'Close'}
          </Button>
          {confirm && (
            <Button
              type="submit"
              busy={busy}
              disabled={disabled}
              aria-describedby={note ? `${name}-note` : undefined}
              className={dangerous ? styles.dangerous : undefined}
            >
              {confirm}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  );
}
