// @vitest-environment node
// The verdicts' colours must be easy to tell apart in sunlight.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { large } from './texts';

const read = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');

const brightness = (colour: string) => {
  const full = colour.length === 4 ? colour.replace(/[^#]/g, '$&$&') : colour;
  const [r, g, b] = full
    .slice(1)
    .match(/../g)!
    .map((two) => parseInt(two, 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};

const contrast = (one: string, two: string) => {
  const [dark, light] = [brightness(one), brightness(two)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
};

const rule = /\.verdict(\S*data-kind=.*) \{\s*background: (#\w+);\s*color: (#\w+);/g;
const grounds = [...read('verdict.css').matchAll(rule)].flatMap(([, kinds, background, colour]) =>
  [...kinds!.matchAll(/data-kind='(\w+)'/g)].map(([, kind]) => [kind!, background!, colour!] as const),
);

test('every verdict screen has a contrast of at least 7', () => {
  expect(grounds.map(([kind]) => kind).sort()).toEqual(Object.keys(large).sort());
  for (const [kind, background, colour] of grounds)
    expect(contrast(background, colour), kind).toBeGreaterThanOrEqual(7);
});

// One man in twelve cannot tell red from green, and volunteers see the screen only from the corner of their eye. WCAG
// 1.4.11 asks for 3:1.
test('admitted, ask and refused differ in lightness, not only in hue', () => {
  const of = Object.fromEntries(grounds.map(([kind, background]) => [kind, background]));
  for (const passed of [of.in!, of.out!]) expect(contrast(passed, of.no!), passed).toBeGreaterThanOrEqual(3);
  for (const third of [of.ask!, of.manual!])
    for (const other of [of.in!, of.out!, of.no!]) expect(contrast(third, other), other).toBeGreaterThanOrEqual(1.7);
});
