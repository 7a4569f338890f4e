import type { ReactNode } from 'react';
import styles from './section-title.module.css';

interface SectionTitleProps {
  id?: string | undefined;
  children: ReactNode;
  note?: ReactNode;
}

/** A heading below a line, which is drawn when the heading appears. */
export function SectionTitle({ id, children, note }: SectionTitleProps) {
  return (
    <div className={styles.head} data-draw="">
      <h2 id={id}>{children}</h2>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
