import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Ornament } from './mark';

interface EmptyStateProps {
  title: string;
  /** The heading's level; the page's own title has level 1. */
  level?: 1 | 2 | 3;
  children?: ReactNode;
  actions?: ReactNode;
}

/** An empty list or a failure: the fanlight, a sentence, and buttons. */
export function EmptyState({ title, level = 2, children, actions }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.state}>
      <Ornament detailed className={`ornament ${styles.mark}`} />
      <Heading className={styles.title}>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={`cluster ${styles.actions}`}>{actions}</div>}
    </div>
  );
}
