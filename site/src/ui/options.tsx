/** A select's options, given as pairs of value and label. */
export const Options = ({ of }: { of: (readonly [value: string, label: string])[] }) =>
  of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
