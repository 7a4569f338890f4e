// The rules for the registration forms, from the same content as the API's. The functions are pure.

import { isFor } from '../asked-fields';
import * as texts from '../texts';
import type { Category, Event, Field, Institute, Registration } from '../types/content.gen';
import { ageOn, isCalendarDay } from './age';

/** By field name. A field that nobody has edited is missing. */
export type Values = Readonly<Record<string, string | boolean>>;

/** Messages by field name. */
export type Faults = Record<string, string>;

/** What the rules need in addition to the typed values. */
export interface Rulebook {
  registration: Registration;
  category: Category;
  event: Event;
  /** The name of the country for which the form lists the states. */
  homeCountry: string;
  /** Today's calendar day in the event's zone. */
  today: string;
}

/** A check that stops the submission with a toast. `hint` is shown beside the field until it is corrected. */
export interface Stop {
  field: string;
  toast: string;
  hint: string;
}

export const textOf = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
};

const isTicked = (values: Values, name: string): boolean => values[name] === true;

/** Whether the form has this field, given what has been entered so far. */
function isAsked(field: Field, book: Rulebook, values: Values): boolean {
  if (!isFor(field, book.category)) return false;
  if (field.name === 'aadharUrl') return !['', 'off'].includes(book.registration.id_document.mode);
  if (field.name === 'institute_name') return book.category.choose_institute;
  if (field.name === 'spouseName') return withSpouse(book, values);
  if (isOfFirm(field.name))
    return textOf(values, 'gst_no') !== '' || (field.name === 'invoice_address' && needsAddress(book.category));
  return !field.required_when || isTicked(values, field.required_when);
}

/** The same limit as AddressFromPaise in api/booking/document.go. */
const addressFromPaise = 5_000_000;

/** Whether an invoice at these prices needs the buyer's address even without a GST number. */
const needsAddress = ({ prices: { alone, with_spouse } }: Category): boolean =>
  Math.max(alone.net_paise, with_spouse.net_paise) >= addressFromPaise;

/** The form asks for these fields after a GST number has been typed, and for the address also if the price needs it. */
export const isOfFirm = (name: string): boolean => name === 'invoice_name' || name === 'invoice_address';

/** The message for an empty field; undefined if the field may stay empty. A profile has no ticket type. */
export const requiredFor = ({ optional_for = [], required }: Field, { type }: Category): string | undefined =>
  (type ? optional_for.includes(type) : optional_for.length > 0) ? undefined : required;

/** A ticked checkbox is ignored if this form does not have it. */
export const withSpouse = (book: Rulebook, values: Values): boolean =>
  isTicked(values, 'spouse') && asks(book, 'spouse', values);

/** Whether the form has this field, given what has been entered so far. */
export const asks = (book: Rulebook, name: string, values: Values): boolean =>
  book.registration.fields.some((field) => field.name === name && isAsked(field, book, values));

/** The form's fields, in order. */
export const askedFields = (book: Rulebook, values: Values): Field[] =>
  book.registration.fields.filter((field) => isAsked(field, book, values));

/** Fields that are checked only when the form is sent, with a toast, and not while somebody types. */
const checkedOnSubmit = ['institute_name', 'spouseName'];

/** Undefined if the value is valid. */
export function faultOf(field: Field, book: Rulebook, values: Values): string | undefined {
  if (field.kind === 'upload' || field.kind === 'checkbox') return undefined;
  const value = textOf(values, field.name);
  const later = field.required_as === 'submit' || checkedOnSubmit.includes(field.name);
  if (value === '') return later ? undefined : requiredFor(field, book.category) || undefined;
  return ruleFault(field, value, book.today, skipsPattern(field, book, values));
}

