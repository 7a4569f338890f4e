import type { ReactNode } from 'react';
import { Door } from '../ui/door';
import { Loading } from '../ui/loading';
import { LoadingBar } from './loading-bar';
import styles from './shell.module.css';

interface ShellProps {
  children: ReactNode;
  /** Draws a door beside a page with little on it, where there is room. */
  door?: boolean;
}

/** What every page that does something has in common: the column, and the line that shows that a call is under way. */
export function Shell({ children, door }: ShellProps) {
  return (
    <div className={`page ${styles.shell}`}>
      <LoadingBar />
      {door === undefined ? (
        children
      ) : (
        <div className={door ? styles.beside : undefined}>
          <div>{children}</div>
          {door && <Door className={styles.door} />}
        </div>
      )}
    </div>
  );
}

/** A page that does not know yet what it will show, as high as the screen. */
export const Waiting = () => (
  <div className={styles.waiting}>
    <Loading />
  </div>
);
