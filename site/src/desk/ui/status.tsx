// A status is a word with a small drawn sign, never a colour alone.
import type { BookingState } from '../../types/wire.gen';
import * as texts from '../texts';
import styles from './status.module.css';

const signs = {
  good: 'M2 9l4 4 8-10',
  /** Waiting for somebody other than staff. */
  waiting: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 4.5V8l2.5 2',
  /** Partly refunded. */
  part: 'M6 2.5 2.5 6 6 9.5M3 6h6.5a3.75 3.75 0 0 1 0 7.5H5',
  /** Ended as intended. */
  over: 'M3 8h10',
  /** Staff have to act. */
  person: 'M8 1 15.5 14.5H.5ZM8 6v4M8 11.5v1.2',
  /** No longer valid. */
  bad: 'M3 3l10 10M13 3L3 13',
};

export type Sign = keyof typeof signs;

export const Status = ({ sign, children }: { sign: Sign; children: string }) => (
  <span className={[styles.status, styles[sign]].filter(Boolean).join(' ')}>
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d={signs[sign]} fill="none" stroke="currentColor" strokeWidth="1.75" />
    </svg>
    {children}
  </span>
);

const signOf: Record<BookingState, Sign> = {
  waiting: 'waiting',
  paid: 'good',
  'part refunded': 'part',
  refunded: 'over',
  cancelled: 'bad',
  expired: 'over',
  erased: 'over',
};

/** The state of a booking, and whether its ticket is void. */
export const BookingStatus = ({ state, ticket }: { state: BookingState; ticket?: string | undefined }) => (
  <span className={styles.states}>
    <Status sign={signOf[state]}>{texts.bookingStates[state]}</Status>
    {ticket === 'void' && ' '}
    {ticket === 'void' && <Status sign="bad">{texts.ticketVoid}</Status>}
  </span>
);
