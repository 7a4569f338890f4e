// An amount of rupees as people type it. Anything else is refused beside the field and never changed silently.
import { TextField } from '../../ui/field';
import * as texts from '../texts';

/** Digits, or digits in Indian groups (1,23,456), and at most two digits of paise. */
const amount = /^₹?\s*(\d{1,9}|\d{1,2}(?:,\d{2}){0,3},\d{3})(?:\.(\d{1,2}))?$/;

/** Typed rupees in paise; undefined if they are not an amount above zero. */
export function paiseOf(rupees: string): number | undefined {
  const [, whole, part = ''] = amount.exec(rupees.trim()) ?? [];
  if (whole === undefined) return undefined;
  return Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0')) || undefined;
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
    error={value.trim() && !paiseOf(value) ? texts.notAnAmount : error}
  />
);
