import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** A list of labelled values: `<Facts of={[['Mobile', mobile], …]} />`. Empty values are left out. */
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
