import { brand } from '../content';

/** A label, with its sheet's number if the site is a drawing set. */
export const numbered = (number: string, label: string) => (brand.drawing_set ? `${number} · ${label}` : label);
