import type { ReactNode } from 'react';
import styles from './sheet-title.module.css';

interface SheetTitleProps {
  /** The sheet number, for example "A-03". */
  number?: string | undefined;
  title?: ReactNode;
  /** One or two sentences below the title. */
  lead?: ReactNode;
  children?: ReactNode;
}

/** The head of a page: the sheet number ("A-03"), the h1, and a lead. */
export function SheetTitle({ number, title, lead, children }: SheetTitleProps) {
  return (
    <header className={styles.head}>
      {number && <SheetLabel number={number} />}
      <h1>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </header>
  );
}

/** A sheet's small label: its number, if the site is a drawing set, and an optional text. */
export function SheetLabel({ number, label }: { number?: string; label?: ReactNode }) {
  return (
    <p className={styles.label}>
      {number && <span className={styles.number}>{number}</span>}
      {number && label && (
        <>
          {' '}
          <span aria-hidden="true">·</span>{' '}
        </>
      )}
      {label}
    </p>
  );
}
