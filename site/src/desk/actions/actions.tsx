// The acts of a registration, at the foot of its sheet: daily ones left, those that end something apart at the right.
// Which ones there are the server says (`may`); each opens its dialog.
import { type ReactNode, useEffect, useState } from 'react';
import type { ActionName, DeskActResponse, DeskPendingResponse, DeskRegistration } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { hasTyped, keepTyped } from '../drafts';
import { focusHeading } from '../focus';
import { refresh, useRoom } from '../use-data';
import type { ActProps } from './action-props';
import styles from './actions.module.css';
import { Cancel } from './cancel';
import { Correct } from './correct';
import { NoteBox } from './note';
import { GivenBack, PaidAnotherWay } from './paid';
import { Pending } from './pending';
import { Refund, Uncancel } from './refund';
import { placeOf, Reissue, Resend, Seat, Void } from './ticket';
import { Transfer, Withdraw } from './transfer';

/**
 * The actions with a dialog here. A note has a box of its own, a request is decided beside it, somebody is added on
 * another page.
 */
type ActName = Exclude<ActionName, 'note' | 'approve' | 'add'>;

const dialogs: Record<ActName, { title: string; Dialog: (props: ActProps) => ReactNode; ends: boolean }> = {
  correct: { title: 'Correct', Dialog: Correct, ends: false },
  resend: { title: 'Send again', Dialog: Resend, ends: false },
  seat: { title: 'Gate, row, seat', Dialog: Seat, ends: false },
  paid: { title: 'Paid another way', Dialog: PaidAnotherWay, ends: false },
  'given-back': { title: 'Record a refund made by hand', Dialog: GivenBack, ends: false },
  uncancel: { title: 'Take the cancellation back', Dialog: Uncancel, ends: false },
  transfer: { title: 'Transfer', Dialog: Transfer, ends: false },
  // Its button stands beside the offer that it withdraws.
  'transfer-withdraw': { title: 'Withdraw the offer', Dialog: Withdraw, ends: false },
  reissue: { title: 'New ticket', Dialog: Reissue, ends: false },
  void: { title: 'Void the ticket', Dialog: Void, ends: true },
  refund: { title: 'Give money back', Dialog: Refund, ends: true },
  cancel: { title: 'Cancel', Dialog: Cancel, ends: true },
};

interface ActsProps {
  registration: DeskRegistration;
  /** The act that is opened at once, from a task. */
  open?: string | undefined;
}

export function Acts({ registration, open }: ActsProps) {
  const names = offered(registration);
  const [shown, setShown] = useState<ActName | undefined>(names.find((name) => name === open));
  const pending = useRoom<DeskPendingResponse>('pending', { id: registration.id, version: registration.version });
  const buttons = names.filter((name) => name !== 'transfer-withdraw');
  const close = () => setShown(undefined);
  const Shown = shown && dialogs[shown].Dialog;
  // The button that opened an act may be gone after it. The heading is there, and says whose registration it is.
  const [done, setDone] = useState(0);
  useEffect(() => {
    if (done > 0) focusHeading();
  }, [done]);
  const [last, setLast] = useState<{ title: string; says: string; undo: Undo | undefined }>();
  const undo = last?.undo && names.includes(last.undo.name) ? last.undo : undefined;
  const finish = ({ preview, request }: DeskActResponse, undo?: Undo) => {
    setLast({ title: request ? 'It is asked.' : 'It is done.', says: preview.says.join(' '), undo });
    close();
    setDone((before) => before + 1);
    refresh();
  };
  return (
    <div className={`${styles.panel} no-print`}>
      <div>
        <h2 className={styles.title}>What can be done</h2>
        <div role="status">
          {last && !shown && (
            <div className={`${styles.waits} ${styles.done}`}>
              <p>
                <strong>{last.title}</strong> {last.says}
              </p>
              {undo && (
                <div className={styles.row}>
                  <Button
                    look="outline"
                    onClick={() => {
                      if (undo.typed) keepTyped(`${undo.name}-${registration.id}`, { why: '', ...undo.typed });
                      setShown(undo.name);
                    }}
                  >
                    Take it back
                  </Button>
                </div>
              )}
            </div>
          )}
        </div>
      </div>
      <Begun names={names.filter((name) => name !== shown)} id={registration.id} open={setShown} />
      <Pending
        registration={registration}
        pending={pending.data}
        withdraw={names.includes('transfer-withdraw') ? () => setShown('transfer-withdraw') : undefined}
        onDone={finish}
      />
      {registration.may.includes('note') && <NoteBox id={registration.id} />}
      <Buttons names={buttons.filter((name) => !dialogs[name].ends)} open={setShown} />
      <Buttons names={buttons.filter((name) => dialogs[name].ends)} open={setShown} end />
      {Shown && (
        <Shown
          registration={registration}
          pending={pending.data}
          onClose={close}
          onLate={refresh}
          onDone={(answer) => finish(answer, undoOf(answer, registration))}
        />
      )}
    </div>
  );
}

interface ButtonsProps {
  names: ActName[];
  open: (name: ActName) => void;
  /** What ends something stands apart, behind a line. */
  end?: boolean;
}

const Buttons = ({ names, open, end }: ButtonsProps) =>
  names.length > 0 && (
    <div className={end ? styles.ends : styles.row}>
      {names.map((name) => (
        <Button key={name} look={end ? 'quiet' : 'outline'} onClick={() => open(name)}>
          {dialogs[name].title}
        </Button>
      ))}
    </div>
  );

/** What was half typed here, in this tab: it is said, so that nobody looks for it or forgets it. */
function Begun({ names, id, open }: Omit<ButtonsProps, 'end'> & { id: string }) {
  const [, again] = useState(0);
  return names
    .filter((name) => hasTyped(`${name}-${id}`))
    .map((name) => (
      <div key={name} className={styles.waits}>
        <p>You had begun to type: {dialogs[name].title}.</p>
        <div className={styles.row}>
          <Button look="outline" onClick={() => open(name)}>
            Continue with it
          </Button>
          <Button
            look="quiet"
            onClick={() => {
              keepTyped(`${name}-${id}`, undefined);
              again((before) => before + 1);
              focusHeading();
            }}
          >
            Discard it
          </Button>
        </div>
      </div>
    ));
}

/** What takes the last act back. */
interface Undo {
  name: ActName;
  /** The values of before. */
  typed?: object;
}

/** The act that takes another one back, with the values of before typed into it. */
function undoOf({ undo, preview }: DeskActResponse, before: DeskRegistration): Undo | undefined {
  // What an open offer needs stands beside it; an offer that was withdrawn is made again by its own button.
  if (!undo || !(undo in dialogs) || undo.startsWith('transfer')) return undefined;
  const changes = Object.fromEntries(preview.changes.map((change) => [change.field, change.before]));
  const typed = { correct: { changes }, seat: placeOf(before) }[undo];
  return { name: undo as ActName, ...(typed ? { typed } : {}) };
}

/** The actions with a dialog that are possible, in the order of the table above. */
function offered({ may }: DeskRegistration): ActName[] {
  return (Object.keys(dialogs) as ActName[]).filter((name) => may.includes(name));
}
