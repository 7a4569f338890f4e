// The author can delete a note while it is still on the screen.
import { type FormEvent, useRef, useState } from 'react';
import type { DeskActionResponse } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { call, reasonOf } from '../call';
import { useTyped } from '../drafts';
import * as texts from '../texts';
import { refresh } from '../use-data';
import styles from './actions.module.css';

export function NoteBox({ id }: { id: string }) {
  const [text, keep, forget] = useTyped(`note-${id}`, '');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  const [written, setWritten] = useState<number>();

  const send = async (body: object) => {
    setBusy(true);
    const answer = await call<DeskActionResponse>('note', { id, ...body });
    setBusy(false);
    box.current?.focus();
    setFailed(answer.ok ? '' : (answer.problem?.fields?.text ?? reasonOf(answer)));
    if (!answer.ok) return;
    toast.success(answer.body.note ? texts.noteSaved : texts.noteDeleted);
    setWritten(answer.body.note);
    refresh();
    return true;
  };
  const write = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() && (await send({ text }))) forget();
  };
  return (
    <form className={styles.note} onSubmit={write}>
      <label htmlFor="note" className="unseen">
        {texts.note}
      </label>
      <textarea
        ref={box}
        id="note"
        value={text}
        onChange={({ target }) => keep(target.value)}
        placeholder={texts.notePlaceholder}
        maxLength={1000}
        aria-invalid={failed ? true : undefined}
        aria-describedby="note-failed"
      />
      <p id="note-failed" className="error" role="status">
        {failed}
      </p>
      <div className="row">
        <Button type="submit" look="outline" busy={busy} disabled={!text.trim()}>
          {texts.saveNote}
        </Button>
        {written !== undefined && (
          <Button look="quiet" onClick={() => send({ delete: written })}>
            {texts.deleteLastNote}
          </Button>
        )}
      </div>
    </form>
  );
}
