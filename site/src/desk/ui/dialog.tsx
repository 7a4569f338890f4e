// A modal dialog. The browser's dialog element keeps the focus inside, closes on Esc, and then returns the focus.
import { type FormEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { focusFault } from '../focus';
import * as texts from '../texts';
import styles from './dialog.module.css';
import { Sentences } from './sentences';

interface DialogProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** The button's label; undefined for a dialog that only informs. */
  confirm?: string;
  onConfirm?: () => void | Promise<void>;
  /** The action cannot be undone, so the button is red. */
  dangerous?: boolean | undefined;
  disabled?: boolean;
  /** What the action will do, shown above the buttons, because the end of a long form may be out of view. */
  effects?: string[] | undefined;
  /** Shown beside the button: why it is disabled, or what is wrong. */
  note?: string | undefined;
  wide?: boolean | undefined;
  /** Enter confirms at once, because nothing has to be typed or chosen. */
  isReady?: boolean;
  /** Why the last attempt was refused, unless only a single field is wrong. */
  alert?: string | undefined;
}

export function Dialog(props: DialogProps) {
  const { title, children, onClose, confirm, onConfirm, dangerous, disabled, effects = [], note, alert } = props;
  const { wide, isReady } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useId();
  const [busy, setBusy] = useState(false);
  const before = useRef<Element>(null);
  // A layout effect, because until the dialog is open, a key press would reach the page behind it.
  useLayoutEffect(() => {
    before.current = document.activeElement;
    dialog.current?.showModal();
    if (isReady) dialog.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  }, [isReady]);
  // Nothing behind an open dialog can get the focus, so the focus returns once the dialog is gone. It does not scroll:
  // a smooth scroll would continue after an action has moved the focus to the heading.
  useEffect(
    () => () => (before.current instanceof HTMLElement ? before.current.focus({ preventScroll: true }) : undefined),
    [],
  );
  // If the dialog is still open after an attempt, that attempt has failed, and the focus moves to the error.
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
      <form className="stack" onSubmit={submit} noValidate>
        <h2 id={name}>{title}</h2>
        <div className="stack">
          {children}
          {alert && <p role="alert">{alert}</p>}
        </div>
        <div className={styles.foot}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must scroll the list */}
          <section className={styles.effects} aria-label={texts.effects} aria-live="polite" tabIndex={0}>
            <Sentences of={effects} />
          </section>
          {note && (
            <p id={`${name}-note`} className={`muted ${styles.note}`}>
              {note}
            </p>
          )}
          <Button look="outline" onClick={onClose} disabled={busy}>
            {confirm ? texts.leave : texts.close}
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
