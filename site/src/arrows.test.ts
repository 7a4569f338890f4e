// @vitest-environment node
// The arrows of the architecture: pages → journeys → sections → ui; and no file imports itself by a detour.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** From the ground up: a folder imports from the lines above it only. "" are the files of src/ that all may use. */
const floors = [
  ['types', 'styles'],
  ['device'],
  [''],
  ['ui'],
  ['sections'],
  ['form'],
  ['sign-in', 'payment', 'ticket'],
  ['registration', 'dashboard'],
  ['pages', 'islands', 'desk', 'gate'],
  ['program'],
];

/** The files of src/ that put the program together. */
const tops = ['entry-server.tsx', 'main.tsx', 'program.tsx', 'routes.gen.ts'];

const site = fileURLToPath(new URL('..', import.meta.url));
const isSource = (name: string) => /\.tsx?$/.test(name) && !name.includes('.test.');

const sourcesOf = (folder: string): string[] =>
  readdirSync(join(site, folder), { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .map((name) => join(folder, name));

const files = [...sourcesOf('src'), ...sourcesOf('prerender')];

/** The files that a file imports, also for their types or later. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(site, file), 'utf8'));
  return importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith('.')) return [];
    const path = join(dirname(file), fileName);
    return files.find((known) => [path, `${path}.ts`, `${path}.tsx`].includes(known)) ?? [];
  });
}

const graph = new Map(files.map((file) => [file, importsOf(file)]));

function folderOf(file: string): string {
  const inside = relative('src', file);
  if (tops.includes(inside)) return 'program';
  return inside.includes('/') ? inside.slice(0, inside.indexOf('/')) : '';
}

const floorOf = (folder: string): number => floors.findIndex((floor) => floor.includes(folder));

/** The files from one to itself, when there is such a way. */
function circleFrom(start: string): string[] | undefined {
  const before = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) {
        const way = [start];
        for (let at: string | undefined = file; at; at = before.get(at)) way.unshift(at);
        return way;
      }
      if (before.has(next)) continue;
      before.set(next, file);
      queue.push(next);
    }
  }
}

test('every folder of src/ has its floor, and the imports were read', () => {
  const folders = new Set(files.filter((file) => file.startsWith('src')).map(folderOf));
  expect([...folders].filter((folder) => floorOf(folder) < 0)).toEqual([]);
  expect(graph.get('src/pages/bookings.tsx')).toContain('src/sections/shell.tsx');
  expect([...graph.values()].flat().length).toBeGreaterThan(files.length);
});

test('a folder imports from the floors below it, and a room from no other on its floor', () => {
  const backwards = files
    .filter((file) => file.startsWith('src'))
    .flatMap((file) =>
      graph
        .get(file)!
        .filter((to) => folderOf(to) !== folderOf(file) && floorOf(folderOf(to)) >= floorOf(folderOf(file)))
        .map((to) => `${file} imports ${to}`),
    );
  expect(backwards).toEqual([]);
});

test('nothing of desk and gate travels to a visitor', () => {
  const instrument = (file: string) => ['desk', 'gate'].includes(folderOf(file));
  const visitors = files.filter((file) => file.startsWith('src') && !instrument(file));
  expect(visitors.filter((file) => graph.get(file)!.some(instrument))).toEqual([]);
});

test('the site knows nothing of the build step', () => {
  const knowing = files.filter(
    (file) => file.startsWith('src') && graph.get(file)!.some((to) => to.startsWith('prerender')),
  );
  expect(knowing).toEqual([]);
});

test('no file imports itself by a detour', () => {
  expect(files.map(circleFrom).filter(Boolean)).toEqual([]);
});
