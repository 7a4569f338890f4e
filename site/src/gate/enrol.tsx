import { useEffect, useState } from 'react';
import type { GateInvitationResponse } from '../types/wire.gen';
import { numbered } from '../ui/numbered';
import { Alert } from './alert';
import { isRehearsal } from './call';
import { gate } from './gate';
import * as texts from './texts';
import { useGate } from './use-gate';

interface EnrolProps {
  secret: string;
  onSecret: (secret: string) => void;
  /** Returns to the work screen of a device that is already enrolled. */
  onBack?: () => void;
}

/** Enrols a phone as a device of the gate. The invitation is used only on a press, after the browser was tested. */
export function Enrol({ secret, onSecret, onBack }: EnrolProps) {
  const [invitation, setInvitation] = useState<GateInvitationResponse>();
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const missingFeature = useMissingFeature();
  const lost = useGate('missing');
  useEffect(() => gate.occupy(), []);

  useEffect(() => {
    if (!secret) return;
    setMessage('');
    setInvitation(undefined);
    void gate.look(secret).then((answer) => {
      if (answer.ok) setInvitation(answer.body);
      else setMessage(answer.problem?.message ?? texts.invitationUnreachable);
    });
  }, [secret]);

  const press = async () => {
    setBusy(true);
    const failed = await gate.enrol(secret).catch(() => texts.enrolFailed);
    setBusy(false);
    setMessage(failed);
    if (!failed) onSecret('');
  };

  return (
    <main className="note">
      <p className="sheet">{numbered(texts.enrolSheet, texts.gate)}</p>
      <h1>{texts.enrolTitle}</h1>
      {lost !== undefined && <p className="told">{texts.missing(lost)}</p>}
      <Alert>{missingFeature}</Alert>
      <Alert>{message}</Alert>
      {invitation ? (
        <>
          <dl className="facts">
            <dt>{texts.name}</dt>
            <dd>{invitation.name}</dd>
            {invitation.volunteer && (
              <>
                <dt>{texts.volunteer}</dt>
                <dd>{invitation.volunteer}</dd>
              </>
            )}
            <dt>{texts.city}</dt>
            <dd>{invitation.city}</dd>
            <dt>{texts.days}</dt>
            <dd>{invitation.days?.join(', ')}</dd>
            <dt>{texts.lists}</dt>
            <dd>{invitation.lists?.join(', ')}</dd>
          </dl>
          <button type="button" className="big" disabled={busy || Boolean(missingFeature)} onClick={press}>
            {texts.enrol}
          </button>
        </>
      ) : (
        <TypeAddress onSecret={onSecret} />
      )}
      {onBack && (
        <button type="button" className="plain" onClick={onBack}>
          {texts.backWithoutEnrolling}
        </button>
      )}
      {isRehearsal() && (
        <p>
          <a href="/rehearsal/gate" target="_top">
            {texts.rehearseGate}
          </a>
          {texts.rehearseGateHelp}
        </p>
      )}
      <p className="hint">{texts.enrolHint}</p>
    </main>
  );
}

function TypeAddress({ onSecret }: { onSecret: (secret: string) => void }) {
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSecret(/([\w-]{10,60})$/.exec(text.trim())?.[1] ?? '');
      }}
    >
      <p>{texts.askForCode}</p>
      <label htmlFor="address">{texts.invitationAddress}</label>
      <input id="address" value={text} autoComplete="off" onChange={(event) => setText(event.target.value)} />
      <button type="submit" className="big" disabled={!text.trim()}>
        {texts.openInvitation}
      </button>
    </form>
  );
}

/** What this browser cannot do, tested before the invitation is used. Browsers inside other apps lack most of it. */
export function useMissingFeature(): string {
  const [missingFeature, setLacks] = useState('');
  useEffect(() => {
    void findMissingFeature().then((what) => setLacks(what && texts.browserLacks(what)));
  }, []);
  return missingFeature;
}

async function findMissingFeature(): Promise<string> {
  if (!('indexedDB' in window) || !crypto.subtle) return texts.cannotKeep;
  if (!('serviceWorker' in navigator)) return texts.cannotWorkOffline;
  if (!navigator.mediaDevices?.getUserMedia) return texts.hasNoCamera;
  if (typeof Worker !== 'function') return texts.cannotReadCodes;
  try {
    const request = indexedDB.open('gate-test');
    await new Promise((resolve, reject) => {
      request.onsuccess = resolve;
      request.onerror = reject;
    });
    request.result.close();
    indexedDB.deleteDatabase('gate-test');
    return '';
  } catch {
    return texts.keepsNothing;
  }
}
