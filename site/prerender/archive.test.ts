// @vitest-environment node
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Page, SiteContent } from '../src/entry-server';

test('a second edition in the same year has a folder named after the edition', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'transom-archive-'));
  const [dist, archive] = [join(folder, 'dist'), join(folder, 'archive')];
  vi.stubEnv('TRANSOM_STATIC', dist);
  vi.stubEnv('ARCHIVE', archive);
  vi.resetModules(); // this project's tests share modules, and the settings are read only once
  const { archiveSite } = await import('./archive');
  mkdirSync(dist);
  writeFileSync(join(dist, 'index.html'), '<title>Home</title><a href="/">Home</a>');
  const pages = [{ path: '/', file: 'index.html' }] as Page[];
  const of = (edition: string) => ({ event: { edition, end_date: '2025-04-13', name: 'Meeting' } }) as SiteContent;
  const read = (place: string) => readFileSync(join(archive, place, 'index.html'), 'utf8');

  for (const [edition, place] of [
    ['first', '2025'],
    ['second', 'second'],
    ['first', '2025'],
  ] as const)
    expect(await archiveSite(pages, of(edition))).toBe(join(archive, place));
  expect(read('2025')).toContain('data-edition="first"');
  expect(read('second')).toContain('<a href="/second/">Home</a>');
  vi.unstubAllEnvs();
  vi.resetModules();
  rmSync(folder, { recursive: true });
});
