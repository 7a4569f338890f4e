// What the form offers when an unpaid registration of the same person stands in the way: its payment, or a code that
// proves its mailbox. It stands inside the form, so it is none itself; Enter does what its own button does.
import { type KeyboardEvent, useState } from 'react';
import { sendOTP, verifyOTP } from '../api';
import { isRehearsal } from '../device/clock';
import { startAccountSession } from '../device/session';
import { codeLength, emptyBoxes } from '../sign-in/otp';
import { OTPBoxes } from '../sign-in/otp-boxes';
import type { Problem } from '../types/wire.gen';
import { Button, LinkButton } from '../ui/button';
import { FieldError, TextField } from '../ui/field';
import styles from './registration-form.module.css';

interface UnpaidProps {
  /** The registration whose payment can be resumed; undefined when the mailbox typed is not its own. */
  bookingID: string | undefined;
  /** The address that was typed. */
  email: string;
  /** The mailbox is proved: the form can be sent again. */
  onProved(): void;
}

const messageOf = (problem: Problem | undefined): string =>
  problem
    ? (Object.values(problem.fields ?? {})[0] ?? problem.message)
    : 'We can’t reach the server. Please try again when you are online.';

export default function Unpaid({ bookingID, email, onProved }: UnpaidProps) {
  const [address, setAddress] = useState(email);
  const [challenge, setChallenge] = useState<string>();
  const [digits, setDigits] = useState(emptyBoxes.digits);
  const [refusals, setRefusals] = useState(0);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  const send = async () => {
    setBusy(true);
    setError('');
    const answer = await sendOTP(address.trim());
    setBusy(false);
    if (answer.ok) setChallenge(answer.body.challenge_id);
    else setError(messageOf(answer.problem));
  };

  const verify = async () => {
    const code = digits.join('');
    if (code.length < codeLength) return setError(`Please enter all ${codeLength} digits.`);
    setBusy(true);
    setError('');
    const answer = await verifyOTP({ email: address.trim(), otp: code, challenge_id: challenge ?? '' });
    setBusy(false);
    if (answer.ok) {
      startAccountSession(answer.body.accesstoken, answer.body.userdata);
      return onProved();
    }
    if (answer.problem) setDigits(emptyBoxes.digits);
    setRefusals(refusals + 1);
    setError(messageOf(answer.problem));
  };

  const act = challenge ? verify : send;
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (!busy) void act();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in the form would take part in it
    <div className={styles.unpaid} role="group" aria-label="The unpaid registration" onKeyDown={press}>
      {!bookingID && !challenge && (
        <p>
          If you mistyped that address, you will not receive a code. You can pay on the device where you registered, or
          wait until the payment link expires and submit this form again.
        </p>
      )}
      {bookingID && <LinkButton href={`/verify/${encodeURIComponent(bookingID)}`}>Continue to its payment</LinkButton>}
      {challenge ? (
        <>
          <p>
            Check your email for the OTP. If {address.trim()} is the address of that registration, a code is on its way.
            It signs you in on this device, too.
          </p>
          {isRehearsal() && (
            <p>
              This is a rehearsal: the mail is in <a href="/rehearsal">the outbox</a>.
            </p>
          )}
          <OTPBoxes
            key={refusals}
            digits={digits}
            errorID={error ? 'unpaid-error' : undefined}
            onChange={(next) => {
              setDigits(next);
              setError('');
            }}
          />
          <div role="alert">
            <FieldError id="unpaid-error" error={error || undefined} />
          </div>
        </>
      ) : (
        <TextField
          label="E-mail address of that registration"
          type="email"
          inputMode="email"
          maxLength={254}
          value={address}
          error={error || undefined}
          onChange={(event) => setAddress(event.target.value)}
        />
      )}
      <Button look="outline" busy={busy} onClick={() => void act()}>
        {challenge ? 'Verify and submit again' : 'Verify my e-mail to change it'}
      </Button>
    </div>
  );
}
