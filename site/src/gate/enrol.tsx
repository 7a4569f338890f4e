import { useEffect, useState } from 'react';
import type { GateLookResponse } from '../types/wire.gen';
import { isRehearsal } from './call';
import { gate } from './gate';
import { missing } from './texts';
import { useGate } from './use-gate';

interface EnrolProps {
  secret: string;
  onSecret: (secret: string) => void;
  /** Back to the work of a telephone that is enrolled already. */
  onBack?: () => void;
}

/** Makes a telephone a device of the gate. The invitation is spent by a press only, after this browser was tested. */
export function Enrol({ secret, onSecret, onBack }: EnrolProps) {
  const [invitation, setInvitation] = useState<GateLookResponse>();
  const [told, setTold] = useState('');
  const [busy, setBusy] = useState(false);
  const lacks = useLacks();
  const lost = useGate('missing');
  useEffect(() => gate.occupy(), []);

  useEffect(() => {
    if (!secret) return;
    setTold('');
    setInvitation(undefined);
    void gate.look(secret).then((answer) => {
      if (answer.ok) setInvitation(answer.body);
      else
        setTold(answer.problem?.message ?? 'The server was not reached. Stay near the desk and open the code again.');
    });
  }, [secret]);

  const press = async () => {
    setBusy(true);
    const failed = await gate.enrol(secret).catch(() => 'This browser does not keep it. Load this page again.');
    setBusy(false);
    setTold(failed);
    if (!failed) onSecret('');
  };

  return (
    <main className="note">
      <p className="sheet">G-01 · Gate</p>
      <h1>Enrol this telephone</h1>
      {lost !== undefined && <p className="told">{missing(lost)}</p>}
      {lacks && (
        <p className="told" role="alert">
          {lacks}
        </p>
      )}
      {told && (
        <p className="told" role="alert">
          {told}
        </p>
      )}
      {invitation ? (
        <>
          <dl className="facts">
            <dt>Name</dt>
            <dd>{invitation.name}</dd>
            {invitation.volunteer && (
              <>
                <dt>Volunteer</dt>
                <dd>{invitation.volunteer}</dd>
              </>
            )}
            <dt>City</dt>
            <dd>{invitation.city}</dd>
            <dt>Days</dt>
            <dd>{invitation.days?.join(', ')}</dd>
            <dt>Lists</dt>
            <dd>{invitation.lists?.join(', ')}</dd>
          </dl>
          <button type="button" className="big" disabled={busy || Boolean(lacks)} onClick={press}>
            This is right: enrol
          </button>
        </>
      ) : (
        <TypeAddress onSecret={onSecret} />
      )}
      {onBack && (
        <button type="button" className="plain" onClick={onBack}>
          Back without enrolling
        </button>
      )}
      {isRehearsal() && (
        <p>
          <a href="/rehearsal/gate" target="_top">
            Rehearse the gate
          </a>{' '}
          with two gate windows beside the desk
        </p>
      )}
      <p className="hint">
        Enrol in the browser that you will use at the gate. On an iPhone first add this page to the home screen and open
        it there.
      </p>
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
      <p>Ask the desk to show a code, and point the camera of this telephone at it. Or paste the address here.</p>
      <label htmlFor="address">Address of the invitation</label>
      <input id="address" value={text} autoComplete="off" onChange={(event) => setText(event.target.value)} />
      <button type="submit" className="big" disabled={!text.trim()}>
        Look at it
      </button>
    </form>
  );
}

/**
 * What this browser cannot do, tested before an invitation is spent; programs inside other programs lack most of it.
 */
export function useLacks(): string {
  const [lacks, setLacks] = useState('');
  useEffect(() => {
    void lacking().then((what) =>
      setLacks(what ? `This browser ${what}. Open the address in the telephone's own browser (Chrome or Safari).` : ''),
    );
  }, []);
  return lacks;
}

async function lacking(): Promise<string> {
  if (!('indexedDB' in window) || !crypto.subtle) return 'cannot keep what is scanned';
  if (!('serviceWorker' in navigator)) return 'cannot work without a network';
  if (!navigator.mediaDevices?.getUserMedia) return 'has no camera for pages';
  if (typeof Worker !== 'function') return 'cannot read codes';
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
    return 'keeps nothing (is it a private window?)';
  }
}
