// @vitest-environment node
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PictureSources } from '../src/pictures';
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

test("offers widths up to the original's, with a fallback", () => {
  const { src, srcset } = store().sources('lake.jpg', size, [320, 640, 1280]);
  expect(src).toMatch(/^\/assets\/images\/lake-600x400-[0-9a-f]{8}\.jpg$/);
  expect(srcset).toMatch(/^\S+lake-320x213-\w+\.avif 320w, .*lake-600x400-\w+\.avif 600w$/);
});

test('each aspect ratio has its own file', () => {
  const pictures = store();
  const wide = pictures.sources('lake.jpg', size, [320]).src;
  expect(pictures.sources('lake.jpg', { width: 600, height: 600 }, [320]).src).not.toBe(wide);
});

test('encodes once, and again only if the original changes', async () => {
  const first = store();
  first.sources('lake.jpg', size, [320]);
  expect(await first.deliver(output())).toBe(2);
  const second = store();
  const before = second.sources('lake.jpg', size, [320]).src;
  expect(await second.deliver(output())).toBe(0);
  await sharp({ create: { width: 600, height: 400, channels: 3, background: '#0f4c4a' } })
    .jpeg()
    .toFile(join(folder, 'originals/lake.jpg'));
  const third = store();
  expect(third.sources('lake.jpg', size, [320]).src).not.toBe(before);
  expect(await third.deliver(output())).toBe(2);
});

test('two concurrent builds can share a cache', async () => {
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

test('names the missing file', () => {
  expect(() => store().sources('river.jpg', size, [320])).toThrow('content/images/river.jpg does not exist');
});

test('removes files left by earlier builds, and compresses text', async () => {
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

/** Three coloured stripes, which show which part of the picture was kept. */
async function stripes(name: string, alpha: boolean) {
  const field = (background: string) =>
    sharp({ create: { width: 300, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
  const composite = await Promise.all(
    ['#ff0000', '#00ff00', '#0000ff'].map(async (color, index) => ({
      input: await field(color),
      left: 300 * index,
      top: 0,
    })),
  );
  const canvas = sharp({
    create: {
      width: 900,
      height: 360,
      channels: alpha ? 4 : 3,
      background: { r: 255, g: 255, b: 255, alpha: alpha ? 0 : 1 },
    },
  });
  await canvas
    .composite(composite)
    .toFormat(name.endsWith('.png') ? 'png' : 'jpeg')
    .toFile(join(folder, 'originals', name));
}

async function middleOf(address: string) {
  const path = join(folder, 'cache', address.slice('/assets/images/'.length));
  const { width, height } = await sharp(path).metadata();
  const { data } = await sharp(path)
    .ensureAlpha()
    .extract({ left: width >> 1, top: height >> 2, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, 3)].map((value) => Math.round(value / 255)).join('');
}

const urls = ({ src, srcset }: PictureSources) => [src, srcset.split(' ')[0]!];

test.each([
  ['0 50', '100'],
  ['100 50', '001'],
  ['50 50', '010'],
  [undefined, '010'],
])('focus %s keeps that part, in every format, with and without transparency', async (focus, want) => {
  await stripes('opaque.jpg', false);
  await stripes('clear.png', true);
  const pictures = store();
  const square = { width: 900, height: 900 };
  const answers = ['opaque.jpg', 'clear.png'].map((file) => pictures.sources(file, square, [240], focus));
  await pictures.deliver(output());
  for (const address of answers.flatMap(urls)) expect(await middleOf(address), address).toBe(want);
});

test('each focus has its own file, and the fallback keeps transparency', async () => {
  await stripes('opaque.jpg', false);
  await stripes('clear.png', true);
  const pictures = store();
  const one = pictures.sources('opaque.jpg', size, [240], '0 50').src;
  expect(pictures.sources('opaque.jpg', size, [240], '100 50').src).not.toBe(one);
  expect(one).toMatch(/\.jpg$/);
  const { src } = pictures.sources('clear.png', { width: 900, height: 360 }, [240]);
  expect(src).toMatch(/\.png$/);
  await pictures.deliver(output());
  const { data } = await sharp(join(folder, 'cache', src.slice('/assets/images/'.length)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data.at(-1), 'the lowest row is seen through').toBe(0);
});

test('SVG marks are cleaned', async () => {
  writeFileSync(
    join(folder, 'originals/mark.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><script>alert(1)</script><path d="M0 0h2v1z"/></svg>',
  );
  const pictures = store();
  const { src } = pictures.sources('mark.svg', { width: 800, height: 400 }, [240]);
  await pictures.deliver(output());
  const delivered = readFileSync(join(folder, 'dist', src), 'utf8');
  expect(delivered).toContain('<path d="M0 0h2v1z"');
  expect(delivered).not.toContain('alert');
});
