import type { ReactNode } from 'react';
import { Door } from '../ui/door';
import { Loading } from '../ui/loading';
import { LoadingBar } from './loading-bar';
import styles from './shell.module.css';

interface ShellProps {
  children: ReactNode;
  /** Draws a door beside a page that has little content, if there is space. */
  door?: boolean;
}

/** The layout of all program pages: the column and the loading indicator. */
export function Shell({ children, door }: ShellProps) {
  return (
    <div className={`page ${styles.shell}`}>
      <LoadingBar />
      {door === undefined ? (
        children
      ) : (
        <div className={door ? styles.beside : undefined}>
          <div>{children}</div>
          {door && <Door className={`no-print ${styles.door}`} />}
        </div>
      )}
    </div>
  );
}

/** As high as the screen, because the page's height is not known yet. */
export const Waiting = () => (
  <div className={styles.waiting}>
    <Loading />
  </div>
);