/** The message for the first rule that a value breaks. With `anyPattern`, the pattern is not checked. */
export function ruleFault(field: Field, typed: string, today: string, anyPattern: boolean): string | undefined {
  const line = field.lines ? typed.replaceAll('\n', ' ') : typed;
  const value = field.capitals ? line.toUpperCase() : line;
  if (value === '') return field.required || undefined;
  if (field.own && field.kind !== 'text') return answerFault(field, value);
  const limit = field.max_length || defaultMaxLength;
  if (field.kind === 'tel' && field.pattern_message && [...value].length > limit) return field.pattern_message;
  if ([...value].length > limit) return texts.tooLong(limit);
  if (field.kind === 'email' && foreign.test(value)) return texts.foreignAddress;
  if (hidden.test(value) || !legible.test(value)) return field.pattern_message || texts.unprintable;
  if (field.kind === 'date') return dateFault(field, value, today);
  if (field.kind === 'email' && !isPlainAddress(value)) return field.pattern_message;
  if (anyPattern || !field.pattern) return undefined;
  if (!matches(field.pattern, value)) return field.pattern_message;
  return field.name === 'gst_no' ? gstinFault(value) : undefined;
}

/** Checks a custom question with choices or a number, by the API's rule. */
function answerFault(field: Field, value: string): string | undefined {
  if (field.kind === 'number') {
    const { min = 0, max = 0 } = field;
    const fits = /^-?[0-9]{1,15}$/.test(value) && Number(value) >= min && (!max || Number(value) <= max);
    return fits ? undefined : texts.wholeNumber(min, max);
  }
  const offered = optionsOf(field).map((option) => option.value);
  return value.split('\n').every((choice) => offered.includes(choice)) ? undefined : texts.chooseFromList;
}

/** The choices for a custom question. */
export const optionsOf = (field: Field): { value: string; label: string }[] =>
  field.kind === 'yes_no'
    ? Object.entries(texts.yesNo).map(([value, label]) => ({ value, label }))
    : (field.options ?? []).map((option) => ({ value: option, label: option }));

/** Checks a GST number whose format is correct, by the API's rules. */
function gstinFault(gstin: string): string | undefined {
  const state = gstin.slice(0, 2);
  if (state === '25' || state === '28') return texts.gstinOldState(state);
  if (state === '00' || (state > '38' && state !== '97')) return texts.gstinState(state);
  const [wanted, found] = [checkDigit(gstin.slice(0, -1)), gstin.slice(-1)];
  return wanted === found ? undefined : texts.gstinCheckDigit(wanted, found);
}

