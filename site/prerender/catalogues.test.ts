// @vitest-environment node
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inLanguage } from './catalogues.ts';

test('a second language is a second file next to the English one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'catalogues-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const english = join(folder, 'texts.ts');
  const hindi = join(folder, 'texts.hi.ts');
  for (const file of [english, hindi, join(folder, 'plural.hi.ts')]) writeFileSync(file, '');
  expect(inLanguage(english, 'hi')).toBe(hindi);
  expect(inLanguage(english, 'en')).toBe(english);
  expect(inLanguage(english, 'ta')).toBe(english);
  expect(inLanguage(join(folder, 'plural.ts'), 'hi')).toBe(join(folder, 'plural.ts'));
});
