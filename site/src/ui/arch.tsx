import type { ReactNode } from 'react';
import styles from './arch.module.css';

/** An arch-topped frame around a portrait. */
export function Arch({ children, lit = false }: { children: ReactNode; lit?: boolean }) {
  return <div className={[styles.arch, lit && styles.lit].filter(Boolean).join(' ')}>{children}</div>;
}
