import { useState } from 'react';
import type { Engine } from './engine';
import { typedCode } from './token';

const reasons = ['The code is torn or smudged', 'The visitor’s telephone is empty', 'The desk agreed'];

interface UnreadProps {
  engine: Engine;
  code: string;
  /** Why this is asked now, in place of the hint. */
  told?: string;
  /** A code of which the volunteer was told why it is not let in, and decides otherwise. */
  refused?: string | undefined;
  onDone?: () => void;
}

/**
 * Somebody whose code cannot be read: what is printed on the ticket, and one of a few reasons. Nothing else can be written down, so that
 * no name is. The reasons are in view on a small telephone: what stands above them is short.
 */
export function Unread({ engine, code, told = '', refused, onDone }: UnreadProps) {
  const [text, setText] = useState(code);
  const [said, setSaid] = useState(told);
  const [busy, setBusy] = useState(false);
  const typed = text.trim() === '' ? '' : typedCode(text);
  const admit = async (why: string) => {
    setBusy(true);
    const next = await engine.byHand(typed ?? '', why, refused);
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
