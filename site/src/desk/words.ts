// The words of the desk for what the form asks. The form speaks to the visitor ("My spouse…"); the desk speaks of a person.
import { registration } from '../content';
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
