import styles from './fanlight-mark.module.css';

/** The fanlight as a small mark: logo, empty states, title block. Left half jali, right half steel mullions. */
export function FanlightMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 64 36" className={[styles.mark, className].filter(Boolean).join(' ')} aria-hidden="true">
      <path d={lattice} className={styles.fine} />
      <path d={mullions} className={styles.line} />
      <path d="M3 32A29 29 0 0 1 61 32" className={styles.line} />
      <path d="M0 33.5H64" className={styles.heavy} />
    </svg>
  );
}

const polar = (radius: number, turn: number) =>
  `${(32 + radius * Math.cos(Math.PI * turn)).toFixed(2)} ${(32 - radius * Math.sin(Math.PI * turn)).toFixed(2)}`;

const mullions = [
  `M${polar(10, 1)}A10 10 0 0 1 ${polar(10, 0)}`,
  ...[0.5, 0.375, 0.25, 0.125].map((turn) => `M${polar(10, turn)}L${polar(29, turn)}`),
  `M${polar(19.5, 0.5)}A19.5 19.5 0 0 1 ${polar(19.5, 0)}`,
].join('');

/** Two families of crossing curves between the radii 10 and 29 of the left half. */
const lattice = Array.from({ length: 5 }, (_, index) => {
  const start = 0.5 + index * 0.125;
  return [-1, 1]
    .map((way) => [start, start + way * 0.125])
    .filter(([, end]) => end! >= 0.5 && end! <= 1)
    .map(([from, to]) => `M${polar(10, from!)}Q${polar(19.5, from!)} ${polar(19.5, (from! + to!) / 2)}T${polar(29, to!)}`)
    .join('');
}).join('');
