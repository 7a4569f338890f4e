import { useEffect } from 'react';
import type { GateConflict, GateSetup } from '../types/wire.gen';
import { timeIn } from './clocks';
import type { Engine } from './engine';
import { Sheet } from './sheets';
import { letInTwice } from './words';

/** One line, however many there are: the camera needs the room. A press shows them all. */
export function Conflicts({ conflicts, onOpen }: { conflicts: GateConflict[]; onOpen: () => void }) {
  const newest = conflicts[0]!;
  const tickets = new Set(conflicts.map(({ code }) => code)).size;
  const where = new Set(newest.scans.map(({ device }) => device));
  return (
    <section aria-label="Conflicts" aria-live="polite">
      <button type="button" className="band bad twice" onClick={onOpen}>
        <span>{letInTwice(tickets)}</span>
        <small>
          {tickets > 1 && 'Newest: '}
          {newest.code}, {[...where].join(' and ')}
        </small>
      </button>
    </section>
  );
}

interface AllConflictsProps {
  engine: Engine;
  conflicts: GateConflict[];
  setup: GateSetup;
  onClose: () => void;
}

/** All of them, the newest first. */
export function AllConflicts({ engine, conflicts, setup, onClose }: AllConflictsProps) {
  useEffect(() => engine.occupy(), [engine]);
  return (
    <Sheet
      title="Let in twice"
      onClose={onClose}
      act={
        <button
          type="button"
          className="big"
          onClick={() => {
            void engine.readConflicts();
            onClose();
          }}
        >
          I have read this
        </button>
      }
    >
      <p>The desk knows. Nobody has to leave.</p>
      <ul className="facts">
        {conflicts.map((conflict) => (
          <li key={conflict.key}>
            <strong>Ticket {conflict.code}</strong>
            <ul>
              {conflict.scans.map(({ device, at, place, verdict }) => (
                <li key={device + at}>
                  {timeIn(setup.zone, Date.parse(at))} {verdict === 'out' ? 'out, ' : ''}
                  {device}, {place}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
