// Most builds follow a change to content, which the bundles contain little of, so bundles are rebuilt only when one of
// their sources has changed. The cache key covers all sources, the locked packages, the content in the browser's
// bundle, and the settings.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Rolldown, ViteBuilder } from 'vite';
import { contentFile } from './content-plugin.ts';
import { graphOf, isGraph } from './graph.ts';
import { hashOf, writeAtomically } from './output.ts';
import { paths, settings } from './settings.ts';
import { bundledName, findNeeds, type Styles } from './styles.ts';

/** A file in the browser's bundle, with the data that pages need to refer to it. */
export interface BundledFile {
  fileName: string;
  content: string | Uint8Array;
  chunk?: { name: string; isEntry: boolean; source: string | null; imports: string[]; styles: string[] };
}

/** Returns files of a bundle and everything that they import, directly or indirectly. Imports come first. */
export function withImports(bundle: BundledFile[], roots: (BundledFile | undefined)[]): BundledFile[] {
  const seen = new Set<BundledFile>();
  const found = new Set<BundledFile>();
  const visit = (file: BundledFile | undefined) => {
    if (!file || seen.has(file)) return;
    seen.add(file);
    for (const name of file.chunk?.imports ?? []) visit(bundle.find(({ fileName }) => fileName === name));
    found.add(file);
  };
  roots.forEach(visit);
  return [...found];
}

export interface Bundles {
  client: BundledFile[];
  styles: Styles;
  staffPrograms: BundledFile[];
  cached: boolean;
}

const stored = join(paths.cache, 'bundles.bin');

export async function makeBundles(builder: ViteBuilder): Promise<Bundles> {
  const known = read(builder.config.mode);
  if (known) {
    // Vite must not build the environments again.
    for (const environment of Object.values(builder.environments)) environment.isBuilt = true;
    return { ...known, cached: true };
  }
  const [client, sheets, staffPrograms, server] = await Promise.all([
    outputOf(builder, 'client'),
    outputOf(builder, 'styles'),
    Promise.all([outputOf(builder, 'staffPrograms'), outputOf(builder, 'reader')]).then((both) => both.flat()),
    outputOf(builder, 'ssr'),
  ]);
  const data = [...client, ...staffPrograms]
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    .flatMap((id) => contentFile(id) ?? []);
  data.push(join(paths.data, 'brand.json')); // the style sheets contain the colours
  // Without this check, the forms could show old prices after the content has changed.
  if (!data.includes(join(paths.data, 'tickets.json')))
    throw new Error("the browser's bundle does not say which content it contains");
  mkdirSync(paths.cache, { recursive: true });
  const fonts = sheets.filter(({ fileName }) => fileName.endsWith('.woff2'));
  const bundles: Stored = {
    key: bundleKey(builder.config.mode, data),
    data,
    client: [...client.filter((file) => !file.fileName.endsWith('.css') && !isGraph(file)), ...fonts].map(bundledFile),
    styles: findNeeds(graphOf(sheets), [graphOf(server), graphOf(client)], (file) => textOf(sheets, file)),
    staffPrograms: staffPrograms.filter((file) => !isGraph(file)).map(bundledFile),
  };
  // Written last, so that an interrupted build never leaves a key with incomplete bundles.
  await writeAtomically(stored, (draft) => writeFile(draft, serialize(bundles)));
  return { ...bundles, cached: false };
}

async function outputOf(builder: ViteBuilder, environment: string) {
  const { output } = (await builder.build(builder.environments[environment]!)) as Rolldown.RolldownOutput;
  return output;
}

function textOf(sheets: Rolldown.RolldownOutput['output'][number][], file: string): string {
  const found = sheets.find((one) => one.type === 'asset' && one.names.includes(`${bundledName(file)}.css`));
  if (found?.type !== 'asset') throw new Error(`the bundler made no style sheet for src/${file}`);
  return typeof found.source === 'string' ? found.source : Buffer.from(found.source).toString();
}

/**
 * Chromium compiles a script with this first line completely while it loads, in another thread. Otherwise it compiles
 * each function when the page first calls it, which blocks the page.
 */
const compileAhead = '//# allFunctionsCalledOnLoad\n';

function bundledFile(file: Rolldown.OutputChunk | Rolldown.OutputAsset): BundledFile {
  if (file.type === 'asset') return { fileName: file.fileName, content: file.source };
  const { name, isEntry, facadeModuleId: source, imports } = file;
  const content = /^(react|router|program|desk|gate)$/.test(name) ? compileAhead + file.code : file.code;
  const styles = [...(file.viteMetadata?.importedCss ?? [])];
  return { fileName: file.fileName, content, chunk: { name, isEntry, source, imports, styles } };
}

interface Stored extends Omit<Bundles, 'cached'> {
  key: string;
  /** The generated files that the browser's bundles contain. */
  data: string[];
}

function read(mode: string): Stored | undefined {
  if (!existsSync(stored) || !existsSync(join(paths.serverBundle, 'server.mjs'))) return;
  const known = deserialize(readFileSync(stored)) as Stored;
  return known.key === bundleKey(mode, known.data) ? known : undefined;
}

/** Returns a key that changes whenever a bundle could change. */
export function bundleKey(mode: string, data: string[]): string {
  const parts = [JSON.stringify([mode, process.version, process.env.NODE_ENV, settings, paths])];
  const add = (file: string) => parts.push(file, existsSync(file) ? hashOf(readFileSync(file)) : '');
  for (const folder of [paths.src, join(paths.site, 'prerender')]) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) add(join(entry.parentPath, entry.name));
    }
  }
  for (const name of ['vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'])
    add(join(paths.site, name));
  data.forEach(add);
  return hashOf(parts.join('\n'));
}
