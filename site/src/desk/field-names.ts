// The desk's labels for the form's fields. The form addresses the visitor ("My spouse"); the desk refers to a person.

import { answerText } from '../answer-text';
import { desk, registration, tickets } from '../content';
import type { Field } from '../types/content.gen';
import { calendarDay } from './format';
import * as texts from './texts';

/** The title for a group of fields. */
export const groupTitle = ({ id, title }: { id: string; title: string }): string => texts.groupTitles[id] ?? title;

// The fields are made only once, so that a field stays the same object while somebody types.
const fields = new Map(
  registration.fields.map((field): [string, Field] => [
    field.name,
    {
      ...field,
      label: texts.fieldLabels[field.name] ?? field.label,
      help: '',
      // Staff have to enter the address where visitors may add it later.
      ...(field.name === 'invoice_address' && { required: field.label }),
    },
  ]),
);

/** A form field with the desk's label and without the help text for visitors. */
export const deskField = (field: Field): Field => fields.get(field.name) ?? field;

/** A field's label: "First name" for firstname. */
export const fieldName = (key: string): string => fields.get(key)?.label ?? key.replaceAll('_', ' ');

/** Whether any form has this field; if none has, the desk shows no column or line for it. */
export const isAsked = (name: string): boolean => fields.has(name);

/** Whether payers may deduct tax (TDS); otherwise TDS cannot be entered, and exports have no column for it. */
export const mayDeductTax = tickets.gst_percent > 0 || isAsked('gst_no');

/** The answers in the form's order; those to removed questions come first. */
export function answersInOrder(answers: Record<string, string>): [string, string][] {
  const order = [...fields.keys()];
  return Object.entries(answers).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
}

/** How the desk shows an answer to a custom question. */
export const answerOf = (name: string, answer: string): string => answerText(fields.get(name), answer);

const freeReasons = Object.fromEntries(desk.complimentary.map(({ id, name }) => [id, name]));
const genders = Object.fromEntries(registration.genders?.map(({ value, label }) => [value, label]) ?? []);
const factValues: Record<string, Record<string, string>> = {
  ...texts.factValues,
  reason: freeReasons,
  gender: genders,
};

/** The label for a value in the log. */
export const factName = (field: string): string => {
  const name = texts.factNames[field] ?? fieldName(field);
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** A value from the log as text; "" for a dash, which means that a place is not assigned. */
export const factValue = (field: string, value = ''): string => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return calendarDay(value);
  return value === '—' ? '' : (factValues[field]?.[value] ?? answerOf(field, value));
};

/** Describes a change: "City: Pune → Mumbai", or "City: Mumbai" if there was no value before. */
export function changeText({ field, ...change }: { field: string; before: string; after: string }): string {
  const [before, after] = [factValue(field, change.before), factValue(field, change.after) || texts.nothing];
  return `${factName(field)}: ${before ? `${before} → ` : ''}${after}`;
}

/** The error in a field that is not on the screen, with the field's label if it has one. */
export function faultText(key: string, text: string): string {
  const label = fields.get(key)?.label;
  return label ? `${label}: ${text}` : text;
}

/** Describes the filter in the page's query string, for a printed list: "Filter: state paid; search zoë." */
export function filterText(query: string): string {
  const chosen = [...new URLSearchParams(query)].filter(
    ([name]) => !['show', 'sort', 'dir', 'page', 'per'].includes(name),
  );
  if (chosen.length === 0) return '';
  return texts.printedFilter(
    chosen.map(([name, value]) => `${name === 'q' ? texts.searchFilter : fieldName(name)} ${value}`).join('; '),
  );
}
