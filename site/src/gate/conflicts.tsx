import type { GateConflict } from '../types/wire.gen';
import { timeIn } from './clocks';
import { gate } from './gate';
import { Big } from './parts';
import { Sheet } from './sheets';
import * as texts from './texts';
import { useSetup } from './use-gate';

/** On one line, because the camera needs the space. */
export function Conflicts({ conflicts, onOpen }: { conflicts: GateConflict[]; onOpen: () => void }) {
  const newest = conflicts[0]!;
  const tickets = new Set(conflicts.map(({ code }) => code)).size;
  const where = new Set(newest.scans.map(({ device }) => device));
  return (
    <section aria-label={texts.conflicts} aria-live="polite">
      <button type="button" className="band bad twice" onClick={onOpen}>
        <span>{texts.admittedTwice(tickets)}</span>
        <small>
          {tickets > 1 && texts.newest}
          {newest.code}, {[...where].join(texts.and)}
        </small>
      </button>
    </section>
  );
}

/** All conflicts, newest first. */
export function AllConflicts({ conflicts, onClose }: { conflicts: GateConflict[]; onClose: () => void }) {
  const { zone } = useSetup();
  return (
    <Sheet
      title={texts.admittedTwiceTitle}
      onClose={onClose}
      action={
        <Big
          onClick={() => {
            void gate.readConflicts();
            onClose();
          }}
        >
          {texts.conflictsRead}
        </Big>
      }
    >
      <p>{texts.conflictsHelp}</p>
      <ul className="facts">
        {conflicts.map((conflict) => (
          <li key={conflict.key}>
            <strong>{texts.ticketCode(conflict.code)}</strong>
            <ul>
              {conflict.scans.map(({ device, at, place, verdict }) => (
                <li key={device + at}>
                  {timeIn(zone, Date.parse(at))} {texts.momentWords[verdict]}
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
