// Charts drawn with SVG attributes, which the security policy allows. A table beside each chart has the same figures.
import { number } from '../format';
import styles from './charts.module.css';

/** A bar that shows a part of a whole. */
export const Bar = ({ part, of }: { part: number; of: number }) => (
  <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect className={styles.ground} width="100" height="8" />
    <rect className={part > of ? styles.over : styles.part} width={Math.min(100, (100 * part) / of)} height="8" />
  </svg>
);

interface ColumnsProps {
  /** The description for screen readers. */
  title: string;
  /** The inner column is drawn in front of the outer one. `tick` is the label below the axis. */
  values: { name: string; outer?: number; inner: number; tick?: string | undefined }[];
}

const top = 18;
const height = 96;
const foot = top + height;
/** Limits the width of the columns in a chart that has only a few. */
const minColumns = 12;

/** Widths are percentages, so that labels keep their size. */
export function Columns({ title, values }: ColumnsProps) {
  const most = Math.max(1, ...values.map(({ outer = 0, inner }) => Math.max(outer, inner)));
  const tall = (value: number) => (height * value) / most;
  const step = 100 / Math.max(minColumns, values.length);
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

  function box(at: number, part: number, tall: number) {
    return { x: `${(at + (1 - part) / 2) * step}%`, width: `${part * step}%`, y: foot - tall, height: tall };
  }
}

/** Near the end of the axis, the label is aligned right, so that it is not cut off. */
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
