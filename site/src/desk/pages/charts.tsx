// Bars are drawn with attributes, which the security policy allows, and stand beside a table, which everybody can read.
import { number } from '../format';
import styles from './charts.module.css';

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
  /** The outer column is drawn as its ground, the inner one is full; `tick` is what stands below, at the axis. */
  values: { name: string; outer?: number; inner: number; tick?: string | undefined }[];
}

const top = 18;
const height = 96;
const foot = top + height;
/** Few columns are not drawn wider for that. */
const fewest = 12;

/**
 * A column for each step of an axis of time, whose marks say which is which. Widths are parts of the whole, so that the
 * words keep their size.
 */
export function Columns({ title, values }: ColumnsProps) {
  const most = Math.max(1, ...values.map(({ outer = 0, inner }) => Math.max(outer, inner)));
  const tall = (value: number) => (height * value) / most;
  const step = 100 / Math.max(fewest, values.length);
  return (
    <svg className={styles.columns} width="100%" height={foot + 24} role="img">
      <title>{title}</title>
      <text x="0" y={top - 5}>
        {number(most)}
      </text>
      <line className={styles.most} x2="100%" y1={top + 0.5} y2={top + 0.5} />
      {values.map(({ name, outer = 0, inner, tick }, at) => (
        <g key={name}>
          <rect className={styles.ground} {...box(at, 0.8, tall(outer))} />
          <rect className={styles.part} {...box(at, outer ? 0.5 : 0.8, tall(inner))} />
          {tick && <Tick text={tick} from={at * step} to={(at + 1) * step} />}
        </g>
      ))}
      <line className={styles.axis} x2="100%" y1={foot + 0.5} y2={foot + 0.5} />
    </svg>
  );

  /** Where a column stands, by the part of its step that it fills. */
  function box(at: number, part: number, tall: number) {
    return { x: `${(at + (1 - part) / 2) * step}%`, width: `${part * step}%`, y: foot - tall, height: tall };
  }
}

/** A mark at the beginning of a step; the words of the last ones end with it, where the drawing does. */
function Tick({ text, from, to }: { text: string; from: number; to: number }) {
  const late = from > 85;
  const x = `${late ? to : from}%`;
  return (
    <>
      <line className={styles.axis} x1={x} x2={x} y1={foot} y2={foot + 6} />
      <text x={x} y={foot + 19} textAnchor={late ? 'end' : 'start'}>
        {text}
      </text>
    </>
  );
}
