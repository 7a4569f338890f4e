/** Shows nothing without a value. */
export const Fact = ({ name, value }: { name: string; value: string | undefined }) =>
  value && (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
