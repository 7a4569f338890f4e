import type { ReactNode } from 'react';

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
