import type { GateConflict } from '../types/wire.gen';
import { timeIn } from './clocks';
import { gate } from './gate';
import { Sheet } from './sheets';
import { letInTwice } from './texts';
import { useSetup } from './use-gate';

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
  conflicts: GateConflict[];
  onClose: () => void;
}

/** All of them, the newest first. */
export function AllConflicts({ conflicts, onClose }: AllConflictsProps) {
  const { zone } = useSetup();
  return (
    <Sheet
      title="Let in twice"
      onClose={onClose}
      act={
        <button
          type="button"
          className="big"
          onClick={() => {
            void gate.readConflicts();
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
                  {timeIn(zone, Date.parse(at))} {verdict === 'out' ? 'out, ' : ''}
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
