import type { ReactNode } from 'react';
import { brand } from '../../content';
import { SheetLabel } from '../../ui/sheet-title';
import styles from './page.module.css';

interface DeskPageProps {
  /** The page's number, for example "D-02". */
  number: string;
  title: ReactNode;
  /** A label to show beside the number instead of the title. */
  label?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A desk page: number, h1, buttons and content. */
export const DeskPage = ({ number, title, label, actions, children }: DeskPageProps) => (
  <div className={styles.page}>
    <header className={styles.head}>
      <div className={styles.title}>
        {brand.drawing_set ? (
          <SheetLabel number={number} label={label ?? title} />
        ) : (
          label && <SheetLabel label={label} />
        )}
        <h1 tabIndex={-1}>{title}</h1>
      </div>
      {actions && <div className="row no-print">{actions}</div>}
    </header>
    {children}
  </div>
);

/** A section of a page under a line and a small heading. */
export const Section = ({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) => (
  <section className={styles.section}>
    <div className={styles.top}>
      <h2>{title}</h2>
      {note && <small>{note}</small>}
    </div>
    {children}
  </section>
);
