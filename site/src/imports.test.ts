// @vitest-environment node
// Imports follow the layers below, without cycles.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** A folder may import only from folders on earlier lines. "" is src/ itself. */
const layers = [
  ['types', 'styles'],
  ['device'],
  [''],
  ['ui'],
  ['sections'],
  ['form'],
  ['sign-in', 'payment', 'ticket'],
  ['registration'],
  ['dashboard'],
  ['pages', 'islands', 'desk', 'gate'],
  ['program'],
];

/** The files in src/ that assemble the program. */
const tops = ['entry-server.tsx', 'main.tsx', 'program.tsx', 'routes.gen.ts', 'speculation-rules.ts'];

const site = fileURLToPath(new URL('..', import.meta.url));
const isSource = (name: string) => /\.tsx?$/.test(name) && !name.includes('.test.');

const sourcesOf = (folder: string): string[] =>
  readdirSync(join(site, folder), { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .map((name) => join(folder, name));

const files = [...sourcesOf('src'), ...sourcesOf('prerender')];

/** Includes type imports and dynamic imports. */
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

const layerOf = (folder: string): number => layers.findIndex((layer) => layer.includes(folder));

function cycleFrom(start: string): string[] | undefined {
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

test('every folder in src/ has a layer, and the imports were read', () => {
  const folders = new Set(files.filter((file) => file.startsWith('src')).map(folderOf));
  expect([...folders].filter((folder) => layerOf(folder) < 0)).toEqual([]);
  expect(graph.get('src/pages/bookings.tsx')).toContain('src/sections/shell.tsx');
  expect([...graph.values()].flat().length).toBeGreaterThan(files.length);
});

test('a folder imports only from the layers below it', () => {
  const backwards = files
    .filter((file) => file.startsWith('src'))
    .flatMap((file) =>
      graph
        .get(file)!
        .filter((to) => folderOf(to) !== folderOf(file) && layerOf(folderOf(to)) >= layerOf(folderOf(file)))
        .map((to) => `${file} imports ${to}`),
    );
  expect(backwards).toEqual([]);
});

test('no page for visitors imports from desk or gate', () => {
  const isStaffProgram = (file: string) => ['desk', 'gate'].includes(folderOf(file));
  const visitors = files.filter((file) => file.startsWith('src') && !isStaffProgram(file));
  expect(visitors.filter((file) => graph.get(file)!.some(isStaffProgram))).toEqual([]);
});

test('the site does not import from the build step', () => {
  const knowing = files.filter(
    (file) => file.startsWith('src') && graph.get(file)!.some((to) => to.startsWith('prerender')),
  );
  expect(knowing).toEqual([]);
});

test('there are no import cycles', () => {
  expect(files.map(cycleFrom).filter(Boolean)).toEqual([]);
});

test('every page has a route', () => {
  const imported = new Set([...graph.values()].flat());
  expect(files.filter((file) => /^src\/pages\/[^.]*\.tsx$/.test(file) && !imported.has(file))).toEqual([]);
});
