import { useState } from 'react';
import { gate } from './gate';
import { Sheet } from './sheets';
import type { Verdict } from './state';
import * as texts from './texts';
import { typedCode } from './token';
import { useModal } from './use-modal';

interface UnreadFormProps {
  code: string;
  /** Why the form is open; shown in place of the hint. */
  reason?: string;
  /** A code that was refused: the volunteer has seen why and admits the person anyway. */
  refused?: string | undefined;
  onDone?: () => void;
}

/** The form for an unreadable code. It has no field for other text, so that no names are stored. */
function UnreadForm({ code, reason = '', refused, onDone }: UnreadFormProps) {
  const [text, setText] = useState(code);
  const [said, setSaid] = useState(reason);
  const [busy, setBusy] = useState(false);
  const typed = text.trim() === '' ? '' : typedCode(text);
  const admit = async (why: string) => {
    setBusy(true);
    const next = await gate.admission.checkInManually(typed ?? '', why, refused);
    setBusy(false);
    if (typeof next === 'string') return setSaid(next);
    onDone?.();
    void next();
  };
  return (
    <div className="unread">
      <label htmlFor="unread">{texts.codeIfAny}</label>
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
        {typed === undefined ? texts.notACode : said || texts.codeHint}
      </p>
      <p>{texts.whyAdmittedUnread}</p>
      {texts.unreadReasons.map((why) => (
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
  reason: string;
  onClose: () => void;
}

/** A manual check-in without a verdict. */
export const ManualCheckInSheet = ({ code, reason, onClose }: ManualCheckInSheetProps) => (
  <Sheet title={texts.manualCheckIn} onClose={onClose}>
    <UnreadForm code={code} reason={reason} onDone={onClose} />
  </Sheet>
);

/** Asks for the reason when somebody is admitted despite a refusal; the desk sees it. Scanning is paused until then. */
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
    <dialog ref={useModal()} className="manual-form" aria-label={texts.admitManually} onClose={onBack}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (why.trim()) onDone(why.trim());
        }}
      >
        <div className="whom">
          <p className="small">{verdict.reason && texts.small[verdict.reason]}</p>
          <p className="holder">{verdict.holder}</p>
          <p>{texts.scanningWaits(verdict.category)}</p>
        </div>
        <p>{texts.whyAdmitted}</p>
        {texts.refusedReasons.map((reason) => (
          <button key={reason} type="button" className="big" onClick={() => onDone(reason)}>
            {reason}
          </button>
        ))}
        <label htmlFor="why">{texts.anotherReason}</label>
        <input
          id="why"
          value={why}
          maxLength={120}
          autoComplete="off"
          onChange={(event) => setWhy(event.target.value)}
        />
        <div className="actions">
          <button type="submit" className="big" disabled={!why.trim()}>
            {texts.admit}
          </button>
          <button type="button" className="plain" onClick={onBack}>
            {texts.back}
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

/** The same question for a code that could not be read or was refused. */
export function AdmitUnread({ verdict, code, onBack }: AdmitUnreadProps) {
  const refused = verdict.reason === 'not_looked_up' ? undefined : code;
  return (
    <dialog ref={useModal()} className="manual-form" aria-label={texts.admitManually} onClose={onBack}>
      <h2>{texts.manualCheckIn}</h2>
      <UnreadForm
        code={code}
        refused={refused}
        reason={refused && verdict.reason ? texts.small[verdict.reason] : undefined}
      />
      <button type="button" className="plain" onClick={onBack}>
        {texts.back}
      </button>
    </dialog>
  );
}
