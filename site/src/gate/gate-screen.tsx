import { useEffect, useState } from 'react';
import { Enrol, useMissingFeature } from './enrol';
import { Big } from './parts';
import * as texts from './texts';
import { useGate } from './use-gate';
import { WorkScreen } from './work-screen';

/** The screen for the current phase. */
export function GateScreen() {
  const phase = useGate('phase');
  const [secret, setSecret] = useState(takeSecret);
  useEffect(() => {
    // The phone's camera app may open an invitation in a gate page that is already open.
    const again = () => setSecret((before) => takeSecret() || before);
    addEventListener('hashchange', again);
    return () => removeEventListener('hashchange', again);
  }, []);

  switch (phase) {
    case 'opening':
      return null; // the page's HTML says that the gate is opening
    case 'other-window':
      return <Note title={texts.openInOtherWindow} text={texts.openInOtherWindowHelp} />;
    case 'no-storage':
      return <NoStorage />;
    case 'lost':
      return secret ? (
        <Enrol secret={secret} onSecret={setSecret} />
      ) : (
        <Note title={texts.enrolAgain} text={texts.enrolAgainHelp} />
      );
    case 'enrol':
      return <Enrol secret={secret} onSecret={setSecret} />;
    case 'ready':
      return secret ? <Enrol secret={secret} onSecret={setSecret} onBack={() => setSecret('')} /> : <WorkScreen />;
  }
}

/** Takes the invitation out of the address, so that it is not in the history and a reload does not use it again. */
function takeSecret(): string {
  const secret = /^#enrol=([\w-]{10,60})$/.exec(location.hash)?.[1] ?? '';
  if (secret) history.replaceState(null, '', location.pathname + location.search);
  return secret;
}

function NoStorage() {
  const missingFeature = useMissingFeature();
  return (
    <main className="note">
      <h1>{texts.doesNotOpen}</h1>
      <p role="alert">{missingFeature || texts.doesNotOpenHelp}</p>
      <Big onClick={() => location.reload()}>{texts.tryAgain}</Big>
    </main>
  );
}

function Note({ title, text }: { title: string; text: string }) {
  return (
    <main className="note">
      <h1>{title}</h1>
      <p role="status">{text}</p>
    </main>
  );
}
