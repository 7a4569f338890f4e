// The countries and states for the forms, in a separate module so that pages without a form do not load them.
import countriesJSON from '../../data/site/countries.json';
import statesJSON from '../../data/site/states.json';
import type { Countries, States } from './types/content.gen';

export const countries = (countriesJSON ?? { countries: [] }) as Countries;
export const states = (statesJSON ?? { states: [] }) as States;
