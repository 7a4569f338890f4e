import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import brand from '../../data/site/brand.json' with { type: 'json' };
import type { Page, SiteContent } from '../src/entry-server.tsx';
import { draw, writeCards } from './cards.ts';
import { Output } from './output.ts';

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

test("each page's card contains the page's own drawing", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'transom-cards-'));
  const size = { width: 800, height: 600 };
  for (const colour of ['red', 'blue'])
    await sharp({ create: { ...size, channels: 3, background: colour } })
      .png()
      .toFile(join(folder, `${colour}.png`));
  const content = {
    brand,
    event: { name: 'Forum 2027', short_name: 'Forum', display_dates: '29 November 2027' },
    cities: () => ['Kochi'],
    sheetOf: (path: string) => ({ drawing: `${path.slice(1)}.png` }),
  } as unknown as SiteContent;
  const pages = ['red', 'blue'].map((name) => ({ path: `/${name}`, file: `${name}.html`, title: name }) as Page);
  const output = new Output(folder, join(folder, 'packed'));
  const cards = await writeCards(output, join(folder, 'cache'), folder, pages, content, undefined);
  const corner = { left: 1100, top: 40, width: 1, height: 1 };
  const colourOf = async (page: string) => {
    const card = sharp(join(folder, cards.get(page)!));
    return [...(await card.extract(corner).removeAlpha().raw().toBuffer())];
  };
  expect([await colourOf('red.html'), await colourOf('blue.html')]).toEqual([
    [255, 0, 0],
    [0, 0, 255],
  ]);
  rmSync(folder, { recursive: true });
});
