import type { ReactNode } from 'react';
import styles from './arch.module.css';

/** A frame for a portrait, with an arch at the top. */
export function Arch({ children, lit = false }: { children: ReactNode; lit?: boolean }) {
  return <div className={[styles.arch, lit && styles.lit].filter(Boolean).join(' ')}>{children}</div>;
}
