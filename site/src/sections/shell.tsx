import type { ReactNode } from 'react';
import { Loading } from '../ui/loading';
import { LoadingBar } from './loading-bar';
import styles from './shell.module.css';

/** What every page that does something has in common: the column, and the line that shows that a call is under way. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className={`page ${styles.shell}`}>
      <LoadingBar />
      {children}
    </div>
  );
}

/** A page that does not know yet what it will show, as high as the screen. */
export const Waiting = () => (
  <div className={styles.waiting}>
    <Loading />
  </div>
);
