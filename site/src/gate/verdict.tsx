import { useEffect, useState } from 'react';
import type { GateSetup } from '../types/wire.gen';
import { afterPaint } from './after-paint';
import { isOneOfTwo, type State, type Verdict } from './board';
import { calendarDay, timeIn } from './clocks';
import { Door } from './door';
import type { Engine } from './engine';
import { tell } from './feedback';
import { Unread } from './unread';
import { useModal } from './use-modal';
import { adviceOf, counted, large, small } from './words';

const closesAfter = { in: 3000, hand: 5000, out: 3000, ask: 15_000, no: 15_000 };
/** Who admitted last is said with these. */
const saysWhen: string[] = ['already_in', 'not_inside', 'let_in_twice'];
/** Was admitted already, or did not want in. */
const isDone = (reason: string) => reason === 'not_inside' || reason === 'let_in_twice';
/** The ticket is void: nobody is admitted with it at a door. */
const isVoid = (reason: string) => reason === 'void' || reason === 'replaced';
/** Somebody of two is still to be admitted. */
const secondCloses = 15_000;

interface VerdictProps {
  engine: Engine;
  state: State;
  verdict: Verdict;
  setup: GateSetup;
}

/** The whole screen for one verdict; the next code replaces it, a press closes it, and so does a while. */
export function VerdictScreen({ engine, state, verdict, setup }: VerdictProps) {
  const byHand = state.asking;
  const { n, kind, ticket, places, inside, seats } = verdict;
  const second = isOneOfTwo(verdict);
  const mayOverrule = !isDone(verdict.reason) && !isVoid(verdict.reason);
  const closes = second ? secondCloses : closesAfter[kind];

  // biome-ignore lint/correctness/useExhaustiveDependencies: every scan is told, also the same verdict again
  useEffect(() => afterPaint(() => tell(kind)), [n, kind]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every scan begins its while anew
  useEffect(() => {
    if (byHand) return;
    const timer = setTimeout(engine.dismiss, closes);
    return () => clearTimeout(timer);
  }, [n, closes, byHand, engine]);

  return (
    <dialog
      ref={useModal()}
      className="verdict"
      data-kind={kind}
      data-reason={verdict.reason}
      // The bar changes sides: two that are admitted one after the other would look as one.
      data-side={n % 2 ? 'left' : 'right'}
      aria-label="Verdict"
      // React lets it rise from the question inside, too.
      onClose={({ target, currentTarget }) => target === currentTarget && engine.dismiss()}
    >
      <button type="button" className="close" onClick={engine.dismiss}>
        Next
      </button>
      {state.storageLost && <p className="band bad">This telephone has lost its storage.</p>}
      <Door kind={kind} />
      <div role="alert" key={n}>
        <p className="large">{large[kind]}</p>
        {kind !== 'in' && verdict.reason && <p className="small">{small[verdict.reason]}</p>}
        {verdict.byHand && <p className="small">{kind === 'hand' ? 'by hand, not checked' : 'By hand'}</p>}
        {verdict.holder && <p className="holder">{verdict.holder}</p>}
      </div>
      {verdict.photo && <img className="photo" src={verdict.photo} alt="Holder of the ticket" />}
      {verdict.category && (
        <p className="detail">
          {verdict.category}
          {seats > 1 && ` · ticket for ${seats}`}
          {verdict.lane && ` · lane ${verdict.lane}`}
        </p>
      )}
      {kind === 'in' && places > 0 && <p className="detail">{counted(inside, places, seats)}</p>}
      {kind === 'hand' && (
        <p className="detail">
          {verdict.unread ? `Code ${verdict.unread}. ` : 'Without a code. '}
          Nobody has looked whether the ticket is valid and unused. The desk is told.
        </p>
      )}
      {verdict.day && <p className="detail">Counted for {calendarDay(verdict.day)}, not today</p>}
      {verdict.last && (saysWhen.includes(verdict.reason) || verdict.unread) && (
        <p className="detail">{lastOf(verdict.last, setup)}</p>
      )}
      {kind !== 'in' && verdict.reason && <p className="advice">{adviceFor(verdict, state, setup)}</p>}
      <div className="acts">
        {second && ticket && (
          <button type="button" className="big" onClick={() => engine.again(ticket)}>
            Admit the second person
          </button>
        )}
        {ticket && (kind === 'ask' || kind === 'no') && mayOverrule && (
          <button type="button" className="big" onClick={() => engine.askWhy(n)}>
            Admit by hand
          </button>
        )}
        {kind !== 'hand' && !ticket && verdict.unread !== undefined && mayOverrule && (
          <button type="button" className="big" onClick={() => engine.askWhy(n)}>
            Admit by hand
          </button>
        )}
      </div>
      {byHand && !ticket && verdict.unread !== undefined && (
        <UnreadByHand engine={engine} verdict={verdict} code={verdict.unread} onBack={engine.stopAsking} />
      )}
      {byHand && ticket && (
        <ByHand
          verdict={verdict}
          onDone={(why) => engine.overrule(ticket, verdict.reason, why)}
          onBack={engine.stopAsking}
        />
      )}
    </dialog>
  );
}

function adviceFor({ reason, ticket }: Verdict, state: State, setup: GateSetup): string {
  const list = setup.lists.find(({ id }) => id === state.list)!;
  const category = setup.categories.find(({ id }) => id === ticket?.category)?.type ?? '';
  return reason && adviceOf(reason, { list, day: state.day, category }, setup.days);
}

/** When, by which telephone, and where. A telephone is called by the place where it stands. */
function lastOf({ at, device, day }: NonNullable<Verdict['last']>, setup: GateSetup): string {
  const city = setup.days.find(({ date }) => date === day)?.city ?? setup.city;
  return `Last admitted at ${timeIn(setup.zone, at)}: ${device || `this telephone, ${setup.name}`}, ${city}`;
}

const usual = ['The desk agreed', 'Wrong person scanned before', 'Went out without a scan'];

/** An admission in spite of a refusal needs a reason, which the desk reads. Nothing is scanned until it is given. */
function ByHand({ verdict, onDone, onBack }: { verdict: Verdict; onDone: (why: string) => void; onBack: () => void }) {
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

interface UnreadByHandProps {
  engine: Engine;
  verdict: Verdict;
  code: string;
  onBack: () => void;
}

/** The question above a verdict. A code that was refused is let in by whoever was told why. */
function UnreadByHand({ engine, verdict, code, onBack }: UnreadByHandProps) {
  const refused = verdict.reason === 'not_looked_up' ? undefined : code;
  return (
    <dialog ref={useModal()} className="by-hand" aria-label="Admit by hand" onClose={onBack}>
      <h2>Let in by hand</h2>
      <Unread
        engine={engine}
        code={code}
        refused={refused}
        told={refused && verdict.reason ? small[verdict.reason] : undefined}
      />
      <button type="button" className="plain" onClick={onBack}>
        Back
      </button>
    </dialog>
  );
}
