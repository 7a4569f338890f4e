// @vitest-environment node
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ViteBuilder } from 'vite';
import { expect, test, vi } from 'vitest';
import type { Page, SiteContent } from '../src/entry-server';

test('a second edition in the same year has a folder named after the edition, and no dead menu entries', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'transom-archive-'));
  const [dist, archive] = [join(folder, 'dist'), join(folder, 'archive')];
  vi.stubEnv('TRANSOM_STATIC', dist);
  vi.stubEnv('ARCHIVE', archive);
  vi.resetModules(); // this project's tests share modules, and the settings are read only once
  const { archiveSite, checkIsOver } = await import('./archive');
  mkdirSync(dist);
  const menu = '<nav><ul><li><a href="/">Home</a></li><li><a href="/register-now/">Tickets</a></li></ul></nav>';
  const text = '<ul><li>See <a href="/register-now/">prices</a></li></ul>';
  const earlier = '<p>See <a href="/2024/">2024</a></p>';
  mkdirSync(join(archive, '2024'), { recursive: true });
  writeFileSync(join(archive, '2024/index.html'), '');
  writeFileSync(join(dist, 'index.html'), `<title>Home</title>${menu}${text}${earlier}`);
  const pages = [{ path: '/', file: 'index.html' }] as Page[];
  const of = (edition: string) =>
    ({ event: { edition, end_date: '2025-04-13', time_zone: 'Asia/Kolkata', name: 'Meeting' } }) as SiteContent;
  const read = (place: string) => readFileSync(join(archive, place, 'index.html'), 'utf8');

  for (const [edition, place] of [
    ['first', '2025'],
    ['second', 'second'],
    ['first', '2025'],
  ] as const)
    expect(await archiveSite(pages, of(edition))).toBe(join(archive, place));
  expect(read('2025')).toContain('data-edition="first"');
  expect(read('second'), 'the menu and the text').toContain(
    `<li><a href="/second/">Home</a></li></ul></nav><ul><li>See prices</li></ul>${earlier}`,
  );
  vi.useFakeTimers({ now: new Date('2025-04-14T00:10+05:30'), toFake: ['Date'] });
  checkIsOver(of('first').event); // after midnight in the event’s zone
  vi.setSystemTime(new Date('2025-04-13T23:50+05:30'));
  expect(() => checkIsOver(of('first').event)).toThrow('it ends on 2025-04-13; archive it after that day');
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.resetModules();
  rmSync(folder, { recursive: true });
});

test('an edition that is not over is refused before anything is built', async () => {
  vi.stubEnv('ARCHIVING', '1');
  vi.resetModules();
  const { buildSite } = await import('./build');
  const noBuilder = {} as ViteBuilder;
  await expect(buildSite(noBuilder)).rejects.toThrow('it ends on 2030-05-04; archive it after that day');
  vi.unstubAllEnvs();
  vi.resetModules();
});
