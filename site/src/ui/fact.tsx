import type { ReactNode } from 'react';

/** Shows nothing without a value. */
export const Fact = ({ name, value }: { name: string; value: ReactNode }) =>
  value ? (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ) : null;
