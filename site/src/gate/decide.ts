// Decides who may enter; the cases are in api/gate/testdata/decisions.json. The server only counts what devices report.
import type { GateDay, GateList, GateRefusal } from '../types/wire.gen';

export interface Question {
  list: GateList;
  /** The day that the volunteer has chosen, which need not be today. */
  day: string;
  /** The type of the ticket's category. */
  category: string;
  seats: number;
  inside: number;
  /** Whether the person is leaving. */
  out: boolean;
  /** The time as HH:MM, or "" if `day` is not today. */
  clock: string;
}

/** What determines the days for which a ticket is valid. */
export type Asked = Pick<Question, 'list' | 'day' | 'category'>;

/** Why somebody is not admitted: the reasons that the server knows, and those that exist only on this page. */
export type Reason = GateRefusal | 'not_looked_up' | 'undecided' | 'admitted_twice' | 'signed_out';

/** How many of a ticket's people may be inside; if a list has no exits, how many times the ticket may be admitted. */
export const placesOf = (list: GateList, seats: number) => (list.in_and_out ? seats : seats * Math.max(list.times, 1));

/** Why somebody may not enter or leave, or "" if they may. */
export function decide(question: Question, days: GateDay[]): GateRefusal | '' {
  const { list, inside, seats, out, clock } = question;
  if (out) return inside === 0 ? 'not_inside' : '';
  const refused = mayEnter(question, days);
  if (refused) return refused;
  if (list.from && clock && clock < list.from) return 'too_early';
  return inside >= placesOf(list, seats) ? 'already_in' : '';
}

function mayEnter({ list, day, category }: Asked, days: GateDay[]): GateRefusal | '' {
  if (list.days.length > 0 && !list.days.includes(day)) return otherDay(day, list.days, days);
  if (list.who.length === 0) return '';
  const theirs = list.who.filter(({ categories }) => categories.includes(category));
  if (theirs.some((who) => who.days.length === 0 || who.days.includes(day))) return '';
  const right = theirs.flatMap((who) => who.days);
  return right.length === 0 ? 'not_for_this' : otherDay(day, right, days);
}

/** The days on which the list admits this category. */
export const rightDays = (question: Pick<Question, 'list' | 'category'>, days: GateDay[]) =>
  days.filter(({ date }) => mayEnter({ ...question, day: date }, days) === '');

/** Whether somebody is in the wrong city, or in the right city on the wrong day. */
function otherDay(day: string, right: string[], days: GateDay[]): GateRefusal {
  const venueOf = (date: string) => days.find((known) => known.date === date)?.venue;
  return right.some((other) => venueOf(other) === venueOf(day)) ? 'wrong_day' : 'wrong_city';
}

/** The lane for a name, by its first letter. Names in other scripts belong to the last lane. */
export function laneOf(lanes: { name: string; from: string; to: string }[], holder: string): string {
  const letter = /\p{L}/u.exec(holder.normalize('NFD'))?.[0].toUpperCase() ?? '';
  const other = holder.trim() ? lanes.at(-1) : undefined;
  return (lanes.find(({ from, to }) => from <= letter && letter <= to) ?? other)?.name ?? '';
}
