// Keys that a field ignores, and the same for text that is pasted or put in by a keyboard without keys.
import type { Field } from '../types/content.gen';

/** The text without the characters that the field ignores. */
export function withoutBlocked(block: Field['block'], text: string): string {
  if (block === 'digits') return text.replace(/\p{Nd}/gu, '');
  if (block === 'non-digits') return text.replace(/\D/g, '');
  return text;
}

/**
 * How much of a number a telephone field takes: a longer one is refused by its rule, never cut to a number of somebody
 * else.
 */
const mostDigits = 20;

/**
 * What a telephone field makes of a text that is typed, pasted or filled in. A foreign number keeps its "+", so that it
 * is refused.
 */
export function phoneNumber(text: string, length: number, dialCode = ''): string {
  const digits = withoutBlocked('non-digits', text);
  const prefix = text.trim().startsWith('+') && dialCode && !digits.startsWith(dialCode) ? '+' : '';
  return prefix + localNumber(digits, length, dialCode).slice(0, mostDigits);
}

/**
 * What a telephone field makes of a number that arrives at once, pasted or filled in by the browser: a prefix in front
 * of a full number (0, 91, 0091 or 91 0) is no part of it.
 */
export function localNumber(digits: string, length: number, dialCode = ''): string {
  const prefixes = dialCode ? ['0', dialCode, `00${dialCode}`, `${dialCode}0`] : ['0'];
  return prefixes.includes(digits.slice(0, -length)) ? digits.slice(-length) : digits;
}
