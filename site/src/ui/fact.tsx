/** A name and a value in a description list; nothing if there is no value. */
export const Fact = ({ name, value }: { name: string; value: string | undefined }) =>
  value && (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
