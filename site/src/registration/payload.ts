// What is sent: the names of the wire, texts trimmed, and the total that the page showed.
import type { Amount } from '../types/content.gen';
import type { RegistrationRequest } from '../types/wire.gen';
import { type Handles, type Rulebook, type Values, instituteOf, isTicked, textOf } from './rules';

/** The amount to pay, alone or with an accompanying spouse. */
export const amountOf = ({ category }: Rulebook, values: Values): Amount =>
  isTicked(values, 'spouse') ? category.prices.with_spouse : category.prices.alone;

export function payloadOf(book: Rulebook, values: Values, handles: Handles, consent: boolean): RegistrationRequest {
  const { category, event } = book;
  const text = (name: string) => textOf(values, name);
  const spouse = isTicked(values, 'spouse');
  const associate = category.form === 'associate';
  return {
    firstname: text('firstname'),
    lastname: text('lastname'),
    email: text('email'),
    mobile: text('mobile'),
    profile_url: handles['profile_url'] ?? '',
    dob: text('dob'),
    aadharUrl: handles['aadharUrl'] ?? '',
    membership_no: associate ? '' : text('membership_no'),
    spouse,
    spouseName: spouse ? text('spouseName') : '',
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
    company_name: associate ? text('company_name') : '',
    designation: associate ? text('designation') : '',
    consent,
  };
}
