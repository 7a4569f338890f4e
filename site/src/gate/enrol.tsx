import { deleteDB, openDB } from 'idb';
import { useEffect, useState } from 'react';
import type { GateInvitationResponse } from '../types/wire.gen';
import { numbered } from '../ui/numbered';
import { isRehearsal } from './call';
import { gate } from './gate';
import { Alert, Big, Facts, Text } from './parts';
import * as texts from './texts';
import { useGate } from './use-gate';

interface EnrolProps {
  secret: string;
  onSecret: (secret: string) => void;
  /** Returns to the work screen; set only if the device is already enrolled. */
  onBack?: () => void;
}

/** The invitation is used only on a button press, once the browser has been tested. */
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
          <Facts
            of={[
              [texts.name, invitation.name],
              [texts.volunteer, invitation.volunteer],
              [texts.city, invitation.city],
              [texts.days, invitation.days?.join(', ')],
              [texts.lists, invitation.lists?.join(', ')],
            ]}
          />
          <Big disabled={busy || Boolean(missingFeature)} onClick={press}>
            {texts.enrol}
          </Big>
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
        onSecret(/[\w-]{10,60}$/.exec(text.trim())?.[0] ?? text); // the server says what is wrong with another text
      }}
    >
      <p>{texts.askForCode}</p>
      <Text id="address" label={texts.invitationAddress} value={text} onText={setText} />
      <Big type="submit" disabled={!text.trim()}>
        {texts.openInvitation}
      </Big>
    </form>
  );
}

/** A message if this browser lacks a feature that the gate needs, as browsers inside other apps often do. */
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
    (await openDB('gate-test')).close();
    await deleteDB('gate-test');
    return '';
  } catch {
    return texts.keepsNothing;
  }
}
