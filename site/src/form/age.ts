// Calendar days are strings such as "2000-12-31", which have no time zone and sort alphabetically.

/** Whole years. Source: specification section 3 (age helper). */
export function ageOn(birth: string, day: string): number {
  const [birthYear = 0, dayYear = 0] = [birth, day].map((date) => Number(date.slice(0, 4)));
  return dayYear - birthYear - (day.slice(5) < birth.slice(5) ? 1 : 0);
}

/** Whether a string is a real calendar day. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
