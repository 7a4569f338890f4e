import { useEffect } from 'react';
import { calendarDay } from '../texts';
import type { GateSetup } from '../types/wire.gen';
import { timeIn } from './clocks';
import { afterPaint, signal } from './feedback';
import { gate } from './gate';
import { AdmitRefused, AdmitUnread } from './manual-check-in';
import { Big, useModal } from './parts';
import { isOneOfTwo, type Verdict } from './state';
import * as texts from './texts';
import { useGate, useSetup } from './use-gate';
import { VerdictSign } from './verdict-sign';

const closesAfter = { in: 3000, manual: 5000, out: 3000, undone: 3000, ask: 15_000, no: 15_000 };
/** Reasons for which the screen shows the last admission. */
const saysWhen: string[] = ['already_in', 'not_inside', 'admitted_twice'];
/** The person has already been admitted, or wanted to leave, so there is nothing to override. */
const isDone = (reason: string) => reason === 'not_inside' || reason === 'admitted_twice';
/** The ticket is void, so nobody can be admitted with it at the gate. */
const isVoid = (reason: string) => reason === 'void' || reason === 'replaced';
/** How long the screen waits for the second person on a ticket, in milliseconds. */
const secondCloses = 15_000;

/** The verdict, which fills the screen for a few seconds or until the next code or press. */
export function VerdictScreen({ verdict }: { verdict: Verdict }) {
  const setup = useSetup();
  const asking = useGate('asking');
  const [isLost, undoable] = [useGate('storageLost'), useGate('undoable')];
  const { n, kind, ticket, places, inside, seats } = verdict;
  const second = isOneOfTwo(verdict);
  const canAdmit = ticket ? kind === 'ask' || kind === 'no' : kind !== 'manual' && verdict.unread !== undefined;
  const mayOverrule = !isDone(verdict.reason) && !isVoid(verdict.reason);
  const closes = second ? secondCloses : closesAfter[kind];

  // biome-ignore lint/correctness/useExhaustiveDependencies: every scan is signalled, even if the verdict is the same
  useEffect(() => afterPaint(() => signal(kind)), [n, kind]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every scan restarts the timer
  useEffect(() => {
    if (asking) return;
    const timer = setTimeout(gate.dismiss, closes);
    return () => clearTimeout(timer);
  }, [n, closes, asking]);

  return (
    <dialog
      ref={useModal()}
      className="verdict"
      data-kind={kind}
      // The bar changes sides, so that two admissions in a row look different.
      data-side={n % 2 ? 'left' : 'right'}
      aria-label={texts.verdict}
      // In React, this handler is also called when the form's dialog, which is inside this one, closes.
      onClose={({ target, currentTarget }) => target === currentTarget && gate.dismiss()}
    >
      <button type="button" className="close" onClick={gate.dismiss}>
        {texts.nextVisitor}
      </button>
      {isLost && <p className="band bad">{texts.lostStorage}</p>}
      <VerdictSign kind={kind} />
      <div role="alert" key={n}>
        <p className="large">{texts.large[kind]}</p>
        {kind !== 'in' && verdict.reason && <p className="small">{texts.small[verdict.reason]}</p>}
        {verdict.manual && <p className="small">{kind === 'manual' ? texts.manualUnverified : texts.manualCheckIn}</p>}
        {verdict.holder && <p className="holder">{verdict.holder}</p>}
      </div>
      {verdict.company && <p className="detail">{verdict.company}</p>}
      {verdict.photo && <img className="photo" src={verdict.photo} alt={texts.holderPhoto} />}
      {verdict.category && (
        <p className="detail">
          {verdict.category}
          {seats > 1 && texts.ticketForSeats(seats)}
          {verdict.lane && texts.laneNamed(verdict.lane)}
        </p>
      )}
      {kind === 'in' && places > 0 && (
        <p className="detail">{texts.counted(inside, places, seats, verdict.day ? '' : ' today')}</p>
      )}
      {kind === 'out' && seats > 1 && <p className="detail">{texts.stillInside(inside, seats)}</p>}
      {kind === 'manual' && <p className="detail">{texts.admittedUnverified(verdict.unread ?? '')}</p>}
      {kind === 'undone' && <p className="detail">{texts.undone(Boolean(verdict.left), inside)}</p>}
      {verdict.day && (kind === 'in' || kind === 'out') && (
        <p className="detail">{texts.countedFor(calendarDay(verdict.day))}</p>
      )}
      {verdict.last && (saysWhen.includes(verdict.reason) || verdict.unread) && (
        <p className="detail">{lastOf(verdict.last, setup)}</p>
      )}
      {kind !== 'in' && verdict.reason && <p className="advice">{adviceFor(verdict, setup)}</p>}
      <div className="actions">
        {second && ticket && <Big onClick={() => gate.admission.again(ticket)}>{texts.admitSecond}</Big>}
        {undoable && <Big onClick={gate.askUndo}>{texts.undo}</Big>}
        {canAdmit && mayOverrule && <Big onClick={() => gate.admission.askWhy(n)}>{texts.admitManually}</Big>}
      </div>
      {asking && !ticket && verdict.unread !== undefined && (
        <AdmitUnread verdict={verdict} code={verdict.unread} onBack={gate.stopAsking} />
      )}
      {asking && ticket && (
        <AdmitRefused
          verdict={verdict}
          onDone={(why) => gate.admission.overrule(ticket, verdict.reason, why)}
          onBack={gate.stopAsking}
        />
      )}
    </dialog>
  );
}

function adviceFor({ reason, ticket, unread }: Verdict, setup: GateSetup): string {
  if (reason === 'already_in' && unread) return texts.secondOfCode;
  const { list: chosen, day } = gate.state;
  const list = setup.lists.find(({ id }) => id === chosen)!;
  const category = setup.categories.find(({ id }) => id === ticket?.category)?.type ?? '';
  return reason && texts.adviceOf(reason, { list, day, category }, setup.days);
}

function lastOf({ at, device, day }: NonNullable<Verdict['last']>, setup: GateSetup): string {
  const city = setup.days.find(({ date }) => date === day)?.city ?? setup.city;
  return texts.lastAdmitted(timeIn(setup.zone, at), device || texts.thisPhone(setup.name), city);
}
