import { useMemo } from 'react';
import { fanlight } from './fanlight';
import styles from './fanlight-mark.module.css';

interface FanlightMarkProps {
  className?: string | undefined;
  /** Shows the detailed drawing with a fine lattice instead of the simpler, bolder mark. */
  detailed?: boolean;
}

const small = { radius: 100, sectors: 3, rings: 1 };
const large = { radius: 100, sectors: 6, rings: 4, margin: 2 };

/** The fanlight drawing; `detailed` adds a fine lattice. */
export function FanlightMark({ className, detailed = false }: FanlightMarkProps) {
  // Drawn only when shown: it takes tens of milliseconds on a phone.
  const drawing = useMemo(() => fanlight(detailed ? large : small), [detailed]);
  const { viewBox, lattice, frames, cusps, mullions, panes, arch, bar } = drawing;
  return (
    <svg
      viewBox={viewBox}
      className={[styles.mark, detailed && styles.detailed, className].filter(Boolean).join(' ')}
      aria-hidden="true"
    >
      <path d={panes[detailed ? 4 : 3]} className={styles.lit} />
      {detailed && <path d={panes[3]} className={styles.lit} />}
      <path d={lattice + frames} className={styles.fine} pathLength={1} />
      <path d={cusps + mullions} className={styles.line} pathLength={1} />
      <path d={arch} className={styles.arch} pathLength={1} />
      <path d={bar} className={styles.bar} />
    </svg>
  );
}
