// Shown if the same person has an unpaid registration: a link to its payment if the email address is the same, and a
// field to verify the address with a code. Forms cannot be nested, so a key handler makes Enter press this button.

import { type KeyboardEvent, useState } from 'react';
import { messageOf, sendOTP } from '../api';
import { isRehearsal } from '../device/clock';
import { startAccountSession } from '../device/session';
import { leaveChallenge, requestID } from '../sign-in/challenge';
import { useCode } from '../sign-in/otp-boxes';
import * as texts from '../texts';
import { Button, LinkButton } from '../ui/button';
import { TextField } from '../ui/field';
import styles from './registration-form.module.css';

interface UnpaidProps {
  /** The registration whose payment can be resumed; undefined if its email address differs from the typed one. */
  bookingID: string | undefined;
  email: string;
  /** Called once the address has been verified and the form can be sent again. */
  onProved(): void;
}

export default function Unpaid({ bookingID, email, onProved }: UnpaidProps) {
  const [address, setAddress] = useState(email);
  const [challenge, setChallenge] = useState<string>();
  const { boxes, verify, error, setError, busy, setBusy } = useCode(address.trim(), challenge ?? '', (session) => {
    startAccountSession(session.accesstoken, session.userdata);
    onProved();
  });

  const send = async () => {
    setBusy(true);
    setError('');
    const answer = await sendOTP({ email: address.trim(), challenge_id: requestID(address) });
    setBusy(false);
    if (!answer.ok) return setError(messageOf(answer, 'email'));
    leaveChallenge(); // the next request gets another code
    setChallenge(answer.body.challenge_id);
  };

  const proceed = challenge ? verify : send;
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (!busy) void proceed();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would belong to the form
    <div className={styles.unpaid} role="group" aria-label={texts.unpaidRegistration} onKeyDown={press}>
      {!bookingID && !challenge && <p>{texts.unpaidMistyped}</p>}
      {bookingID && (
        <LinkButton href={`/verify/${encodeURIComponent(bookingID)}`}>{texts.continueToPayment}</LinkButton>
      )}
      {challenge ? (
        <>
          <p>{texts.unpaidCodeSent(address.trim())}</p>
          {isRehearsal() && (
            <p>
              {texts.rehearsalMail}
              <a href="/rehearsal">{texts.rehearsalOutbox}</a>.
            </p>
          )}
          {boxes}
        </>
      ) : (
        <TextField
          label={texts.unpaidEmail}
          type="email"
          inputMode="email"
          maxLength={254}
          value={address}
          error={error || undefined}
          onChange={(event) => setAddress(event.target.value)}
        />
      )}
      <Button look="outline" busy={busy} onClick={() => void proceed()}>
        {challenge ? texts.verifyAndSubmit : texts.verifyEmail}
      </Button>
    </div>
  );
}
