import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { messageOf, verifyOTP } from '../api';
import * as texts from '../texts';
import type { VerifyOTPResponse } from '../types/wire.gen';
import { FieldError } from '../ui/field';
import { addition, type Boxes, backspace, codeLength, emptyBoxes, enter } from './otp';
import styles from './sign-in.module.css';

interface OTPBoxesProps {
  digits: readonly string[];
  /** The ID of the error message. */
  errorID: string | undefined;
  onChange(digits: readonly string[]): void;
}

/** The first box accepts autofill. All boxes accept a pasted code. */
function OTPBoxes({ digits, errorID, onChange }: OTPBoxesProps) {
  const inputs = useRef<(HTMLInputElement | null)[]>([]);

  const apply = (next: Boxes | undefined) => {
    if (!next) return;
    onChange(next.digits);
    inputs.current[next.focus]?.focus();
  };
  const change = (box: number) => (event: ChangeEvent<HTMLInputElement>) => {
    const { value } = event.target;
    if (value === '' && digits[box] !== '') onChange(digits.map((digit, i) => (i === box ? '' : digit)));
    else apply(enter(digits, box, addition(digits[box] ?? '', value)));
  };
  const press = (box: number) => (event: KeyboardEvent) => {
    const move = (to: number) => inputs.current[Math.min(Math.max(to, 0), codeLength - 1)]?.focus();
    if (event.key === 'Backspace') apply(backspace(digits, box));
    else if (event.key === 'ArrowLeft') move(box - 1);
    else if (event.key === 'ArrowRight') move(box + 1);
    else return;
    event.preventDefault();
  };
  const paste = (box: number) => (event: ClipboardEvent) => {
    event.preventDefault();
    apply(enter(digits, box, event.clipboardData.getData('text')));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid
    <div role="group" aria-label={texts.codeBoxes} className={styles.boxes}>
      {digits.map((digit, box) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its position
          key={box}
          ref={(input) => {
            inputs.current[box] = input;
          }}
          className={styles.box}
          type="text"
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete={box === 0 ? 'one-time-code' : 'off'}
          aria-label={texts.digit(box + 1)}
          aria-invalid={errorID ? true : undefined}
          aria-describedby={errorID}
          // biome-ignore lint/a11y/noAutofocus: the boxes appear after a press of Continue
          autoFocus={box === 0}
          value={digit}
          onChange={change(box)}
          onKeyDown={press(box)}
          onPaste={paste(box)}
          onFocus={(event) => event.target.select()}
        />
      ))}
    </div>
  );
}

/** The typed code, its error message, and the request that exchanges the code for a session. */
export function useCode(email: string, challenge: string, onVerified: (session: VerifyOTPResponse) => void) {
  const [digits, setDigits] = useState(emptyBoxes.digits);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  /** Each refusal clears the boxes and moves the focus to the first box. */
  const [refusals, setRefusals] = useState(0);

  const verify = async () => {
    const code = digits.join('');
    if (code.length < codeLength) return setError(texts.enterAllDigits(codeLength));
    setBusy(true);
    setError('');
    const answer = await verifyOTP({ email, otp: code, challenge_id: challenge });
    setBusy(false);
    if (answer.ok) return onVerified(answer.body);
    if (answer.problem) setDigits(emptyBoxes.digits);
    setRefusals(refusals + 1);
    setError(messageOf(answer, 'otp'));
  };

  const boxes = (
    <>
      <OTPBoxes
        key={refusals}
        digits={digits}
        errorID={error ? 'otp-error' : undefined}
        onChange={(next) => {
          setDigits(next);
          setError('');
        }}
      />
      <div role="alert">
        <FieldError id="otp-error" error={error || undefined} />
      </div>
    </>
  );
  return { boxes, verify, error, setError, busy, setBusy };
}
