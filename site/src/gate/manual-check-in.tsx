import { useState } from 'react';
import { gate } from './gate';
import { Sheet } from './sheets';
import type { Verdict } from './state';
import { small } from './texts';
import { typedCode } from './token';
import { useModal } from './use-modal';

const reasons = ['The code is torn or smudged', 'The visitor’s telephone is empty', 'The desk agreed'];

interface UnreadFormProps {
  code: string;
  /** Why this is asked now, in place of the hint. */
  told?: string;
  /** A code of which the volunteer was told why it is not let in, and decides otherwise. */
  refused?: string | undefined;
  onDone?: () => void;
}

/**
 * Somebody whose code cannot be read: what is printed on the ticket, and one of a few reasons. Nothing else can be
 * written down, so that no name is. The reasons are in view on a small telephone: what stands above them is short.
 */
function UnreadForm({ code, told = '', refused, onDone }: UnreadFormProps) {
  const [text, setText] = useState(code);
  const [said, setSaid] = useState(told);
  const [busy, setBusy] = useState(false);
  const typed = text.trim() === '' ? '' : typedCode(text);
  const admit = async (why: string) => {
    setBusy(true);
    const next = await gate.admission.byHand(typed ?? '', why, refused);
    setBusy(false);
    if (typeof next === 'string') return setSaid(next);
    onDone?.();
    void next();
  };
  return (
    <div className="unread">
      <label htmlFor="unread">Code on the ticket, if there is one</label>
      <input
        id="unread"
        value={text}
        autoComplete="off"
        autoCapitalize="none"
        aria-describedby="unread-told"
        onChange={(event) => {
          setText(event.target.value);
          setSaid('');
        }}
      />
      <p id="unread-told" className="hint" role="status">
        {typed === undefined
          ? 'This is no code: 8 letters and digits, not letters alone, or 6 letters. Leave it empty if there is none.'
          : said || '8 letters and digits below the QR code, or the 6 letters of the registration. No names.'}
      </p>
      <p>Why is this person let in?</p>
      {reasons.map((why) => (
        <button
          key={why}
          type="button"
          className="big"
          disabled={typed === undefined || busy}
          onClick={() => admit(why)}
        >
          {why}
        </button>
      ))}
    </div>
  );
}

interface ManualCheckInSheetProps {
  code: string;
  told: string;
  onClose: () => void;
}

/** Somebody whose code cannot be read, by one press and one more. */
export const ManualCheckInSheet = ({ code, told, onClose }: ManualCheckInSheetProps) => (
  <Sheet title="Let in by hand" onClose={onClose}>
    <UnreadForm code={code} told={told} onDone={onClose} />
  </Sheet>
);

const usual = ['The desk agreed', 'Wrong person scanned before', 'Went out without a scan'];

/** An admission in spite of a refusal needs a reason, which the desk reads. Nothing is scanned until it is given. */
export function AdmitRefused({
  verdict,
  onDone,
  onBack,
}: {
  verdict: Verdict;
  onDone: (why: string) => void;
  onBack: () => void;
}) {
  const [why, setWhy] = useState('');
  return (
    <dialog ref={useModal()} className="by-hand" aria-label="Admit by hand" onClose={onBack}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (why.trim()) onDone(why.trim());
        }}
      >
        <div className="whom">
          <p className="small">{verdict.reason && small[verdict.reason]}</p>
          <p className="holder">{verdict.holder}</p>
          <p>{verdict.category} · scanning waits</p>
        </div>
        <p>Why is this person admitted? The desk reads it. No names, please.</p>
        {usual.map((reason) => (
          <button key={reason} type="button" className="big" onClick={() => onDone(reason)}>
            {reason}
          </button>
        ))}
        <label htmlFor="why">Another reason</label>
        <input
          id="why"
          value={why}
          maxLength={120}
          autoComplete="off"
          onChange={(event) => setWhy(event.target.value)}
        />
        <div className="acts">
          <button type="submit" className="big" disabled={!why.trim()}>
            Admit
          </button>
          <button type="button" className="plain" onClick={onBack}>
            Back
          </button>
        </div>
      </form>
    </dialog>
  );
}

interface AdmitUnreadProps {
  verdict: Verdict;
  code: string;
  onBack: () => void;
}

/** The question above a verdict. A code that was refused is let in by whoever was told why. */
export function AdmitUnread({ verdict, code, onBack }: AdmitUnreadProps) {
  const refused = verdict.reason === 'not_looked_up' ? undefined : code;
  return (
    <dialog ref={useModal()} className="by-hand" aria-label="Admit by hand" onClose={onBack}>
      <h2>Let in by hand</h2>
      <UnreadForm code={code} refused={refused} told={refused && verdict.reason ? small[verdict.reason] : undefined} />
      <button type="button" className="plain" onClick={onBack}>
        Back
      </button>
    </dialog>
  );
}
