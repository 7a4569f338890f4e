// What is sent: the names of the wire, texts trimmed, and the total that the page showed. A field that the form does not
// ask is sent empty, whatever an earlier visit left in it.
import type { Amount } from '../types/content.gen';
import type { RegistrationRequest } from '../types/wire.gen';
import { asks, type Handles, instituteOf, type Rulebook, textOf, type Values, withSpouse } from './rules';

/** The amount to pay, alone or with an accompanying spouse. */
export const amountOf = (book: Rulebook, values: Values): Amount =>
  withSpouse(book, values) ? book.category.prices.with_spouse : book.category.prices.alone;

export function payloadOf(book: Rulebook, values: Values, handles: Handles, consent: boolean): RegistrationRequest {
  const { category, event } = book;
  const text = (name: string) => (asks(book, name, values) ? textOf(values, name) : '');
  const handle = (name: string) => (asks(book, name, values) && handles[name]) || '';
  return {
    firstname: text('firstname'),
    lastname: text('lastname'),
    email: text('email'),
    mobile: text('mobile'),
    profile_url: handle('profile_url'),
    dob: text('dob'),
    aadharUrl: handle('aadharUrl'),
    membership_no: text('membership_no'),
    spouse: withSpouse(book, values),
    spouseName: text('spouseName'),
    gender: text('gender'),
    gst_no: text('gst_no'),
    institute_name: instituteOf(book, values)?.name ?? '',
    city: text('city'),
    state: text('state'),
    country: text('country'),
    ticketCategory: category.type,
    amount: amountOf(book, values).total_paise / 100,
    event_name: event.name,
    event_location: event.location,
    event_start_date: event.start_date,
    event_end_date: event.end_date,
    company_name: text('company_name'),
    designation: text('designation'),
    consent,
  };
}
