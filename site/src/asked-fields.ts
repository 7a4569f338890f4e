import type { Category, Field, Registration } from './types/content.gen';

/** Uses the API's rule. */
export function isFor(field: Field, category: Category): boolean {
  if (!field.forms.includes(category.form)) return false;
  if (field.categories && !field.categories.includes(category.type)) return false;
  return !/^spouse/.test(field.name) || Boolean(category.spouse?.rule);
}

/** Whether a ticket's form has a field with this name. */
export const isNamedFor = (name: string, { fields }: Registration, category: Category): boolean =>
  fields.some((field) => field.name === name && isFor(field, category));
