import type { ReactNode } from 'react';
import styles from './sheet-title.module.css';

interface SheetTitleProps {
  /** The sheet number, for example "A-03". */
  number?: string | undefined;
  /** What stands after the number; the title itself when nothing else is said. */
  label?: ReactNode;
  title: ReactNode;
  /** One or two sentences under the title. */
  lead?: ReactNode;
  children?: ReactNode;
}

/** The head of a page: the sheet's label ("A-03 · Speakers"), the one h1, and a lead. */
export function SheetTitle({ number, label, title, lead, children }: SheetTitleProps) {
  return (
    <header className={styles.head}>
      {number && <SheetLabel number={number} label={label ?? title} />}
      <h1>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </header>
  );
}

/** The small label of a drawing sheet. */
export function SheetLabel({ number, label }: { number: string; label: ReactNode }) {
  return (
    <p className={styles.label}>
      <span className={styles.number}>{number}</span> <span aria-hidden="true">·</span> {label}
    </p>
  );
}
