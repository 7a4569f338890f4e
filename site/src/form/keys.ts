import type { Field } from '../types/content.gen';

/** The text without the characters that the field ignores. */
export function withoutBlocked(block: Field['block'], text: string): string {
  if (block === 'digits') return text.replace(/\p{Nd}/gu, '');
  if (block === 'non-digits') return latinDigits(text).replace(/\D/g, '');
  return text;
}

/** Indian keyboards also type the digits ०–९. */
const latinDigits = (text: string) => text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966));

/** More than any valid number has, so that a number that was cut off is never valid. */
const maxDigits = 20;

/** A foreign number keeps its "+". */
export function phoneNumber(text: string, length: number, dialCode = ''): string {
  const digits = withoutBlocked('non-digits', text);
  const national = dialCode !== '' && digits.startsWith(dialCode);
  const prefix = text.trim().startsWith('+') && !national ? '+' : '';
  return prefix + localNumber(digits, length, dialCode).slice(0, maxDigits);
}

/** A complete number that was pasted or filled in by the browser can have a prefix: 0, 91, 0091 or 91 0. */
export function localNumber(digits: string, length: number, dialCode = ''): string {
  const prefixes = dialCode ? ['0', dialCode, `00${dialCode}`, `${dialCode}0`] : ['0'];
  return prefixes.includes(digits.slice(0, -length)) ? digits.slice(-length) : digits;
}