/** A GSTIN's last character, computed from the other characters' values in base 36, with weights of 1 and 2 in turn. */
function checkDigit(others: string): string {
  const sum = [...others].reduce((total, sign, index) => {
    const product = parseInt(sign, 36) * (1 + (index % 2));
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return ((36 - (sum % 36)) % 36).toString(36).toUpperCase();
}

/** Some of these letters look like Latin letters and lead to another mailbox. */
const foreign = /[^\p{ASCII}\s\p{Cc}]/u;

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const plainAddress = new RegExp(`^${atom}(\\.${atom})*@${atom}(\\.${atom})+$`, 'i');

/** As in the API: no name, no quotes, no encoded words, no dot at either end. */
const isPlainAddress = (text: string): boolean =>
  text.length <= 254 && text.indexOf('@') <= 64 && !text.includes('=?') && plainAddress.test(text);

/** Invisible characters, except the two joiners that many Indian scripts need. */
const hidden = /(?![\u200C\u200D])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\uFFFD]/u;
const legible = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u;

/** The API has the same default. */
export const defaultMaxLength = 200;

function dateFault(field: Field, value: string, today: string): string | undefined {
  if (!isCalendarDay(value) || value < '1900') return texts.invalidDate;
  return field.not_future && value > today ? field.not_future : undefined;
}

function skipsPattern(field: Field, book: Rulebook, values: Values): boolean {
  const country = textOf(values, 'country');
  if (field.name === 'state') return country === book.homeCountry;
  // The pattern asks for a PIN code.
  if (field.name === 'invoice_address') return country !== '' && country !== book.homeCountry;
  return field.kind === 'select';
}

/** The messages for all fields at once. */
export function faultsOf(book: Rulebook, values: Values): Faults {
  const faults: Faults = {};
  for (const field of askedFields(book, values)) {
    const fault = faultOf(field, book, values);
    if (fault) faults[field.name] = fault;
  }
  return faults;
}

const compiled = new Map<string, RegExp>();

function regexpOf(source: string): RegExp {
  const known = compiled.get(source) ?? new RegExp(source, 'u');
  compiled.set(source, known);
  return known;
}

/** Whether the whole value matches a pattern from the content. */
export const matches = (pattern: string, value: string): boolean => regexpOf(`^(?:${pattern})$`).test(value);

/** Matches anywhere in the number. Most patterns describe its beginning ("^TR"). */
const isIn = (pattern: string, number: string): boolean => regexpOf(pattern).test(number);

/** If a category offers only one institute, the form does not ask for it. */
export const institutesFor = (book: Rulebook): Institute[] =>
  book.registration.fields.some((field) => membership.includes(field.name) && isFor(field, book.category))
    ? (book.registration.institutes ?? []).filter(
        (institute) => Boolean(institute.default) !== book.category.choose_institute,
      )
    : [];

/** Only forms with an institute have these fields. */
const membership = ['institute_name', 'membership_no'];

/** The chosen institute, or the category's only one. */
export function instituteOf(book: Rulebook, values: Values): Institute | undefined {
  const offered = institutesFor(book);
  if (!book.category.choose_institute) return offered[0];
  return offered.find((institute) => institute.name === textOf(values, 'institute_name'));
}

/** The API's addresses for uploaded pictures, by field name. */
export type Handles = Readonly<Record<string, string>>;

/** In the specification's order (section 5). A toast shows only the first. */
export function stopsOf(book: Rulebook, values: Values, handles: Handles): Stop[] {
  return [
    ...missingPictures(book, values, handles),
    ...outsideAge(book, values),
    ...missingInstitute(book, values),
    ...missingSpouse(book, values),
    ...wrongMembership(book, values),
  ];
}

/** The kind of upload, by field name. */
export const uploadKinds: Readonly<Record<string, 'photo' | 'aadhar'>> = { aadharUrl: 'aadhar', profile_url: 'photo' };

function missingPictures(book: Rulebook, values: Values, handles: Handles): Stop[] {
  const asked = new Set(
    askedFields(book, values)
      .filter((field) => requiredFor(field, book.category))
      .map((field) => field.name),
  );
  return Object.entries(uploadKinds)
    .filter(([name]) => asked.has(name) && !handles[name])
    .map(([name, kind]) => ({
      field: name,
      toast: book.registration.uploads?.find((upload) => upload.kind === kind)?.missing ?? '',
      hint: texts.pictureMissing,
    }));
}

function outsideAge({ category, event }: Rulebook, values: Values): Stop[] {
  const birth = textOf(values, 'dob');
  if (!isCalendarDay(birth)) return [];
  const { min, max, message } = category.age;
  const age = ageOn(birth, event.age_reference_date);
  if ((!min || age >= min) && (!max || age <= max)) return [];
  return [{ field: 'dob', toast: message, hint: texts.outsideAge(age, min ?? 0, max ?? 0) }];
}

function missingInstitute(book: Rulebook, values: Values): Stop[] {
  if (!book.category.choose_institute || instituteOf(book, values)) return [];
  const { institute_required: toast } = book.registration.messages;
  return [{ field: 'institute_name', toast, hint: texts.instituteMissing }];
}

function missingSpouse(book: Rulebook, values: Values): Stop[] {
  if (!withSpouse(book, values) || textOf(values, 'spouseName') !== '') return [];
  const { spouse_name_required: missing } = book.registration.messages;
  return [{ field: 'spouseName', toast: missing, hint: missing }];
}

function wrongMembership(book: Rulebook, values: Values): Stop[] {
  const number = asks(book, 'membership_no', values) ? textOf(values, 'membership_no').toUpperCase() : '';
  const institute = instituteOf(book, values);
  if (!institute || number === '') return [];
  const { membership_pattern: pattern, membership_reject: reject } = institute;
  if ((!pattern || isIn(pattern, number)) && (!reject || !isIn(reject, number))) return [];
  const { invalid_membership: toast } = book.registration.messages;
  return [{ field: 'membership_no', toast, hint: texts.notAMember(institute.name) }];
}
