// Texts: specification sections 2 and 4.

import { type FormEvent, useEffect, useReducer, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf, sendOTP } from '../api';
import { brand } from '../content';
import { isRehearsal } from '../device/clock';
import { hasExpired, startAccountSession, userStore } from '../device/session';
import * as texts from '../texts';
import type { SendOTPResponse } from '../types/wire.gen';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { clearToasts, toast } from '../ui/toast';
import {
  type Challenge,
  forgetChallenges,
  leaveChallenge,
  openChallenge,
  openedChallenge,
  requestID,
  validChallenge,
} from './challenge';
import { useCode } from './otp-boxes';
import styles from './sign-in.module.css';
import * as codeTexts from './texts';

const challengeFrom = (email: string, sent: SendOTPResponse): Challenge => ({
  email,
  id: sent.challenge_id,
  expiresAt: Date.now() + sent.expires_in * 1000,
  resendAt: Date.now() + sent.resend_in * 1000,
});

/** The response is the same whether or not the address is known. */
async function askForCode(email: string): Promise<Challenge | string> {
  const answer = await sendOTP({ email, challenge_id: requestID(email) });
  if (!answer.ok) return messageOf(answer, 'email');
  const { sent_ago } = answer.body;
  if (sent_ago) toast.info(texts.codeStillValid, codeTexts.codeSentBefore(Math.ceil(sent_ago / 60)));
  else toast.success(texts.codeSent, texts.onlyIfRegistered);
  return challengeFrom(email, answer.body);
}

/** Continues with the step that was open in this tab, or fills in the address that was last used on this device. */
export function SignIn() {
  const [email, setEmail] = useState('');
  const [expired, setExpired] = useState(false);
  const [challenge, setChallenge] = useState<Challenge>();
  useEffect(() => {
    const kept = openedChallenge();
    setChallenge(kept);
    setExpired(hasExpired());
    setEmail(kept?.email || userStore().userDetails?.email || '');
  }, []);
  const open = (next: Challenge) => {
    openChallenge(next);
    setChallenge(next);
    setEmail(next.email);
  };
  const leave = () => {
    leaveChallenge();
    setChallenge(undefined);
  };
  if (!challenge) return <EmailStep email={email} expired={expired} onChallenge={open} />;
  return <CodeStep key={challenge.id} challenge={challenge} onChallenge={open} onLeave={leave} />;
}

interface EmailStepProps {
  email: string;
  /** Whether the visitor's session has expired. */
  expired: boolean;
  onChallenge(challenge: Challenge): void;
}

/**
 * The field is uncontrolled, because React would reset a controlled field during hydration and lose what was typed. A
 * field that has the focus is not filled in, because somebody is about to type.
 */
function EmailStep({ email, expired, onChallenge }: EmailStepProps) {
  const navigate = useNavigate();
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  /** The last email's code is still valid, so no new email is sent. */
  const goOn = (good: Challenge) => {
    clearToasts();
    toast.info(texts.codeStillValid, texts.onlyIfRegistered);
    onChallenge(good);
  };

  const send = async (address: string) => {
    // A code that has just been sent is still valid: show the code boxes, and when another code can be requested.
    const good = validChallenge(address);
    if (good && good.resendAt > Date.now()) return goOn(good);
    setBusy(true);
    setError('');
    const result = await askForCode(address.trim());
    setBusy(false);
    if (typeof result !== 'string') return onChallenge(result);
    if (good) {
      toast.error(result);
      return onChallenge(good);
    }
    setError(result);
    input.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(input.current!.value);
  };

  useEffect(() => {
    const field = input.current!;
    if (!field.value && document.activeElement !== field) field.value = email;
  }, [email]);

  // The form may have been filled in and submitted before hydration (loader.ts).
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    const { value, form } = input.current!;
    if (form?.dataset.sent === undefined) return;
    delete form.dataset.sent;
    void send(value);
  }, []);

  // The method "dialog" keeps the browser from submitting the form, with the email address, before hydration.
  return (
    <form className={styles.form} method="dialog" onSubmit={submit} noValidate suppressHydrationWarning>
      <h1 className={styles.title}>{brand.words.sign_in}</h1>
      {expired && (
        <p className={styles.text} role="status">
          {texts.signedOut}
        </p>
      )}
      <p className={styles.text}>{texts.signInHelp}</p>
      <TextField
        ref={input}
        label={texts.email}
        type="email"
        name="email"
        placeholder={texts.emailPlaceholder}
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        error={error || undefined}
      />
      <Button type="submit" wide busy={busy}>
        {texts.continueButton}
      </Button>
      <Button
        look="quiet"
        className={styles.back}
        onClick={() => (history.length > 1 ? navigate(-1) : location.assign('/'))}
      >
        {texts.goBack}
      </Button>
    </form>
  );
}

interface CodeStepProps {
  challenge: Challenge;
  onChallenge(challenge: Challenge): void;
  onLeave(): void;
}

function CodeStep({ challenge, onChallenge, onLeave }: CodeStepProps) {
  const { boxes, verify, setError, busy, setBusy } = useCode(challenge.email, challenge.id, (session) => {
    forgetChallenges();
    // When the session starts, pages/login.tsx opens the next page.
    startAccountSession(session.accesstoken, session.userdata);
    toast.success(texts.codeVerified);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void verify();
  };

  const resend = async () => {
    setBusy(true);
    const result = await askForCode(challenge.email);
    setBusy(false);
    if (typeof result === 'string') setError(result);
    else onChallenge(result);
  };

  const passcode = brand.words.passcode.split(' ');
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h1 className={styles.title}>
        <span className={styles.whole}>{passcode.slice(0, -1).join(' ')}</span> {passcode.at(-1)}
      </h1>
      <p className={styles.text}>
        {texts.checkEmail}
        <span className={styles.address}>{challenge.email}</span>
      </p>
      <div className={styles.code}>{boxes}</div>
      <Button type="submit" wide busy={busy}>
        {texts.continueButton}
      </Button>
      <Resend at={challenge.resendAt} busy={busy} onResend={resend} />
      {isRehearsal() && (
        <p className={styles.text}>
          {texts.rehearsalMail}
          <a href="/rehearsal">{texts.rehearsalOutbox}</a>.
        </p>
      )}
      <Button look="quiet" className={styles.back} onClick={onLeave}>
        {texts.goBack}
      </Button>
    </form>
  );
}

function Resend({ at, busy, onResend }: { at: number; busy: boolean; onResend(): void }) {
  const seconds = useCountdown(at);
  if (seconds > 0) {
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    return <p className={styles.text}>{codeTexts.resendIn(time)}</p>;
  }
  return (
    <Button look="outline" wide disabled={busy} onClick={onResend}>
      {texts.sendAnotherCode}
    </Button>
  );
}

/** Whole seconds until a time in milliseconds since 1970. */
function useCountdown(until: number): number {
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0);
  useEffect(() => {
    const timer = setInterval(lookAgain, 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
