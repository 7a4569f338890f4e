// Bars are drawn with attributes, which the security policy allows, and stand beside a table, which everybody can read.
import styles from './bars.module.css';

/** A part of a whole, beside its figures. */
export const Bar = ({ part, of }: { part: number; of: number }) => (
  <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect className={styles.ground} width="100" height="8" />
    <rect className={part > of ? styles.over : styles.part} width={Math.min(100, (100 * part) / of)} height="8" />
  </svg>
);

interface ColumnsProps {
  /** What a screen reader says of the drawing. */
  title: string;
  values: { name: string; outer: number; inner: number }[];
}

const height = 60;

/** A column for each day: the outer one is drawn as a line, the inner one is full. */
export function Columns({ title, values }: ColumnsProps) {
  const most = Math.max(1, ...values.map(({ outer, inner }) => Math.max(outer, inner)));
  const tall = (value: number) => (height * value) / most;
  return (
    <svg
      className={styles.columns}
      viewBox={`0 0 ${values.length * 10} ${height}`}
      preserveAspectRatio="none"
      role="img"
    >
      <title>{title}</title>
      {values.map(({ name, outer, inner }, at) => (
        <g key={name}>
          <rect className={styles.ground} x={at * 10 + 1} y={height - tall(outer)} width="8" height={tall(outer)} />
          <rect className={styles.part} x={at * 10 + 2.5} y={height - tall(inner)} width="5" height={tall(inner)} />
        </g>
      ))}
    </svg>
  );
}
