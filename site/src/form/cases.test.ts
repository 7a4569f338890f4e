// Runs the cases of the tests for the API's rules, so that both give the same results.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Countries, Event, Registration, Tickets } from '../types/content.gen';
import { type Faults, faultsOf, type Handles, type Rulebook, stopsOf, uploadKinds, type Values } from './rules';

interface Cases {
  now: string;
  edition: { event: Event; registration: Registration; tickets: Tickets; countries: Countries };
  complete: Values;
  cases: { name: string; ticket: string; values: Values; faults: Faults; not_in_browser?: boolean }[];
}
const { now, edition, complete, cases } = JSON.parse(readFileSync('../api/testdata/form-cases.json', 'utf8')) as Cases;

function bookOf(ticket: string): Rulebook {
  const { event, registration, tickets, countries } = edition;
  return {
    registration,
    event,
    category: tickets.categories.find(({ type }) => type === ticket)!,
    homeCountry: countries.countries.find(({ code }) => code === registration.home_country)!.name,
    today: now.slice(0, 10),
  };
}

function said(ticket: string, values: Values): Faults {
  const book = bookOf(ticket);
  const handles = Object.fromEntries(Object.keys(uploadKinds).map((name) => [name, values[name]])) as Handles;
  const stops = stopsOf(book, values, handles).map(({ field, toast }) => [field, toast]);
  return { ...Object.fromEntries(stops), ...faultsOf(book, values) };
}

// Cases marked not_in_browser have values that the form's lists do not offer.
test.each(cases.filter(({ not_in_browser }) => !not_in_browser))('$ticket: $name', ({ ticket, values, faults }) => {
  expect(said(ticket, { ...complete, ...values })).toEqual(faults);
});
