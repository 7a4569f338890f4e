// The door of the desk: a code by mail, then the passkey; the first time the passkey is made, with an invitation. In a
// rehearsal there is a button for each role.
import { type FormEvent, useEffect, useState } from 'react';
import type { DeskCeremony, DeskCodeResponse, DeskWaysResponse } from '../types/wire.gen';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { call, reasonOf } from './call';
import { askPasskey, knowsPasskeys, makePasskey, refusalOf } from './passkey';
import { roleName } from './roles';
import styles from './sign-in.module.css';
import { Sheet } from './ui/page';

interface SignInProps {
  /** Why somebody stands here again. */
  why?: string | undefined;
  /** Called when the session is open. */
  onDone: () => void;
}

type Step = { at: 'email' } | { at: 'code'; challenge: string } | { at: 'passkey'; ceremony: DeskCeremony };

export function SignIn({ why, onDone }: SignInProps) {
  const [step, setStep] = useState<Step>({ at: 'email' });
  const [email, setEmail] = useState('');
  const [wrong, setWrong] = useState('');
  const invitation = useInvitation();
  const again = () => {
    setStep({ at: 'email' });
    setWrong('');
  };
  return (
    <main className="door">
      <Sheet number="D-00" title="The desk">
        {why && <p role="status">{why}</p>}
        {invitation && step.at === 'email' && (
          <p>You are invited. Type the address that the invitation was sent to; a code comes by mail.</p>
        )}
        <Rehearsal onDone={onDone} />
        {step.at === 'email' && (
          <Email {...{ email, setEmail, wrong, setWrong }} onSent={(challenge) => setStep({ at: 'code', challenge })} />
        )}
        {step.at === 'code' && (
          <Code
            {...{ email, challenge: step.challenge, invitation, wrong, setWrong, again }}
            onRight={(ceremony) => setStep({ at: 'passkey', ceremony })}
          />
        )}
        {step.at === 'passkey' && <Passkey ceremony={step.ceremony} {...{ onDone, again }} />}
      </Sheet>
    </main>
  );
}

/** The secret of an invitation's link. It leaves the address at once, so that no history keeps it. */
function useInvitation(): string {
  const [secret] = useState(() => /^#invitation=([a-z2-7]+)$/.exec(location.hash)?.[1] ?? '');
  useEffect(() => {
    if (secret) history.replaceState(null, '', location.pathname);
  }, [secret]);
  return secret;
}

function Rehearsal({ onDone }: { onDone: () => void }) {
  const [ways, setWays] = useState<DeskWaysResponse>();
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    call<DeskWaysResponse>('sign-in/ways').then((answer) => answer.ok && setWays(answer.body));
  }, []);
  const enter = async (role: string) => {
    const answer = await call('sign-in/rehearsal', { role });
    if (answer.ok) onDone();
    else setWrong(reasonOf(answer));
  };
  if (!ways?.rehearsal) return null;
  return (
    <section className={styles.rehearsal} aria-labelledby="rehearsal">
      <h2 id="rehearsal">This is a rehearsal</h2>
      <p>Nothing here is real: the people are invented, no money moves, no mail leaves. Come in with one click, as</p>
      <div className={styles.roles}>
        {ways.roles.map((role) => (
          <Button key={role} look="outline" onClick={() => enter(role)}>
            {roleName(role)}
          </Button>
        ))}
      </div>
      {wrong && <p role="alert">{wrong}</p>}
      <p>Or sign in as staff will on the day:</p>
    </section>
  );
}

interface EmailProps {
  email: string;
  setEmail: (email: string) => void;
  wrong: string;
  setWrong: (sentence: string) => void;
  onSent: (challenge: string) => void;
}

function Email({ email, setEmail, wrong, setWrong, onSent }: EmailProps) {
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const answer = await call<DeskCodeResponse>('sign-in/code', { email });
    setBusy(false);
    setWrong(answer.ok ? '' : reasonOf(answer));
    if (answer.ok) onSent(answer.body.challenge_id);
  };
  return (
    <form onSubmit={send} noValidate className={styles.form}>
      <TextField
        label="Your e-mail address"
        type="email"
        autoComplete="username"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        error={wrong || undefined}
      />
      <Button type="submit" busy={busy}>
        Send the code
      </Button>
    </form>
  );
}

interface CodeProps {
  email: string;
  challenge: string;
  invitation: string;
  wrong: string;
  setWrong: (sentence: string) => void;
  again: () => void;
  onRight: (ceremony: DeskCeremony) => void;
}

function Code({ email, challenge, invitation, wrong, setWrong, again, onRight }: CodeProps) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const check = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const body = { email, challenge_id: challenge, code: code.replace(/\s/g, ''), invitation };
    const answer = await call<DeskCeremony>('sign-in/verify', body);
    setBusy(false);
    setWrong(answer.ok ? '' : reasonOf(answer));
    if (answer.ok) onRight(answer.body);
  };
  return (
    <form onSubmit={check} noValidate className={styles.form}>
      <p role="status">If {email} works at this desk, a code of six digits is on its way there.</p>
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={({ target }) => setCode(target.value)}
        error={wrong || undefined}
      />
      <div className={styles.foot}>
        <Button type="submit" busy={busy}>
          Continue
        </Button>
        <Button look="quiet" onClick={again}>
          Another address or code
        </Button>
      </div>
    </form>
  );
}

function Passkey({ ceremony, onDone, again }: { ceremony: DeskCeremony; onDone: () => void; again: () => void }) {
  const makes = ceremony.purpose === 'make';
  const [wrong, setWrong] = useState(knowsPasskeys() ? '' : 'This browser knows no passkeys. Take another one.');
  const [busy, setBusy] = useState(false);
  const [name, setName] = useState('');
  const [spent, setSpent] = useState(false);
  const go = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setWrong('');
    try {
      const credential = await (makes ? makePasskey : askPasskey)(ceremony.options);
      const answer = await call('sign-in/passkey', { ceremony: ceremony.ceremony, credential, name });
      if (answer.ok) return onDone();
      setWrong(reasonOf(answer));
      setSpent(true);
    } catch (reason) {
      setWrong(refusalOf(reason));
    }
    setBusy(false);
  };
  return (
    <form onSubmit={go} noValidate className={styles.form}>
      <p>
        {makes
          ? 'Now make your passkey: your device asks for your finger, your face or its PIN. From now on you sign in with a code and this passkey.'
          : 'The code is right. Now your passkey: your device asks for your finger, your face or its PIN.'}
      </p>
      {makes && (
        <TextField
          label="What this device is called"
          optional
          placeholder="Office laptop"
          value={name}
          maxLength={60}
          onChange={({ target }) => setName(target.value)}
        />
      )}
      {wrong && <p role="alert">{wrong}</p>}
      <div className={styles.foot}>
        {!spent && (
          <Button type="submit" busy={busy}>
            {makes ? 'Make my passkey' : 'Use my passkey'}
          </Button>
        )}
        <Button look={spent ? 'primary' : 'quiet'} onClick={again}>
          Begin again
        </Button>
      </div>
    </form>
  );
}
