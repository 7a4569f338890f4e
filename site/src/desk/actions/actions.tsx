// The server says which actions are possible (`may`).
import { useEffect, useState } from 'react';
import type { DeskActionResponse, DeskPendingResponse, DeskRegistration } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { hasTyped, keepTyped } from '../drafts';
import { focusHeading } from '../focus';
import * as texts from '../texts';
import { refresh, useData } from '../use-data';
import { ActionDialog, type Draft, draftOf } from './action-dialog';
import styles from './actions.module.css';
import { type DialogName, descriptions, placeOf } from './descriptions';
import { NoteBox } from './note';
import { Notice, Pending } from './pending';

interface ActionsProps {
  registration: DeskRegistration;
  /** The action whose dialog is open from the start, because a task asks for it. */
  open?: string | undefined;
}

export function Actions({ registration, open }: ActionsProps) {
  const { id, version, may } = registration;
  const names = (Object.keys(descriptions) as DialogName[]).filter((name) => may.includes(name));
  const [shown, setShown] = useState<DialogName | undefined>(names.find((name) => name === open));
  const pending = useData<DeskPendingResponse>('pending', { id, version });
  const buttons = names.filter((name) => name !== 'transfer-withdraw');
  // After an action, its button may be gone, so the focus moves to the heading.
  const [done, setDone] = useState(0);
  useEffect(() => {
    if (done > 0) focusHeading();
  }, [done]);
  const [last, setLast] = useState<{ title: string; says: string; undo: Undo | undefined }>();
  const undo = last?.undo && names.includes(last.undo.name) ? last.undo : undefined;
  const finish = ({ preview, request }: DeskActionResponse, undo?: Undo) => {
    setLast({ title: request ? texts.requested : texts.done, says: preview.says.join(' '), undo });
    setShown(undefined);
    setDone((before) => before + 1);
    refresh();
  };
  const openUndo = ({ name, values }: Undo) => {
    keepTyped(draftOf(name, id), { why: '', values } satisfies Draft);
    setShown(name);
  };
  return (
    <div className={`${styles.panel} no-print`}>
      <div>
        <h2 className={styles.title}>{texts.actions}</h2>
        <div role="status">
          {last && !shown && (
            <Notice
              className={styles.done}
              buttons={
                undo && (
                  <Button look="outline" onClick={() => openUndo(undo)}>
                    {texts.undo}
                  </Button>
                )
              }
            >
              <strong>{last.title}</strong> {last.says}
            </Notice>
          )}
        </div>
      </div>
      <Pending
        registration={registration}
        pending={pending.data}
        withdraw={names.includes('transfer-withdraw') ? () => setShown('transfer-withdraw') : undefined}
        onDone={finish}
      />
      {may.includes('note') && <NoteBox id={id} />}
      <Buttons id={id} names={buttons.filter((name) => !descriptions[name].ends)} open={setShown} />
      <Buttons id={id} names={buttons.filter((name) => descriptions[name].ends)} open={setShown} end />
      {shown && (
        <ActionDialog
          key={shown}
          name={shown}
          registration={registration}
          pending={pending.data}
          onClose={() => setShown(undefined)}
          onLate={refresh}
          onDone={(answer) => finish(answer, undoOf(answer, registration))}
        />
      )}
    </div>
  );
}

interface ButtonsProps {
  id: string;
  names: DialogName[];
  open: (name: DialogName) => void;
  /** Shows the buttons separately, below a line. */
  end?: boolean;
}

/** A button is marked if something was typed into its dialog in this tab but not sent. */
const Buttons = ({ id, names, open, end }: ButtonsProps) =>
  names.length > 0 && (
    <div className={end ? styles.ends : 'row'}>
      {names.map((name) => (
        <Button key={name} look={end ? 'quiet' : 'outline'} onClick={() => open(name)}>
          {descriptions[name].label}
          {hasTyped(draftOf(name, id)) && texts.draft}
        </Button>
      ))}
    </div>
  );

/** The action that undoes the last action, with the previous values. */
interface Undo {
  name: DialogName;
  values: Record<string, string>;
}

function undoOf({ undo, preview }: DeskActionResponse, before: DeskRegistration): Undo | undefined {
  // An open offer has its own button to withdraw it, and a withdrawn offer can simply be made again.
  if (!undo || !(undo in descriptions) || undo.startsWith('transfer')) return undefined;
  const changed = Object.fromEntries(preview.changes.map((change) => [change.field, change.before]));
  return { name: undo as DialogName, values: { correct: changed, seat: placeOf(before) }[undo] ?? {} };
}
