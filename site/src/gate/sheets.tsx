import { useEffect, useState } from 'react';
import { calendarDay } from '../texts';
import type { GatePerson } from '../types/wire.gen';
import { Arrivals } from './arrivals';
import { isSwitchedOff, switchNetwork } from './call';
import { dateIn, timeIn } from './clocks';
import type { Reason } from './decide';
import { gate } from './gate';
import { Big, Facts, Text, useModal } from './parts';
import { isCached, isNewerReady } from './service-worker';
import { type State, undoableMs } from './state';
import * as texts from './texts';
import { typedCode } from './token';
import { useGate, useSetup } from './use-gate';

interface LookUpProps {
  /** Opens the manual check-in with the typed code if the server cannot look up anybody. */
  onManual: (code: string, reason: string) => void;
  onClose: () => void;
}

/** A hand scanner types the code and presses Enter. */
export function LookUp({ onManual, onClose }: LookUpProps) {
  const setup = useSetup();
  const [text, setText] = useState('');
  const [found, setFound] = useState<GatePerson[]>();
  const [message, setMessage] = useState('');

  const look = async () => {
    setMessage('');
    setFound(undefined);
    if (text.includes('/event-ticket/')) {
      onClose();
      return gate.admission.code(text, 'typed');
    }
    const answer = await gate.admission.find(text);
    if (answer === texts.noNetworkToLookUp) {
      const code = typedCode(text) ?? '';
      return (await gate.admission.refuseKnown(code)) ? onClose() : onManual(code, answer);
    }
    if (typeof answer === 'string') return setMessage(answer);
    setFound(answer);
    if (answer.length === 0) setMessage(texts.nobodyMatches);
  };

  return (
    <Sheet title={setup.may_search ? texts.typeCodeOrName : texts.typeCode} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void look();
        }}
      >
        <Text
          id="look-up"
          label={setup.may_search ? texts.codeOrName : texts.codeUnderQR}
          value={text}
          onText={setText}
        />
        <Big type="submit" disabled={text.trim().length < 3}>
          {texts.lookUp}
        </Big>
      </form>
      <p role="status">{message}</p>
      <ul className="people">
        {found?.map((person) => (
          <li key={person.ticket}>
            <Big
              onClick={() => {
                onClose();
                void gate.admission.choosePerson(person);
              }}
            >
              {person.name}
              <small>
                {setup.categories.find(({ id }) => id === person.category)?.name} · {person.code}
                {person.seats > 1 && texts.forSeats(person.seats)}
                {person.state !== 'valid' && ` · ${texts.small[person.state as Reason]}`}
              </small>
            </Big>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** The device's state, and the button that signs it out. */
export function More({ onClose }: { onClose: () => void }) {
  const setup = useSetup();
  const [unsent, unknownDevice, online] = [useGate('unsent'), useGate('unknownDevice'), useGate('online')];
  const [scanned, listsAt, offset] = [useGate('scanned'), useGate('listsAt'), useGate('offset')];
  const [message, setMessage] = useState('');
  const [sure, setSure] = useState(false);
  const [off, setOff] = useState(isSwitchedOff);
  const wipe = async () => {
    if (!sure) return setSure(true);
    const gone = await gate.wipe();
    if (!gone) setMessage(texts.notSentYet(gate.state.unsent));
  };
  const waits = unknownDevice ? texts.signOutForgets(unsent) : texts.signOutWaits;
  const silent = online ? '' : texts.signOutOffline;
  return (
    <Sheet title={setup.name} onClose={onClose}>
      {setup.rehearsal && (
        <Big
          className="way"
          aria-pressed={off}
          onClick={() => {
            switchNetwork(off);
            setOff(!off);
            void gate.sync();
          }}
        >
          {texts.rehearsalNetwork(off)}
        </Big>
      )}
      {isNewerReady() && <Big onClick={() => location.reload()}>{texts.loadAgain}</Big>}
      <Big onClick={() => gate.sync()}>{texts.sendAndFetch}</Big>
      <Big className="danger" disabled={unsent > 0 && !unknownDevice && !sure} onClick={wipe}>
        {sure ? texts.signOutSure : texts.signOut}
      </Big>
      <p role="status">{message || (unsent > 0 ? waits : sure ? silent : '')}</p>
      <Arrivals />
      <Facts
        of={[
          [texts.scannedHere, scanned],
          [texts.unsentScans, unsent],
          [texts.lists, listsAt ? timeIn(setup.zone, listsAt) : texts.noLists],
          [texts.opensOffline, texts.opensOfflineAnswer(isCached())],
          [texts.newerVersion, texts.newerVersionAnswer(isNewerReady())],
          [texts.clock, texts.clockAnswer(offset)],
          [texts.signedInUntil, calendarDay(dateIn(setup.zone, Date.parse(setup.expires_at)))],
        ]}
      />
    </Sheet>
  );
}

/** Asks whether to undo the last entry or exit, and pauses scanning until the volunteer answers. */
export function UndoSheet({ holder, code, left, list, until }: NonNullable<State['undoable']>) {
  const { zone, lists } = useSetup();
  const time = timeIn(zone, until - undoableMs + useGate('offset'));
  return (
    <Sheet title={texts.undoTitle(left)} onClose={gate.stopAsking}>
      <p>
        <strong>{holder || code || texts.manualCheckIn}</strong>
      </p>
      <p>{texts.scannedAt(left, time, lists.find(({ id }) => id === list)?.name ?? list)}</p>
      <p>{texts.undoHelp(left)}</p>
      <Big onClick={gate.admission.undo}>{texts.undoConfirm(left)}</Big>
    </Sheet>
  );
}

interface SheetProps {
  title: string;
  onClose: () => void;
  /** A button that stays in view beside the Close button. */
  action?: React.ReactNode;
  children: React.ReactNode;
}

export function Sheet({ title, onClose, action, children }: SheetProps) {
  useEffect(() => gate.occupy(), []);
  return (
    <dialog ref={useModal()} className="over" onClose={onClose} aria-labelledby="over">
      <h2 id="over">{title}</h2>
      {children}
      <div className="out">
        {action}
        <button type="button" className="plain" onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </dialog>
  );
}
