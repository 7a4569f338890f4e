import { expect, test } from 'vitest';
import brand from '../../data/site/brand.json' with { type: 'json' };
import type { Page, SiteContent } from '../src/entry-server.tsx';
import { draw } from './cards.ts';

/** Draws a card, and returns where the last letter of each line begins. */
function lines(name: string, cities: string[], title = 'About', ornament = false): { x: number; end: number }[] {
  const event = { name, short_name: 'Forum', display_dates: '29 November – 3 December 2027' };
  const content = { brand, event, cities: () => cities } as unknown as SiteContent;
  const drawn = draw({ path: '/about', title } as Page, content, ornament).split('</g>');
  return drawn.slice(0, -1).map((line) => {
    const [x, scale] = /translate\((\S+) \S+\) scale\((\S+)/.exec(line)!.slice(1).map(Number);
    const [, last] = [...line.matchAll(/translate\((\S+) 0\)/g)].at(-1)!;
    return { x: x!, end: x! + scale! * Number(last) };
  });
}

test('a long name and long cities stay in their part of the card', () => {
  const long = lines('International Conference on Coastal Engineering 2027', [
    'Thiruvananthapuram',
    'Visakhapatnam',
    'Bhubaneswar',
  ]);
  for (const { x, end } of long) expect(end).toBeLessThan(x < 660 ? 640 : 1144);
  expect(long.filter(({ x }) => x === 660)).toHaveLength(2);
  expect(lines('Forum 2027', ['Kochi']).filter(({ x }) => x === 660)).toHaveLength(1);
});

test('a title with a long word stays in its part of the card', () => {
  const title = 'Donaudampfschifffahrtsgesellschaftstreffen in Rotterdam';
  for (const [ornament, limit] of [
    [false, 476],
    [true, 696],
  ] as const)
    for (const { x, end } of lines('Forum 2027', ['Kochi'], title, ornament))
      if (x === 56) expect(end).toBeLessThan(limit);
});
