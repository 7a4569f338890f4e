import type { ReactNode } from 'react';
import { event } from '../content';

interface PhasedProps {
  open: string;
  /** Which texts to show: those for the banner, for the buttons, or for the tickets page's title. */
  then: 'banner' | 'action' | 'title';
}

/** The style sheet shows only the current phase's text (phase.ts). */
export const Phased = ({ open, then }: PhasedProps) => (
  <>
    <span className="in-open">{open}</span>
    <span className="in-closed">{event.after_deadline[then]}</span>
    <span className="in-over">{event.after_event[then]}</span>
  </>
);

/** One text until the end of the event and another afterwards (phase.ts). */
export const UntilOver = ({ children, then }: { children: ReactNode; then: ReactNode }) =>
  then ? (
    <>
      <span className="until-over">{children}</span>
      <span className="in-over">{then}</span>
    </>
  ) : (
    children
  );
