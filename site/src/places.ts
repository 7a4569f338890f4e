// A separate module, because only pages with a form load the countries and states.
import countriesJSON from '../../data/site/countries.json';
import statesJSON from '../../data/site/states.json';
import type { Countries, States } from './types/content.gen';

// The browser's bundle contains each place's name instead of an object (prerender/content-plugin.ts).
const places = <T extends { name: string }>(list: (T | string)[] = []) =>
  list.map((place) => (typeof place === 'string' ? ({ name: place } as T) : place));

export const countries: Countries = { countries: places((countriesJSON as Countries | null)?.countries) };
export const states: States = { states: places((statesJSON as States | null)?.states) };
