import { useState } from 'react';
import { gate } from './gate';
import { Big, Text, useModal } from './parts';
import { Sheet } from './sheets';
import type { Verdict } from './state';
import * as texts from './texts';
import { typedCode } from './token';

interface UnreadFormProps {
  code: string;
  /** Why the form is open, shown in place of the hint. */
  reason?: string;
  /** A refused code whose holder the volunteer wants to admit anyway. */
  refused?: string | undefined;
  onDone?: () => void;
}

/** Asks only for a code and a reason, so that no names are stored. */
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
      <Text
        id="unread"
        label={texts.codeIfAny}
        value={text}
        aria-describedby="unread-told"
        onText={(next) => {
          setText(next);
          setSaid('');
        }}
      />
      <p id="unread-told" className="hint" role="status">
        {typed === undefined ? texts.notACode : said || texts.codeHint}
      </p>
      <p>{texts.whyAdmittedUnread}</p>
      {texts.unreadReasons.map((why) => (
        <Big key={why} disabled={typed === undefined || busy} onClick={() => admit(why)}>
          {why}
        </Big>
      ))}
    </div>
  );
}

interface ManualCheckInSheetProps {
  code: string;
  reason: string;
  onClose: () => void;
}

/** A manual check-in that does not start from a verdict. */
export const ManualCheckInSheet = ({ code, reason, onClose }: ManualCheckInSheetProps) => (
  <Sheet title={texts.manualCheckIn} onClose={onClose}>
    <UnreadForm code={code} reason={reason} onDone={onClose} />
  </Sheet>
);

interface AdmitRefusedProps {
  verdict: Verdict;
  onDone: (why: string) => void;
  onBack: () => void;
}

/** Asks why somebody is admitted despite a refusal. */
export function AdmitRefused({ verdict, onDone, onBack }: AdmitRefusedProps) {
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
          <Big key={reason} onClick={() => onDone(reason)}>
            {reason}
          </Big>
        ))}
        <Text id="why" label={texts.anotherReason} value={why} maxLength={120} onText={setWhy} />
        <div className="actions">
          <Big type="submit" disabled={!why.trim()}>
            {texts.admit}
          </Big>
          <button type="button" className="plain" onClick={onBack}>
            {texts.back}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** For a person whose code could not be looked up or was refused. */
export function AdmitUnread({ verdict, code, onBack }: { verdict: Verdict; code: string; onBack: () => void }) {
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
