import { event, registration } from '../content';
import { now } from '../device/clock';
import { localTime } from '../local-time';
import { countries } from '../places';
import type { Category } from '../types/content.gen';
import type { Rulebook } from './rules';

/** The country for which the form lists the states. */
export const homeCountry = countries.countries.find(({ code }) => code === registration.home_country)?.name ?? '';

/** Today's rules for a category's form. */
export const bookOf = (category: Category): Rulebook => ({
  registration,
  category,
  event,
  homeCountry,
  today: localTime(event.time_zone, new Date(now())).slice(0, 10),
});
