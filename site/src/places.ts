// The countries and states for the forms. They are in a separate module, so that pages without a form do not load them.
import countriesJSON from '../../data/site/countries.json';
import statesJSON from '../../data/site/states.json';
import type { Countries, States } from './types/content.gen';

// The browser's bundle has names instead of objects (prerender/content-plugin.ts).
const places = <T extends { name: string }>(list: (T | string)[] = []) =>
  list.map((place) => (typeof place === 'string' ? ({ name: place } as T) : place));

export const countries: Countries = { countries: places((countriesJSON as Countries | null)?.countries) };
export const states: States = { states: places((statesJSON as States | null)?.states) };
