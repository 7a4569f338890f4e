import type { ReactNode } from 'react';
import { SheetLabel } from '../../ui/sheet-title';
import styles from './page.module.css';

interface SheetProps {
  /** The sheet's number, for example "D-02". */
  number: string;
  title: ReactNode;
  /** What stands after the number, when it is not the title. */
  label?: string;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A room of the desk: its number, its one h1, what can be done, and its drawing. */
export function Sheet({ number, title, label, actions, children }: SheetProps) {
  return (
    <div className={styles.sheet}>
      <header className={styles.head}>
        <div className={styles.title}>
          {number && <SheetLabel number={number} label={label ?? title} />}
          <h1 tabIndex={-1}>{title}</h1>
        </div>
        {actions && <div className={`${styles.actions} no-print`}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a sheet under a hairline and a small heading. */
export function Part({
  title,
  note,
  children,
  id,
}: {
  title: ReactNode;
  note?: ReactNode;
  children: ReactNode;
  id?: string;
}) {
  return (
    <section className={styles.part} id={id}>
      <div className={styles.top}>
        <h2>{title}</h2>
        {note && <small>{note}</small>}
      </div>
      {children}
    </section>
  );
}
