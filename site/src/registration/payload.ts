// The request for a registration. A field from another form is sent empty, even if an older draft has a value for it.

import {
  askedFields,
  asks,
  type Handles,
  instituteOf,
  isOfFirm,
  type Rulebook,
  textOf,
  type Values,
  withSpouse,
} from '../form/rules';
import type { Amount } from '../types/content.gen';
import type { Person, RegistrationRequest } from '../types/wire.gen';

/** The amount to pay, with or without an accompanying spouse. */
export const amountOf = (book: Rulebook, values: Values): Amount =>
  withSpouse(book, values) ? book.category.prices.with_spouse : book.category.prices.alone;

/** Built from the content's fields, so that fields added there are sent, too. */
function personOf(book: Rulebook, values: Values): Person {
  const typed = book.registration.fields.filter(({ kind, own }) => !own && kind !== 'upload' && kind !== 'checkbox');
  const texts = typed.map(({ name }) => [name, asks(book, name, values) ? textOf(values, name) : '']);
  return {
    ...(Object.fromEntries(texts.filter(([name, text]) => text || !isOfFirm(name!))) as unknown as Person),
    institute_name: instituteOf(book, values)?.name ?? '',
    ...answersOf(book, values),
  };
}

/** Returns {} if there are no answers to custom questions. */
export function answersOf(book: Rulebook, values: Values): Pick<Person, 'answers'> {
  const given = askedFields(book, values).filter(({ own, name }) => own && textOf(values, name));
  return given.length > 0 ? { answers: Object.fromEntries(given.map(({ name }) => [name, textOf(values, name)])) } : {};
}

const optional = ['institute_name', 'profile_url', 'aadharUrl', 'spouse', 'spouseName'];

export function payloadOf(book: Rulebook, values: Values, handles: Handles, consent: boolean): RegistrationRequest {
  const { category, event } = book;
  const handle = (name: string) => (asks(book, name, values) && handles[name]) || '';
  const all: RegistrationRequest = {
    ...personOf(book, values),
    profile_url: handle('profile_url'),
    aadharUrl: handle('aadharUrl'),
    spouse: withSpouse(book, values),
    spouseName: asks(book, 'spouseName', values) ? textOf(values, 'spouseName') : '',
    ticketCategory: category.type,
    amount: amountOf(book, values).total_paise / 100,
    event_name: event.name,
    event_location: event.location,
    event_start_date: event.start_date,
    event_end_date: event.end_date,
    consent,
  };
  const unused = optional.filter((name) => !book.registration.fields.some((field) => field.name === name));
  if (unused.includes('aadharUrl')) unused.push('consent');
  return Object.fromEntries(Object.entries(all).filter(([name]) => !unused.includes(name))) as typeof all;
}
