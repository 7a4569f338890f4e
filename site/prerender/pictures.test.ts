// @vitest-environment node
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Output } from './output';
import { PictureStore } from './pictures';

let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  mkdirSync(join(folder, 'originals'));
  await sharp({ create: { width: 600, height: 400, channels: 3, background: '#a83f24' } })
    .jpeg()
    .toFile(join(folder, 'originals/lake.jpg'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const store = () => new PictureStore(join(folder, 'originals'), join(folder, 'cache'));
const output = () => new Output(join(folder, 'dist'), join(folder, 'compressed'));
const size = { width: 600, height: 400 };

test('offers widths up to the original’s, in both formats, with a plain fallback', () => {
  const { src, srcset } = store().sources('lake.jpg', size, [320, 640, 1280]);
  expect(src).toMatch(/^\/assets\/images\/lake-600x400-[0-9a-f]{8}\.jpg$/);
  expect(srcset.avif).toMatch(/lake-320x213-\w+\.avif 320w, .*lake-600x400-\w+\.avif 600w$/);
  expect(srcset.webp).not.toContain('640w');
});

test('another proportion is another file', () => {
  const pictures = store();
  const wide = pictures.sources('lake.jpg', size, [320]).src;
  expect(pictures.sources('lake.jpg', { width: 600, height: 600 }, [320]).src).not.toBe(wide);
});

test('encodes once, and again only when the original changes', async () => {
  const first = store();
  first.sources('lake.jpg', size, [320]);
  expect(await first.deliver(output())).toBe(3);
  const second = store();
  const before = second.sources('lake.jpg', size, [320]).src;
  expect(await second.deliver(output())).toBe(0);
  await sharp({ create: { width: 600, height: 400, channels: 3, background: '#0f4c4a' } })
    .jpeg()
    .toFile(join(folder, 'originals/lake.jpg'));
  const third = store();
  expect(third.sources('lake.jpg', size, [320]).src).not.toBe(before);
  expect(await third.deliver(output())).toBe(3);
});

test('two builds at the same time share a cache', async () => {
  const builds = [store(), store(), store()];
  for (const build of builds) build.sources('lake.jpg', size, [320]);
  await Promise.all(
    builds.map((build, index) => build.deliver(new Output(join(folder, `dist-${index}`), join(folder, 'compressed')))),
  );
  for (const name of readdirSync(join(folder, 'cache'))) {
    expect(name).not.toMatch(/part$/);
    if (!name.endsWith('.json')) expect((await sharp(join(folder, 'cache', name)).stats()).channels).toHaveLength(3);
  }
});

test('names the file that is missing', () => {
  expect(() => store().sources('river.jpg', size, [320])).toThrow('content/images/river.jpg does not exist');
});

test('the output removes what a later build does not make, and packs text', async () => {
  const first = output();
  first.write('a.html', 'x'.repeat(2000));
  first.write('b/c.txt', 'small');
  await first.finish();
  expect(readFileSync(join(folder, 'dist/a.html.br')).length).toBeLessThan(100);
  const second = output();
  second.write('a.html', 'x'.repeat(2000));
  await second.finish();
  expect(second.written).toBe(0);
  expect(existsSync(join(folder, 'dist/b'))).toBe(false);
});
