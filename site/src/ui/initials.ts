/** Leaves out titles ("Ar.", "Dr.") and text in brackets. */
export function initials(name: string): string {
  const parts = name
    .replace(/\([^)]*\)/g, ' ')
    .split(/\s+/)
    .filter((part) => part && !/^\p{L}{2,}\.$/u.test(part));
  const ends = parts.length > 1 ? [parts[0]!, parts.at(-1)!] : parts;
  return ends.map((part) => [...part][0]!.toUpperCase()).join('');
}
