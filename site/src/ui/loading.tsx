import { brand } from '../content';
import * as texts from '../texts';
import styles from './loading.module.css';

interface LoadingProps {
  /** The width in pixels; the height is half of it. */
  size?: number;
  /** Empty inside an element that already says what is loading. */
  label?: string;
}

/** The panes of the fanlight, or five dots, light up one after another. */
export function Loading({ size = 56, label = texts.loading }: LoadingProps) {
  return (
    <span className={styles.loading} role={label ? 'status' : undefined}>
      <svg viewBox="0 0 64 34" width={size} height={(size * 34) / 64} aria-hidden="true">
        {panes.map((d) => (
          <path key={d} d={d} className={styles.pane} />
        ))}
        {hasFanlight && (
          <path
            d="M2 32A30 30 0 0 1 62 32ZM20 32a12 12 0 0 1 24 0"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.5"
          />
        )}
      </svg>
      {label && <span className="unseen">{label}</span>}
    </span>
  );
}

const hasFanlight = brand.ornament === 'fanlight';

const panes = Array.from({ length: 5 }, (_, index) => {
  if (!hasFanlight) return `M${4 + index * 12} 17a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z`;
  const point = (radius: number, step: number) => {
    const angle = Math.PI - (step * Math.PI) / 5;
    return `${(32 + radius * Math.cos(angle)).toFixed(2)} ${(32 - radius * Math.sin(angle)).toFixed(2)}`;
  };
  const outer = `L${point(30, index)}A30 30 0 0 1 ${point(30, index + 1)}`;
  return `M${point(12, index)}${outer}L${point(12, index + 1)}A12 12 0 0 0 ${point(12, index)}Z`;
});
