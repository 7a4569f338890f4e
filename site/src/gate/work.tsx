import { useEffect, useState } from 'react';
import type { GateConflict, GateSetup } from '../types/wire.gen';
import { oldListsMs, type State } from './board';
import { calendarDay, dateIn, timeIn } from './clocks';
import type { Engine } from './engine';
import { Eye } from './eye';
import { LookUp, More } from './sheets';
import { VerdictScreen } from './verdict';
import { age, missing, storageLost } from './words';

/** The gate at work: assignment above, camera in the middle, what the thumb needs below. */
export function Work({ engine, state }: { engine: Engine; state: State }) {
  const setup = state.setup!;
  const [sheet, setSheet] = useState<'' | 'look-up' | 'more'>('');
  return (
    <main className="work">
      <Assignment engine={engine} state={state} setup={setup} />
      <Warnings engine={engine} state={state} setup={setup} />
      {state.conflicts.length > 0 && <Conflicts engine={engine} conflicts={state.conflicts} setup={setup} />}
      <Eye engine={engine} />
      <div className="foot">
        <nav className="thumb" aria-label="Gate">
          <button type="button" className="big" onClick={() => setSheet('look-up')}>
            Type
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
        <Facts state={state} />
      </div>
      {sheet === 'look-up' && <LookUp engine={engine} setup={setup} onClose={() => setSheet('')} />}
      {sheet === 'more' && <More engine={engine} state={state} setup={setup} onClose={() => setSheet('')} />}
      {state.verdict && <VerdictScreen engine={engine} state={state} verdict={state.verdict} zone={setup.zone} />}
    </main>
  );
}

function Assignment({ engine, state, setup }: { engine: Engine; state: State; setup: GateSetup }) {
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
          <select value={state.list} onChange={(event) => engine.choose({ list: event.target.value, out: false })}>
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
          <select value={state.day} onChange={(event) => engine.choose({ day: event.target.value })}>
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
}

/** What the volunteer must know: said plainly, with what it means. */
function Warnings({ engine, state, setup }: { engine: Engine; state: State; setup: GateSetup }) {
  const now = useNow() + state.offset;
  const today = dateIn(setup.zone, now);
  const old = state.listsAt > 0 && (!state.online || now - state.listsAt > oldListsMs);
  const counted = setup.days.find(({ date }) => date === state.day)?.display ?? calendarDay(state.day);
  return (
    <div aria-live="polite">
      {state.storageLost && <p className="band bad">{storageLost(state.unsent)}</p>}
      {!state.storageLost && state.missing !== undefined && <p className="band bad">{missing(state.missing)}</p>}
      {state.refused && <p className="band bad">{state.refused} Scans are kept and go on.</p>}
      {state.listsAt === 0 && (
        <p className="band">
          No lists yet: genuine tickets are recognised, but not those that were withdrawn or used at another door.
        </p>
      )}
      {old && (
        <p className="band">
          The lists are of {timeIn(setup.zone, state.listsAt)} ({age(now - state.listsAt)}): what was withdrawn or used
          elsewhere since is not known here.
        </p>
      )}
      {today !== state.day && (
        <p className="band">
          By the clock it is {calendarDay(today)}; this telephone counts {counted}. Is that right?
        </p>
      )}
      {today !== state.day && setup.my_days.includes(today) && (
        <button type="button" className="big" onClick={() => engine.choose({ day: today })}>
          Count {calendarDay(today)}
        </button>
      )}
    </div>
  );
}

function Conflicts({ engine, conflicts, setup }: { engine: Engine; conflicts: GateConflict[]; setup: GateSetup }) {
  return (
    <section className="band bad" aria-label="Conflicts">
      <h2>Admitted twice</h2>
      <ul>
        {conflicts.map((conflict) => (
          <li key={conflict.key}>
            Ticket {conflict.code}:{' '}
            {conflict.scans
              .map(({ device, at, place }) => `${device}, ${place}, ${timeIn(setup.zone, Date.parse(at))}`)
              .join(' and ')}
            . The desk knows. Nobody has to leave.
          </li>
        ))}
      </ul>
      <button type="button" className="big" onClick={() => engine.readConflicts()}>
        I have read this
      </button>
    </section>
  );
}

function Facts({ state }: { state: State }) {
  const now = useNow() + state.offset;
  return (
    <p className="state">
      <span data-online={state.online}>{state.online ? 'Network' : 'No network: goes on by itself'}</span>
      <span>Lists {state.listsAt ? age(now - state.listsAt) : 'none'}</span>
      <span>{state.unsent === 0 ? 'All sent' : `${state.unsent} to send`}</span>
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
