// What the bundles made, as pages name it.
import { readdirSync } from 'node:fs';
import { extname, join, parse } from 'node:path';
import type { BundledFile } from './bundles.ts';
import type { Output } from './output.ts';
import { paths } from './settings.ts';
import { facesOf, sheetName, withoutFonts } from './styles.ts';

/** The islands are entries of the browser's bundle by their file names: islands/gallery.tsx is "island-gallery". */
export function islandEntries(): Record<string, string> {
  const folder = join(paths.src, 'islands');
  const programs = readdirSync(folder).filter((file) => ['.ts', '.tsx'].includes(extname(file)));
  return Object.fromEntries(programs.map((file) => [`island-${parse(file).name}`, join(folder, file)]));
}

/** Addresses in the site. */
export interface Assets {
  /** The page's style sheet; none in development, where Vite brings the styles. */
  style: string | undefined;
  /** The fonts' files as a style sheet, for browsers without script, and as the loader reads them. */
  fonts: { sheet: string; faces: string } | undefined;
  loader: string;
  main: string;
  /** What a program page needs besides main, by its file in src/: fetched at once instead of one after the other. */
  modules: (source: string) => string[];
  islands: Record<string, string>;
}

export const isSheet = ({ fileName }: BundledFile) => fileName.endsWith('.css');

/** Writes the bundle's style sheet (styles.ts) and gives the addresses of its parts. */
export function writeSheets(output: Output, bundle: BundledFile[]): Pick<Assets, 'style' | 'fonts'> {
  const { ground, fonts } = withoutFonts(
    bundle
      .filter(isSheet)
      .map(({ content }) => text(content))
      .join('\n'),
  );
  const write = (name: string, sheet: string) => {
    output.write(sheetName(name, sheet), sheet);
    return `/${sheetName(name, sheet)}`;
  };
  return { style: write('style', ground), fonts: { sheet: write('fonts', fonts), faces: facesOf(fonts) } };
}

const text = (content: string | Uint8Array) =>
  typeof content === 'string' ? content : Buffer.from(content).toString();

export function assetsOf(bundle: BundledFile[]): Omit<Assets, 'style' | 'fonts'> {
  const chunk = (name: string) => {
    const found = bundle.find((file) => file.chunk?.isEntry && file.chunk.name === name);
    if (!found) throw new Error(`the browser's bundle has no entry "${name}"`);
    return `/${found.fileName}`;
  };
  return {
    loader: chunk('loader'),
    main: chunk('main'),
    modules: (source) => modulesOf(bundle, source),
    islands: Object.fromEntries(
      Object.keys(islandEntries()).map((name) => [name.slice('island-'.length), chunk(name)]),
    ),
  };
}

/** The chunks that main and a lazily loaded page import, without main itself. */
function modulesOf(bundle: BundledFile[], source: string): string[] {
  const main = bundle.find(({ chunk }) => chunk?.isEntry && chunk.name === 'main')!;
  const page = bundle.find(({ chunk }) => chunk?.source?.startsWith(join(paths.src, source)));
  const all = new Set<BundledFile>();
  const add = (file: BundledFile | undefined) => {
    if (!file?.chunk || all.has(file)) return;
    all.add(file);
    for (const name of file.chunk.imports) add(bundle.find(({ fileName }) => fileName === name));
  };
  add(main);
  add(page);
  all.delete(main);
  return [...all].map(({ fileName }) => `/${fileName}`);
}
