// A state is a word with a small drawn sign, never a colour alone.
import type { BookingState } from '../../types/wire.gen';
import styles from './status.module.css';

const signs = {
  /** It stands. */
  good: 'M2 9l4 4 8-10',
  /** It waits for somebody else. */
  waiting: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 4.5V8l2.5 2',
  /** It stands, and a part of it went back. */
  part: 'M6 2.5 2.5 6 6 9.5M3 6h6.5a3.75 3.75 0 0 1 0 7.5H5',
  /** It is over, and that is in order. */
  over: 'M3 8h10',
  /** It needs a person here. */
  person: 'M8 1 15.5 14.5H.5ZM8 6v4M8 11.5v1.2',
  /** It is no longer valid. */
  bad: 'M3 3l10 10M13 3L3 13',
};

export type Sign = keyof typeof signs;

export function Status({ sign, children }: { sign: Sign; children: string }) {
  return (
    <span className={[styles.status, styles[sign]].filter(Boolean).join(' ')}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d={signs[sign]} fill="none" stroke="currentColor" strokeWidth="1.75" />
      </svg>
      {children}
    </span>
  );
}

const ofState: Record<BookingState, Sign> = {
  waiting: 'waiting',
  paid: 'good',
  'part refunded': 'part',
  refunded: 'over',
  cancelled: 'bad',
  expired: 'over',
  erased: 'over',
};

interface BookingStatusProps {
  state: BookingState;
  /** The state of the ticket: "void" is said, whatever took it. */
  ticket?: string | undefined;
}

/** The state of a booking, and that nobody comes in with its ticket, by the API's words for it. */
export const BookingStatus = ({ state, ticket }: BookingStatusProps) => (
  <span className={styles.states}>
    <Status sign={ofState[state]}>{state}</Status>
    {ticket === 'void' && ' '}
    {ticket === 'void' && <Status sign="bad">ticket void</Status>}
  </span>
);
