import { event, registration } from '../content';
import { now } from '../device/clock';
import { countries } from '../places';
import type { Category } from '../types/content.gen';
import { dayIn } from './age';
import type { Rulebook } from './rules';

export const homeCountry = countries.countries.find(({ code }) => code === registration.home_country)?.name ?? '';

export const bookOf = (category: Category): Rulebook => ({
  registration,
  category,
  event,
  homeCountry,
  today: dayIn(event.time_zone, new Date(now())),
});
