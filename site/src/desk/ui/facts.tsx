import type { ReactNode } from 'react';
import styles from './facts.module.css';

/**
 * Facts under each other, each with its name: `<Facts of={[['Mobile', mobile], …]} />`. What is empty is left out.
 */
export function Facts({ of }: { of: [string, ReactNode][] }) {
  return (
    <dl className={styles.facts}>
      {of
        .filter(([, value]) => value !== '' && value !== undefined && value !== null && value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
