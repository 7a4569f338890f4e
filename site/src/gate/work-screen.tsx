import { memo, useCallback, useEffect, useState } from 'react';
import { calendarDay } from '../texts';
import { numbered } from '../ui/numbered';
import { Options } from '../ui/options';
import { useArrivals } from './arrivals';
import { CameraView } from './camera-view';
import { dateIn, timeIn } from './clocks';
import { AllConflicts, Conflicts } from './conflicts';
import { gate } from './gate';
import { ManualCheckInSheet } from './manual-check-in';
import { Big } from './parts';
import { LookUp, More, UndoSheet } from './sheets';
import { oldListsMs } from './state';
import * as texts from './texts';
import { useGate, useSetup } from './use-gate';
import { useHandScanner } from './use-hand-scanner';
import { VerdictScreen } from './verdict';

/** The work screen: the assignment at the top, the camera in the middle, the buttons at the bottom. */
export function WorkScreen() {
  const [verdict, undoable, asking] = [useGate('verdict'), useGate('undoable'), useGate('asking')];
  const conflicts = useGate('conflicts');
  const [sheet, setSheet] = useState<'' | 'look-up' | 'manual' | 'conflicts' | 'more'>('');
  // The code that the volunteer typed to look somebody up, and why the look-up failed.
  const [typed, setTyped] = useState({ code: '', reason: '' });
  useHandScanner();
  const close = () => setSheet('');
  const openConflicts = useCallback(() => setSheet('conflicts'), []);
  const openManual = (code = '', reason = '') => {
    setTyped({ code, reason });
    setSheet('manual');
  };
  return (
    <main className="work">
      <Assignment />
      <Warnings onConflicts={openConflicts} />
      <CameraView />
      <div className="foot">
        {undoable && (
          <p className="last">
            {texts.lastPerson(undoable.holder || undoable.code || texts.manualCheckIn, undoable.left)}
          </p>
        )}
        <nav className="thumb" aria-label={texts.gate}>
          <Big onClick={() => setSheet('look-up')}>{texts.type}</Big>
          <Big onClick={() => openManual()}>{texts.manual}</Big>
          {/* Always there, so that the other buttons stay in place. */}
          <Big disabled={!undoable} onClick={gate.askUndo}>
            {texts.undo}
          </Big>
          <Big onClick={() => setSheet('more')}>{texts.more}</Big>
        </nav>
        <Facts />
      </div>
      {sheet === 'look-up' && <LookUp onManual={openManual} onClose={close} />}
      {sheet === 'manual' && <ManualCheckInSheet {...typed} onClose={close} />}
      {sheet === 'conflicts' && conflicts.length > 0 && <AllConflicts conflicts={conflicts} onClose={close} />}
      {sheet === 'more' && <More onClose={close} />}
      {undoable && asking && !verdict && <UndoSheet {...undoable} />}
      {verdict && <VerdictScreen verdict={verdict} />}
    </main>
  );
}

/** Memoised, so that a verdict does not render the assignment again. */
const Assignment = memo(function Assignment() {
  const setup = useSetup();
  const [list, out, day] = [useGate('list'), useGate('out'), useGate('day')];
  const lists = setup.lists.filter(({ id }) => setup.my_lists.includes(id));
  const days = setup.days.filter(({ date }) => setup.my_days.includes(date));
  // If there is only one city, the heading names it.
  const cities = new Set(days.map(({ city }) => city)).size;
  return (
    <header className="head">
      <div>
        <p className="sheet">
          <img src="/icon.svg" alt="" width="20" height="20" />{' '}
          {numbered(texts.workSheet, setup.rehearsal ? texts.rehearsal : setup.event)}
        </p>
        <h1>
          {setup.name} <span>· {setup.city}</span>
        </h1>
      </div>
      <div className="chosen">
        <div className="listed">
          <label>
            {texts.list}
            <select value={list} onChange={(event) => gate.choose({ list: event.target.value, out: false })}>
              <Options of={lists.map(({ id, name }) => [id, name])} />
            </select>
          </label>
          {lists.find(({ id }) => id === list)?.in_and_out &&
            [false, true].map((way) => (
              <button
                key={String(way)}
                type="button"
                aria-pressed={out === way}
                onClick={() => gate.choose({ out: way })}
              >
                {way ? texts.goingOut : texts.comingIn}
              </button>
            ))}
        </div>
        <label>
          {texts.day}
          <select value={day} onChange={(event) => gate.choose({ day: event.target.value })}>
            <Options of={days.map(({ date, display, city }) => [date, display + (cities > 1 ? ` · ${city}` : '')])} />
          </select>
        </label>
      </div>
    </header>
  );
});

/** Warnings for the volunteer, the most serious first, because a small phone shows only the first without scrolling. */
const Warnings = memo(function Warnings({ onConflicts }: { onConflicts: () => void }) {
  const setup = useSetup();
  const [day, listsAt, offset] = [useGate('day'), useGate('listsAt'), useGate('offset')];
  const [online, refused, ended] = [useGate('online'), useGate('refused'), useGate('ended')];
  const conflicts = useGate('conflicts');
  const lost = useLost();
  const now = useNow() + offset;
  const today = dateIn(setup.zone, now);
  const old = listsAt > 0 && (!online || now - listsAt > oldListsMs);
  const warns = lost || refused || conflicts.length > 0 || listsAt === 0 || old || today !== day;
  return (
    // Focusable, because on a small phone it scrolls.
    <section className="warnings" aria-label={texts.warnings} aria-live="polite" tabIndex={warns ? 0 : undefined}>
      {lost && <p className="band bad">{lost}</p>}
      {refused && (
        <p className="band bad">
          {refused} {ended ? texts.endedDevice : texts.scansAreKept}
        </p>
      )}
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} onOpen={onConflicts} />}
      {listsAt === 0 && <p className="band">{texts.noListsYet}</p>}
      {old && <p className="band">{texts.oldLists(timeIn(setup.zone, listsAt), texts.age(now - listsAt))}</p>}
      {today !== day && <p className="band">{texts.otherDay(calendarDay(today), calendarDay(day))}</p>}
      {today !== day && setup.my_days.includes(today) && (
        <Big onClick={() => gate.choose({ day: today })}>{texts.countDay(calendarDay(today))}</Big>
      )}
    </section>
  );
});

function useLost(): string {
  const [isLost, unsent, before] = [useGate('storageLost'), useGate('unsent'), useGate('missing')];
  if (isLost) return texts.storageLost(unsent);
  return before === undefined ? '' : texts.missing(before);
}

const Facts = memo(function Facts() {
  const [online, listsAt] = [useGate('online'), useGate('listsAt')];
  const [unsent, offset] = [useGate('unsent'), useGate('offset')];
  const now = useNow() + offset;
  const arrivals = useArrivals();
  return (
    <p className="state">
      <span data-online={online}>{online ? texts.network : texts.noNetwork}</span>
      <span>{texts.listsFrom(listsAt ? texts.age(now - listsAt) : '')}</span>
      <span>{texts.toSend(unsent)}</span>
      {arrivals && (
        <span className="arrived">
          {texts.arrived} {texts.arrivedOf(arrivals.total)}
        </span>
      )}
    </p>
  );
});

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
