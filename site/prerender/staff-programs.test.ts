import { expect, test } from 'vitest';
import type { BundledFile } from './bundles.ts';
import { gateServiceWorker, stylesOf } from './staff-programs.ts';

const chunk = (fileName: string, imports: string[], styles: string[]): BundledFile => ({
  fileName,
  content: '',
  chunk: { name: fileName, isEntry: false, source: null, imports, styles },
});

test('a program loads the styles of shared modules before its own', () => {
  const entry = chunk('desk.js', ['shared.js', 'other.js'], ['desk.css']);
  const bundle = [
    entry,
    chunk('shared.js', ['other.js'], ['shared.css']),
    chunk('other.js', ['shared.js'], ['other.css']), // an import cycle
    chunk('later.js', [], ['later.css']), // a chunk that no other chunk imports
  ];
  expect(stylesOf(entry, bundle)).toEqual(['other.css', 'shared.css', 'desk.css']);
});

test('a new code reader makes a new version of the service worker, although its file name stays the same', () => {
  const keeper = (reader: string) =>
    gateServiceWorker(
      "const files = [];\nconst name = 'gate-VERSION';",
      [{ fileName: 'gate.worker.js', content: reader }],
      'page',
    );
  expect(keeper('reads')).toBe(keeper('reads'));
  expect(keeper('reads')).toContain('["/gate","/icon.svg","/gate.worker.js"]');
  expect(keeper('reads better')).not.toBe(keeper('reads'));
});
