import { Fact } from './fact';

interface FactsProps {
  of: [name: string, value: string | undefined][];
  className?: string | undefined;
}

/** A list of labelled values, without those that are empty. */
export const Facts = ({ of, className }: FactsProps) => (
  <dl className={className}>
    {of.map(([name, value]) => (
      <Fact key={name} name={name} value={value} />
    ))}
  </dl>
);
