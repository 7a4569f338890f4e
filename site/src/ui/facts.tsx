import type { ReactNode } from 'react';
import { Fact } from './fact';

interface FactsProps {
  of: [name: string, value: ReactNode][];
  className?: string | undefined;
}

/** A list of labelled values, without those that are empty; nothing if all are. */
export const Facts = ({ of, className }: FactsProps) =>
  of.some(([, value]) => value) && (
    <dl className={className}>
      {of.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  );
