import type { ReactNode } from 'react';
import { event } from '../content';

interface PhasedProps {
  /** While something is sold. */
  open: string;
  /** Which of the content's words follow: those of the banner, of the buttons, or of the title of the tickets' page. */
  then: 'banner' | 'action' | 'title';
}

/** The words for every phase of the event; the style sheet shows those of now (phase.ts). */
export const Phased = ({ open, then }: PhasedProps) => (
  <>
    <span className="in-open">{open}</span>
    <span className="in-closed">{event.after_deadline[then]}</span>
    <span className="in-over">{event.after_event[then]}</span>
  </>
);

/**
 * What a page says until the event is over, and what it says after that; the style sheet shows one of both (phase.ts).
 */
export const UntilOver = ({ children, then }: { children: ReactNode; then: ReactNode }) =>
  then ? (
    <>
      <span className="until-over">{children}</span>
      <span className="in-over">{then}</span>
    </>
  ) : (
    children
  );
