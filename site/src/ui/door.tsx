import { useMemo } from 'react';
import { brand } from '../content';
import styles from './door.module.css';
import { fanlight } from './fanlight';

/** The whole door: fanlight and transom; below them, the left leaf in wood and the right leaf in steel and glass. */
export function Door({ className }: { className?: string | undefined }) {
  const light = useMemo(() => fanlight({ radius: 100, sectors: 6, rings: 4, margin: 4 }), []);
  if (brand.ornament !== 'fanlight') return null;
  return (
    <svg viewBox="0 0 208 300" className={[styles.door, className].filter(Boolean).join(' ')} aria-hidden="true">
      <path d={light.panes[3]! + light.panes[4]! + light.panes[6]!} className={styles.lit} />
      <path d="M156 124H188V292H156Z" className={styles.glass} />
      <path d={light.lattice + light.frames} className={styles.fine} />
      <path d={light.cusps + light.mullions} />
      <path d={light.arch} className={styles.strong} />
      <path d="M0 104H208V110H0Z" className={styles.bar} />
      <path d="M4 110V292M204 110V292M14 110V292M194 110V292M104 118V292M20 118H188V292M20 118V292" />
      <path d="M30 128H94V170H30ZM30 180H94V222H30ZM30 232H94V282H30Z" />
      <path d="M36 134H88V164H36ZM36 186H88V216H36ZM36 238H88V276H36Z" className={styles.fine} />
      <path
        d="M124 118V292M140 118V292M156 118V292M172 118V292M104 162H188M104 206H188M104 250H188"
        className={styles.fine}
      />
      <path d="M98 196V214M110 196V214" className={styles.strong} />
      <path d="M0 292H208" className={styles.strong} />
    </svg>
  );
}
