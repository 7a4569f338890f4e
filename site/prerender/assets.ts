import { readdirSync } from 'node:fs';
import { extname, join, parse, relative } from 'node:path';
import type { Page } from '../src/entry-server.tsx';
import { type BundledFile, withImports } from './bundles.ts';
import { inlineLoader } from './inline-scripts.ts';
import type { Output } from './output.ts';
import { paths } from './settings.ts';
import { facesOf, messageSheet, programModules, type Styles, sheetFor, sheetName, withoutFonts } from './styles.ts';

/** Each file in src/islands/ is an entry in the browser's bundle: islands/gallery.ts is "island-gallery". */
export function islandEntries(): Record<string, string> {
  const folder = join(paths.src, 'islands');
  const programs = readdirSync(folder).filter((file) => ['.ts', '.tsx'].includes(extname(file)));
  return Object.fromEntries(programs.map((file) => [`island-${parse(file).name}`, join(folder, file)]));
}

export interface Assets {
  /** The page's style sheet; undefined in development, where Vite loads the styles. */
  style: string | undefined;
  /** The font files as a style sheet, for browsers without JavaScript, and as a list for the loader. */
  fonts: { sheet: string; faces: string } | undefined;
  messages: string | undefined;
  /** The loader: in a build, its inline code; in development, the address of its file. */
  loader: { code: string } | { src: string };
  main: string;
  /** Returns the modules that a program page needs in addition to `main`; `source` is the page's file in src/. */
  modules: (source: string) => string[];
  islands: Record<string, string>;
}

/** Writes the style sheets that are needed and returns their addresses. */
export class SheetWriter {
  readonly fonts: Assets['fonts'];
  readonly messages: string;
  private readonly programSheet: string;
  /** The sheets' addresses, keyed by the modules that need them: thousands of pages may share one sheet. */
  private readonly made = new Map<string, string>();

  constructor(
    private readonly output: Output,
    private readonly styles: Styles,
    pages: Page[],
  ) {
    const { fonts } = withoutFonts(sheetFor(styles, []));
    this.fonts = { sheet: this.write('fonts', fonts), faces: facesOf(fonts) };
    this.messages = this.write('messages', messageSheet(styles));
    this.programSheet = this.write('style', withoutFonts(sheetFor(styles, programModules(pages))).base);
  }

  /** Returns the address of a page's style sheet. Pages with the same components share one sheet. */
  of(page: Page, html: string, islands: Record<string, string>): string {
    if (page.hydrated) return this.programSheet;
    const awake = Object.entries(islands).filter(([, address]) => html.includes(`data-island="${address}"`));
    const modules = [page.module, ...awake.map(([name]) => islandModule(name))];
    const key = modules.join();
    const known = this.made.get(key) ?? this.write('style', withoutFonts(sheetFor(this.styles, modules)).base);
    this.made.set(key, known);
    return known;
  }

  private write(name: string, sheet: string): string {
    this.output.write(sheetName(name, sheet), sheet);
    return `/${sheetName(name, sheet)}`;
  }
}

const islandModule = (name: string) => relative(paths.src, islandEntries()[`island-${name}`]!);

export function assetsOf(bundle: BundledFile[]) {
  const chunk = (name: string) => {
    const found = bundle.find((file) => file.chunk?.isEntry && file.chunk.name === name);
    if (!found) throw new Error(`the browser's bundle has no entry "${name}"`);
    return `/${found.fileName}`;
  };
  return {
    loader: { code: inlineLoader(bundle) },
    main: chunk('main'),
    modules: (source: string) => modulesOf(bundle, source),
    islands: Object.fromEntries(
      Object.keys(islandEntries()).map((name) => [name.slice('island-'.length), chunk(name)]),
    ),
  };
}

/** Returns the files that `main` and this page need, without `main` itself; `early-requests` is first. */
function modulesOf(bundle: BundledFile[], source: string): string[] {
  const main = bundle.find(({ chunk }) => chunk?.isEntry && chunk.name === 'main')!;
  const page = bundle.find(({ chunk }) => chunk?.source?.startsWith(join(paths.src, source)));
  const all = withImports(bundle, [page, main]).filter((file) => file !== main);
  const isEarly = (file: BundledFile) => Number(file.chunk?.name === 'early-requests');
  const ordered = all.sort((a, b) => isEarly(b) - isEarly(a));
  return ordered.map(({ fileName }) => `/${fileName}`);
}
