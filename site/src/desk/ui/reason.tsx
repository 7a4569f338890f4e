import { TextField } from '../../ui/field';

interface ReasonProps {
  value: string;
  error?: string | undefined;
  set: (why: string) => void;
}

/** Why an act is done: every act asks for it. */
export const Reason = ({ value, error, set }: ReasonProps) => (
  <TextField
    label="Why"
    help="It stands in the log of acts."
    value={value}
    error={error}
    onChange={({ target }) => set(target.value)}
    required
  />
);
