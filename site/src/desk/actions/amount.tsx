// An amount of rupees as people type it. What is no amount is refused beside the field; nothing is altered silently.
import { TextField } from '../../ui/field';

/** Digits, or digits in Indian groups (1,23,456), and at most two of paise. */
const amount = /^₹?\s*(\d{1,9}|\d{1,2}(?:,\d{2}){0,3},\d{3})(?:\.(\d{1,2}))?$/;

/** Typed rupees in paise; undefined when they are no amount above nothing. */
export function paiseOf(rupees: string): number | undefined {
  const [, whole, part = ''] = amount.exec(rupees.trim()) ?? [];
  if (whole === undefined) return undefined;
  return Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0')) || undefined;
}

/** What is sent of typed rupees, nothing while they are no amount. */
export function refundOf(rupees: string): { refund_paise: number } | undefined {
  const paise = paiseOf(rupees);
  return paise ? { refund_paise: paise } : undefined;
}

interface AmountProps {
  label: string;
  value: string;
  onChange: (rupees: string) => void;
  error: string | undefined;
}

export const AmountField = ({ label, value, onChange, error }: AmountProps) => (
  <TextField
    label={label}
    inputMode="decimal"
    autoComplete="off"
    value={value}
    onChange={({ target }) => onChange(target.value)}
    error={
      value.trim() && !paiseOf(value)
        ? 'This is no amount. Write rupees as 1770, 1,770 or 1770.50, with nothing else.'
        : error
    }
  />
);
