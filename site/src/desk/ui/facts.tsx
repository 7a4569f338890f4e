import type { ReactNode } from 'react';
import { Facts as PlainFacts } from '../../ui/facts';
import styles from './facts.module.css';

/** A list of labelled values: `<Facts of={[['Mobile', mobile], …]} />`. Empty values are left out. */
export const Facts = ({ of }: { of: [string, ReactNode][] }) => <PlainFacts className={styles.facts} of={of} />;
