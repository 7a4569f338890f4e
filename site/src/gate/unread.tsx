import { useState } from 'react';
import type { Engine } from './engine';
import { typedCode } from './token';

const reasons = ['The code is torn or smudged', 'The visitor’s telephone is empty', 'The desk agreed'];

interface UnreadProps {
  engine: Engine;
  code: string;
  onDone?: () => void;
}

/**
 * Without a network, somebody whose code cannot be read: what is printed on the ticket, and one of a few reasons. Nothing else can be
 * written down, so that no name is.
 */
export function Unread({ engine, code, onDone }: UnreadProps) {
  const [text, setText] = useState(code);
  const typed = text.trim() === '' ? '' : typedCode(text);
  return (
    <div className="unread">
      <h2>Admit by hand, without a network</h2>
      <p>
        Type the code under the QR code, or the six letters of the registration. Without a code the desk has to find out
        who it was. No name is kept on this telephone.
      </p>
      <label htmlFor="unread">Code on the ticket, if there is one</label>
      <input
        id="unread"
        value={text}
        autoComplete="off"
        autoCapitalize="none"
        aria-describedby="unread-told"
        onChange={(event) => setText(event.target.value)}
      />
      <p id="unread-told" role="status">
        {typed === undefined &&
          'This is no code: it has 8 letters and digits, or 6 letters. Leave it empty if there is none.'}
      </p>
      <p>Why is this person admitted?</p>
      {reasons.map((why) => (
        <button
          key={why}
          type="button"
          className="big"
          disabled={typed === undefined}
          onClick={() => {
            onDone?.();
            void engine.admitUnread(typed ?? '', why);
          }}
        >
          {why}
        </button>
      ))}
    </div>
  );
}
