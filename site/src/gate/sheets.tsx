import { useEffect, useState } from 'react';
import { span } from '../span';
import type { GatePerson } from '../types/wire.gen';
import { noNetwork } from './admission';
import { isSwitchedOff, switchNetwork } from './call';
import { calendarDay, dateIn, timeIn } from './clocks';
import { gate } from './gate';
import { isKept, isNewerReady } from './service-worker';
import { typedCode } from './token';
import { useGate, useSetup } from './use-gate';
import { useModal } from './use-modal';

interface LookUpProps {
  /** Nobody can be looked up now: the same by hand, with the code that was typed. */
  onByHand: (code: string, told: string) => void;
  onClose: () => void;
}

/** A code that cannot be scanned, a name, or a hand scanner, which types the code and presses Enter. */
export function LookUp({ onByHand, onClose }: LookUpProps) {
  const setup = useSetup();
  const [text, setText] = useState('');
  const [found, setFound] = useState<GatePerson[]>();
  const [told, setTold] = useState('');

  const look = async () => {
    setTold('');
    setFound(undefined);
    if (text.includes('/event-ticket/')) {
      onClose();
      return gate.admission.code(text, 'typed');
    }
    const answer = await gate.admission.find(text);
    if (answer === noNetwork) return onByHand(typedCode(text) ?? '', noNetwork);
    if (typeof answer === 'string') return setTold(answer);
    setFound(answer);
    if (answer.length === 0) setTold('Nobody matches. Look at the spelling, or send the person to the desk.');
  };

  return (
    <Sheet title={setup.may_search ? 'Type a code or a name' : 'Type a code'} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void look();
        }}
      >
        <label htmlFor="look-up">
          {setup.may_search ? 'Code under the QR code, or a part of the name' : 'Code under the QR code'}
        </label>
        <input
          id="look-up"
          value={text}
          autoComplete="off"
          autoCapitalize="none"
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="big" disabled={text.trim().length < 3}>
          Look up
        </button>
      </form>
      <p role="status">{told}</p>
      <ul className="people">
        {found?.map((person) => (
          <li key={person.ticket}>
            <button
              type="button"
              className="big"
              onClick={() => {
                onClose();
                void gate.admission.choosePerson(person);
              }}
            >
              {person.name}
              <small>
                {setup.categories.find(({ id }) => id === person.category)?.name} · {person.code}
                {person.seats > 1 && ` · for ${person.seats}`}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** The state of the device, and signing it out. */
export function More({ onClose }: { onClose: () => void }) {
  const setup = useSetup();
  const [unsent, stranger, online] = [useGate('unsent'), useGate('stranger'), useGate('online')];
  const [scanned, listsAt, offset] = [useGate('scanned'), useGate('listsAt'), useGate('offset')];
  const [told, setTold] = useState('');
  const [sure, setSure] = useState(false);
  const [off, setOff] = useState(isSwitchedOff);
  const wipe = async () => {
    if (!sure) return setSure(true);
    const gone = await gate.wipe();
    if (!gone)
      setTold(
        `${gate.state.unsent} scans are not sent yet. Bring the telephone where there is a network, then press again.`,
      );
  };
  const waits = stranger
    ? `The server knows nothing of this telephone. Signing out forgets ${unsent} scans; a new code from the desk hands them in.`
    : 'Signing out waits until everything is sent.';
  const silent = online ? '' : 'Without a network the desk does not hear that it was signed out.';
  return (
    <Sheet title={setup.name} onClose={onClose}>
      {setup.rehearsal && (
        <button
          type="button"
          className="big way"
          aria-pressed={off}
          onClick={() => {
            switchNetwork(off);
            setOff(!off);
            void gate.sync();
          }}
        >
          Rehearsal: network {off ? 'is off' : 'is on'}
        </button>
      )}
      {isNewerReady() && (
        <button type="button" className="big" onClick={() => location.reload()}>
          Load this page again
        </button>
      )}
      <button type="button" className="big" onClick={() => gate.sync()}>
        Send and fetch now
      </button>
      <button type="button" className="big danger" disabled={unsent > 0 && !stranger && !sure} onClick={wipe}>
        {sure ? 'Really sign out and forget everything' : 'Sign this telephone out'}
      </button>
      <p role="status">{told || (unsent > 0 ? waits : sure ? silent : '')}</p>
      <dl className="facts">
        <dt>Scanned since this page opened</dt>
        <dd>{scanned}</dd>
        <dt>To send</dt>
        <dd>{unsent}</dd>
        <dt>Lists</dt>
        <dd>{listsAt ? timeIn(setup.zone, listsAt) : 'none yet'}</dd>
        <dt>Opens without a network</dt>
        <dd>{isKept() ? 'yes' : 'not yet: load this page once more with a network'}</dd>
        <dt>Newer version</dt>
        <dd>{isNewerReady() ? 'ready: taken when this page is loaded again and all is sent' : 'none'}</dd>
        <dt>Clock</dt>
        <dd>{Math.abs(offset) < 2000 ? 'right' : `wrong by ${span(Math.abs(offset))}, which is taken into account`}</dd>
        <dt>Signed in until</dt>
        <dd>{calendarDay(dateIn(setup.zone, Date.parse(setup.expires_at)))}</dd>
      </dl>
    </Sheet>
  );
}

interface SheetProps {
  title: string;
  onClose: () => void;
  /** What stays in view beside the way out. */
  act?: React.ReactNode;
  children: React.ReactNode;
}

export function Sheet({ title, onClose, act, children }: SheetProps) {
  useEffect(() => gate.occupy(), []);
  return (
    <dialog ref={useModal()} className="over" onClose={onClose} aria-labelledby="over">
      <h2 id="over">{title}</h2>
      {children}
      <div className="out">
        {act}
        <button type="button" className="plain" onClick={onClose}>
          Close
        </button>
      </div>
    </dialog>
  );
}
