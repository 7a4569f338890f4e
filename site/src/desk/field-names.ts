// The words of the desk for what the form asks. The form speaks to the visitor ("My spouse…"); the desk speaks of a
// person.
import { desk, registration } from '../content';
import type { Field } from '../types/content.gen';

const titles: Record<string, string> = { place: 'Place' };
const labels: Record<string, string> = { spouse: 'The spouse comes too', spouseName: 'Name of the spouse' };

/** The title of a group of fields. */
export const groupTitle = ({ id, title }: { id: string; title: string }): string => titles[id] ?? title;

// Made once, so that a field stays the same from letter to letter.
const fields = new Map(
  registration.fields.map((field): [string, Field] => [
    field.name,
    { ...field, label: labels[field.name] ?? field.label, help: '' },
  ]),
);

/** A field of the form as the desk asks it: its own label, and no help that is meant for the visitor. */
export const deskField = (field: Field): Field => fields.get(field.name) ?? field;

/** What people call a field that a machine names: "First name" for firstname. */
export const fieldName = (key: string): string => fields.get(key)?.label ?? key.replaceAll('_', ' ');

/** How a registration was paid, in words. */
export const ways: Record<string, string> = {
  online: 'Online',
  bank: 'Bank transfer',
  cheque: 'Cheque',
  cash: 'Cash',
  free: 'Free',
};

/** What the log calls otherwise than people do, and the words of its values. */
const facts: Record<string, string> = {
  what: 'Sent',
  with: 'Called with',
  refund: 'Refund',
  override: 'Rules set aside',
};
const factValues: Record<string, Record<string, string>> = {
  what: { ticket: 'the ticket', link: 'the payment link' },
  paid_by: { ...ways, link: 'Payment link' },
  reason: Object.fromEntries(desk.complimentary.map(({ id, name }) => [id, name])),
};

/** What people call a fact of the log. */
export const factName = (field: string): string => {
  const name = facts[field] ?? fieldName(field);
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** A value of the log in words; nothing for a dash, which is a place that nobody has assigned. */
export const factValue = (field: string, value = ''): string =>
  value === '—' ? '' : (factValues[field]?.[value] ?? value);

/** What an act has changed: what became what, or what was newly set. */
export function changeInWords({ field, ...change }: { field: string; before: string; after: string }): string {
  const [before, after] = [factValue(field, change.before), factValue(field, change.after) || 'nothing'];
  return `${factName(field)}: ${before ? `${before} → ` : ''}${after}`;
}

/** What is wrong about a field that stands nowhere on the screen: with its name, when people know it. */
export function faultInWords(key: string, text: string): string {
  const label = fields.get(key)?.label;
  return label ? `${label}: ${text}` : text;
}

/** The filter that an address holds, for a sheet of paper: "Filter: state paid; q zoë." */
export function filterInWords(query: string): string {
  const chosen = [...new URLSearchParams(query)].filter(
    ([name]) => !['show', 'sort', 'dir', 'page', 'per'].includes(name),
  );
  if (chosen.length === 0) return '';
  return `Filter: ${chosen.map(([name, value]) => `${name === 'q' ? 'search' : fieldName(name)} ${value}`).join('; ')}.`;
}
