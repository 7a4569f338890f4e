// Characters that a field ignores, even in pasted text.
import type { Field } from '../types/content.gen';

/** The text without the characters that the field ignores. */
export function withoutBlocked(block: Field['block'], text: string): string {
  if (block === 'digits') return text.replace(/\p{Nd}/gu, '');
  if (block === 'non-digits') return latinDigits(text).replace(/\D/g, '');
  return text;
}

/** Indian keyboards also type the digits ०–९. */
const latinDigits = (text: string) => text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966));

/** The maximum number of digits in a phone field: more than any valid number has, so a cut number is never valid. */
const maxDigits = 20;

/** The content of a phone field after text was typed or pasted. A foreign number keeps its "+". */
export function phoneNumber(text: string, length: number, dialCode = ''): string {
  const digits = withoutBlocked('non-digits', text);
  const national = dialCode !== '' && digits.startsWith(dialCode);
  const prefix = text.trim().startsWith('+') && !national ? '+' : '';
  return prefix + localNumber(digits, length, dialCode).slice(0, maxDigits);
}

/** Removes a prefix (0, 91, 0091 or 91 0) from a complete number that was pasted or filled in by the browser. */
export function localNumber(digits: string, length: number, dialCode = ''): string {
  const prefixes = dialCode ? ['0', dialCode, `00${dialCode}`, `${dialCode}0`] : ['0'];
  return prefixes.includes(digits.slice(0, -length)) ? digits.slice(-length) : digits;
}
