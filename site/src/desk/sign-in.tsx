// Sign-in: a code by email, then the passkey; an invited member creates it at this point. A rehearsal has a button
// for each role.
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { isRehearsal } from '../device/clock';
import type { DeskCeremony, SendOTPResponse } from '../types/wire.gen';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { call, reasonOf } from './call';
import { browserRefused, sendPasskey, supportsPasskeys } from './passkey';
import styles from './sign-in.module.css';
import * as texts from './texts';
import { DeskPage } from './ui/page';

type Step = { at: 'email' } | { at: 'code'; challenge: string } | { at: 'passkey'; ceremony: DeskCeremony };

export function SignIn({ why, onDone }: { why?: string | undefined; onDone: () => void }) {
  const [step, setStep] = useState<Step>({ at: 'email' });
  const [email, setEmail] = useState('');
  const invitation = useInvitation();
  const restart = () => setStep({ at: 'email' });
  return (
    <main className="door">
      <DeskPage number="D-00" title={texts.signInTitle}>
        {why && <p role="status">{why}</p>}
        {invitation && step.at === 'email' && <p>{texts.youAreInvited}</p>}
        <Rehearsal onDone={onDone} />
        {step.at === 'email' && (
          <Form
            button={texts.sendCode}
            send={() => call<SendOTPResponse>('sign-in/code', { email })}
            onDone={({ challenge_id }) => setStep({ at: 'code', challenge: challenge_id })}
          >
            {(error) => (
              <TextField
                label={texts.yourEmail}
                type="email"
                autoComplete="username"
                value={email}
                onChange={({ target }) => setEmail(target.value)}
                error={error}
              />
            )}
          </Form>
        )}
        {step.at === 'code' && (
          <Code
            {...{ email, challenge: step.challenge, invitation, restart }}
            onDone={(ceremony) => setStep({ at: 'passkey', ceremony })}
          />
        )}
        {step.at === 'passkey' && <Passkey ceremony={step.ceremony} onDone={onDone} restart={restart} />}
      </DeskPage>
    </main>
  );
}

/** Returns the secret in an invitation link, and removes it from the address and the history. */
function useInvitation(): string {
  const [secret] = useState(() => /^#invitation=([a-z2-7]+)$/.exec(location.hash)?.[1] ?? '');
  useEffect(() => {
    if (secret) history.replaceState(null, '', location.pathname);
  }, [secret]);
  return secret;
}

function Rehearsal({ onDone }: { onDone: () => void }) {
  const [wrong, setWrong] = useState('');
  const enter = async (role: string) => {
    const answer = await call('sign-in/rehearsal', { role });
    if (answer.ok) onDone();
    else setWrong(reasonOf(answer));
  };
  if (!isRehearsal()) return null;
  return (
    <section className={`notice ${styles.rehearsal}`} aria-labelledby="rehearsal">
      <h2 id="rehearsal">{texts.rehearsalTitle}</h2>
      <p>{texts.rehearsalHelp}</p>
      <div className="row">
        {texts.roles.map((role) => (
          <Button key={role} look="outline" onClick={() => enter(role)}>
            {texts.roleName(role)}
          </Button>
        ))}
      </div>
      {wrong && <p role="alert">{wrong}</p>}
      <p>{texts.orSignIn}</p>
    </section>
  );
}

interface FormProps<T> {
  /** The button's label; undefined once further attempts are useless. */
  button: string | undefined;
  send: () => ReturnType<typeof call<T>>;
  onDone: (answer: T) => void;
  more?: ReactNode;
  children: (error: string | undefined) => ReactNode;
}

function Form<T>({ button, send, onDone, more, children }: FormProps<T>) {
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const answer = await send();
    setBusy(false);
    setWrong(answer.ok ? '' : reasonOf(answer));
    if (answer.ok) onDone(answer.body);
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      {children(wrong || undefined)}
      <div className="row">
        {button && (
          <Button type="submit" busy={busy}>
            {button}
          </Button>
        )}
        {more}
      </div>
    </form>
  );
}

interface CodeProps {
  email: string;
  challenge: string;
  invitation: string;
  restart: () => void;
  onDone: (ceremony: DeskCeremony) => void;
}

function Code({ email, challenge, invitation, restart, onDone }: CodeProps) {
  const [code, setCode] = useState('');
  return (
    <Form
      button={texts.continueButton}
      send={() =>
        call<DeskCeremony>('sign-in/verify', {
          email,
          challenge_id: challenge,
          code: code.replace(/\s/g, ''),
          invitation,
        })
      }
      onDone={onDone}
      more={
        <Button look="quiet" onClick={restart}>
          {texts.anotherAddress}
        </Button>
      }
    >
      {(error) => (
        <>
          <p role="status">{texts.codeSent(email)}</p>
          <TextField
            label={texts.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            value={code}
            onChange={({ target }) => setCode(target.value)}
            error={error}
          />
        </>
      )}
    </Form>
  );
}

function Passkey({ ceremony, onDone, restart }: { ceremony: DeskCeremony; onDone: () => void; restart: () => void }) {
  const isNew = ceremony.purpose === 'create';
  const [name, setName] = useState('');
  const [isSpent, setSpent] = useState(false);
  const send = async () => {
    const answer = await sendPasskey(ceremony, 'sign-in/passkey', name);
    setSpent(!answer.ok && answer.problem?.error !== browserRefused);
    return answer;
  };
  return (
    <Form
      button={isSpent ? undefined : isNew ? texts.createPasskey : texts.usePasskey}
      send={send}
      onDone={onDone}
      more={
        <Button look={isSpent ? 'primary' : 'quiet'} onClick={restart}>
          {texts.startAgain}
        </Button>
      }
    >
      {(error = supportsPasskeys() ? undefined : texts.passkeysUnsupported) => (
        <>
          <p>{isNew ? texts.createPasskeyHelp : texts.usePasskeyHelp}</p>
          {isNew && (
            <TextField
              label={texts.deviceName}
              optional
              placeholder={texts.deviceNameExample}
              value={name}
              maxLength={60}
              onChange={({ target }) => setName(target.value)}
            />
          )}
          {error && <p role="alert">{error}</p>}
        </>
      )}
    </Form>
  );
}
