import { memo, useCallback, useEffect, useState } from 'react';
import type { GateConflict, GateSetup } from '../types/wire.gen';
import { oldListsMs, type State } from './board';
import { calendarDay, dateIn, timeIn } from './clocks';
import { AllConflicts, Conflicts } from './conflicts';
import type { Engine } from './engine';
import { Eye } from './eye';
import { ByHandSheet, LookUp, More } from './sheets';
import { VerdictScreen } from './verdict';
import { age, missing, storageLost } from './words';

/** The gate at work: assignment above, camera in the middle, what the thumb needs below. */
export function Work({ engine, state }: { engine: Engine; state: State }) {
  const setup = state.setup!;
  const [sheet, setSheet] = useState<'' | 'look-up' | 'by-hand' | 'conflicts' | 'more'>('');
  // What was typed to look somebody up, and why that was not possible.
  const [typed, setTyped] = useState({ code: '', told: '' });
  const close = () => setSheet('');
  const openConflicts = useCallback(() => setSheet('conflicts'), []);
  const byHand = (code = '', told = '') => {
    setTyped({ code, told });
    setSheet('by-hand');
  };
  return (
    <main className="work">
      <Assignment engine={engine} list={state.list} day={state.day} setup={setup} />
      <Warnings
        engine={engine}
        setup={setup}
        day={state.day}
        listsAt={state.listsAt}
        offset={state.offset}
        online={state.online}
        refused={state.refused}
        ended={state.ended}
        lost={state.storageLost ? storageLost(state.unsent) : state.missing !== undefined ? missing(state.missing) : ''}
        conflicts={state.conflicts}
        onConflicts={openConflicts}
      />
      <Eye engine={engine} />
      <div className="foot">
        <nav className="thumb" aria-label="Gate">
          <button type="button" className="big" onClick={() => setSheet('look-up')}>
            Type
          </button>
          <button type="button" className="big" onClick={() => byHand()}>
            By hand
          </button>
          {setup.lists.find(({ id }) => id === state.list)?.in_and_out && (
            <button
              type="button"
              className="big way"
              aria-pressed={state.out}
              onClick={() => engine.choose({ out: !state.out })}
            >
              {state.out ? 'Going out' : 'Coming in'}
            </button>
          )}
          <button type="button" className="big" onClick={() => setSheet('more')}>
            More
          </button>
        </nav>
        <Facts online={state.online} listsAt={state.listsAt} offset={state.offset} unsent={state.unsent} />
      </div>
      {sheet === 'look-up' && <LookUp engine={engine} setup={setup} onByHand={byHand} onClose={close} />}
      {sheet === 'by-hand' && <ByHandSheet engine={engine} {...typed} onClose={close} />}
      {sheet === 'conflicts' && state.conflicts.length > 0 && (
        <AllConflicts engine={engine} conflicts={state.conflicts} setup={setup} onClose={close} />
      )}
      {sheet === 'more' && <More engine={engine} state={state} setup={setup} onClose={close} />}
      {state.verdict && <VerdictScreen engine={engine} state={state} verdict={state.verdict} setup={setup} />}
    </main>
  );
}

interface AssignmentProps {
  engine: Engine;
  list: string;
  day: string;
  setup: GateSetup;
}

/** What a verdict does not change is not drawn again for it. */
const Assignment = memo(function Assignment({ engine, list, day, setup }: AssignmentProps) {
  const days = setup.days.filter(({ date }) => setup.my_days.includes(date));
  // One city stands in the heading already.
  const cities = new Set(days.map(({ city }) => city)).size;
  return (
    <header className="head">
      <div>
        <p className="sheet">G-02 · {setup.rehearsal ? 'Rehearsal' : setup.event}</p>
        <h1>
          {setup.name} <span>· {setup.city}</span>
        </h1>
      </div>
      <div className="chosen">
        <label>
          List
          <select value={list} onChange={(event) => engine.choose({ list: event.target.value, out: false })}>
            {setup.lists
              .filter(({ id }) => setup.my_lists.includes(id))
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
        </label>
        <label>
          Day
          <select value={day} onChange={(event) => engine.choose({ day: event.target.value })}>
            {days.map(({ date, display, city }) => (
              <option key={date} value={date}>
                {display}
                {cities > 1 && ` · ${city}`}
              </option>
            ))}
          </select>
        </label>
      </div>
    </header>
  );
});

interface WarningsProps {
  engine: Engine;
  setup: GateSetup;
  day: string;
  listsAt: number;
  offset: number;
  online: boolean;
  refused: string;
  ended: boolean;
  lost: string;
  conflicts: GateConflict[];
  onConflicts: () => void;
}

/** What the volunteer must know: said plainly, with what it means. The gravest comes first: on a small telephone the rest is scrolled. */
const Warnings = memo(function Warnings({
  engine,
  setup,
  day,
  listsAt,
  offset,
  online,
  refused,
  ended,
  lost,
  conflicts,
  onConflicts,
}: WarningsProps) {
  const now = useNow() + offset;
  const today = dateIn(setup.zone, now);
  const old = listsAt > 0 && (!online || now - listsAt > oldListsMs);
  const counted = setup.days.find(({ date }) => date === day)?.display ?? calendarDay(day);
  return (
    <div className="warnings" aria-live="polite">
      {lost && <p className="band bad">{lost}</p>}
      {refused && (
        <p className="band bad">
          {refused}{' '}
          {ended ? 'What it scans now does not count: send people to another telephone.' : 'Scans are kept and go on.'}
        </p>
      )}
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} onOpen={onConflicts} />}
      {listsAt === 0 && (
        <p className="band">
          No lists yet: genuine tickets are recognised, but not those that were withdrawn or used at another door.
        </p>
      )}
      {old && (
        <p className="band">
          The lists are of {timeIn(setup.zone, listsAt)} ({age(now - listsAt)}): what was withdrawn or used elsewhere
          since is not known here.
        </p>
      )}
      {today !== day && (
        <p className="band">
          By the clock it is {calendarDay(today)}; this telephone counts {counted}. Is that right?
        </p>
      )}
      {today !== day && setup.my_days.includes(today) && (
        <button type="button" className="big" onClick={() => engine.choose({ day: today })}>
          Count {calendarDay(today)}
        </button>
      )}
    </div>
  );
});

function Facts({ online, listsAt, offset, unsent }: Pick<State, 'online' | 'listsAt' | 'offset' | 'unsent'>) {
  const now = useNow() + offset;
  return (
    <p className="state">
      <span data-online={online}>{online ? 'Network' : 'No network: goes on by itself'}</span>
      <span>Lists {listsAt ? age(now - listsAt) : 'none'}</span>
      <span>{unsent === 0 ? 'All sent' : `${unsent} to send`}</span>
    </p>
  );
}

/** The time, twice a minute. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
