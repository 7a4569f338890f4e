// An amount in rupees as people type it. An invalid amount is reported beside the field and never changed silently.
import { TextField } from '../../ui/field';
import * as texts from '../texts';
import type { FormState } from '../ui/form-dialog';

/** Digits, with or without Indian grouping (1,23,456), and at most two digits for paise. */
const amount = /^₹?\s*(\d{1,9}|\d{1,2}(?:,\d{2}){0,3},\d{3})(?:\.(\d{1,2}))?$/;

/** Converts typed rupees to paise; undefined if the text is not an amount above zero. */
export function paiseOf(rupees: string): number | undefined {
  const [, whole, part = ''] = amount.exec(rupees.trim()) ?? [];
  if (whole === undefined) return undefined;
  return Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0')) || undefined;
}

/** The amounts received and deducted, as the API expects them; undefined if one of them is not an amount. */
export function receivedOf({ received = '', tds = '' }: Record<string, string>) {
  const [amount_paise, tds_paise] = [received, tds].map((typed) => (typed.trim() ? paiseOf(typed) : 0));
  if (amount_paise === undefined || tds_paise === undefined) return undefined;
  return amount_paise === 0 ? { tds_paise } : { amount_paise, tds_paise };
}

interface AmountProps {
  form: FormState<Record<string, string>>;
  name: string;
  /** The API's name for the amount. */
  fault: string;
  label: string;
  help?: string;
}

export function AmountField({ form: { typed, set, faults }, name, fault, ...rest }: AmountProps) {
  const value = typed[name] ?? '';
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={({ target }) => set({ [name]: target.value })}
      error={value.trim() && !paiseOf(value) ? texts.notAnAmount : faults[fault]}
    />
  );
}
