import { brand } from '../content';
import { fanlight } from './fanlight';
import { initials } from './initials';
import styles from './monogram.module.css';

const light = fanlight({ radius: 92, sectors: 4, rings: 2, margin: 8 });
const hasDoor = brand.ornament === 'fanlight';

/** Initials in place of a portrait, on a door if there is an ornament; the name for screen readers is beside it. */
export function Monogram({ name }: { name: string }) {
  // The lit pane depends only on the name.
  const lit = [...name].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % light.panes.length;
  return (
    <svg viewBox="0 0 200 240" className={styles.monogram} aria-hidden="true">
      {hasDoor && (
        <>
          <path d={light.panes[lit]} className={styles.lit} />
          <path d={light.lattice + light.frames} className={styles.fine} />
          <path d={light.cusps + light.mullions + light.arch} />
          <path d="M8 106H192V111H8Z" className={styles.bar} />
          <path d="M14 240V118H186V240M24 240V128H176V240" className={styles.fine} />
        </>
      )}
      <text x="100" y={hasDoor ? 209 : 145} textAnchor="middle">
        {initials(name)}
      </text>
    </svg>
  );
}
