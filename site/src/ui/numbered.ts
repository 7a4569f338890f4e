import { brand } from '../content';

/** A label with the number of its sheet, if the site is a drawing set. */
export const numbered = (number: string, label: string) => (brand.drawing_set ? `${number} · ${label}` : label);
