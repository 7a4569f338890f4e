import { expect, test } from 'vitest';
import type { BundledFile } from './bundles.ts';
import { gateKeeper, stylesOf } from './instruments.ts';

const chunk = (fileName: string, imports: string[], styles: string[]): BundledFile => ({
  fileName,
  content: '',
  chunk: { name: fileName, isEntry: false, source: null, imports, styles },
});

test('a program brings the styles of what it shares with another one, before its own', () => {
  const entry = chunk('desk.js', ['shared.js', 'other.js'], ['desk.css']);
  const bundle = [
    entry,
    chunk('shared.js', ['other.js'], ['shared.css']),
    chunk('other.js', ['shared.js'], ['other.css']), // a circle ends
    chunk('later.js', [], ['later.css']), // loaded later, with its room
  ];
  expect(stylesOf(entry, bundle)).toEqual(['other.css', 'shared.css', 'desk.css']);
});

test('another reader of codes is another version for telephones, though its file has the same name', () => {
  const keeper = (reader: string) =>
    gateKeeper(
      "const files = [];\nconst name = 'gate-VERSION';",
      [{ fileName: 'gate.worker.js', content: reader }],
      'page',
    );
  expect(keeper('reads')).toBe(keeper('reads'));
  expect(keeper('reads')).toContain('["/gate","/gate.worker.js"]');
  expect(keeper('reads better')).not.toBe(keeper('reads'));
});
