// The pages' style sheets. Each component has its own sheet in src/. A page gets one file with the sheets of all
// components in its module graph, in the order of src/styles/all.ts. No rules are removed, because a script may use
// any class. Font files are declared in a separate sheet, which the loader loads after the first paint.
import { type Graph, reach } from './graph.ts';
import { hashOf } from './output.ts';

/** The sheets in src/, and which of them each page, island and frame needs. */
export interface Styles {
  sheets: Sheet[];
  /** The files of the sheets that each module needs, keyed by the module's path in src/. */
  needs: Record<string, string[]>;
}

export interface Sheet {
  file: string;
  text: string;
}

/** Every page has these sheets and the sheet of the frame. */
const base = /^styles\/(tokens|fonts|base)\.css$/;
const frame = 'sections/frame.tsx';
const program = ['program.tsx', 'sections/without-script.tsx'];
/** The sheets for toasts, which are loaded with the first toast (ui/toast.ts). */
const messages = /ReactToastify\.css$|^styles\/toast\.css$/;

/** Finds the sheets that each module needs. `text` returns a file's compiled CSS. */
export function findNeeds(all: Graph, graphs: Graph[], text: (file: string) => string): Styles {
  const files = [...reach([all], 'styles/all.ts')].filter(isSheet);
  const roots = [...new Set(graphs.flatMap((graph) => Object.keys(graph)))].filter(
    (name) => /^(pages|islands)\/[^/]+\.tsx?$/.test(name) || name === frame || program.includes(name),
  );
  const needs = Object.fromEntries(roots.map((root) => [root, [...reach(graphs, root)].filter(isSheet)]));
  const unlisted = Object.values(needs)
    .flat()
    .filter((file) => !files.includes(file));
  if (unlisted.length) throw new Error(`src/styles/all.ts does not import ${unlisted[0]}`);
  return { sheets: files.map((file) => ({ file, text: text(file) })), needs };
}

const isSheet = (file: string) => file.endsWith('.css');

/** Returns one sheet for all of these modules. */
export function sheetFor({ sheets, needs }: Styles, modules: string[]): string {
  const wanted = new Set(
    [frame, ...modules].flatMap((module) => {
      const files = needs[module];
      if (!files) throw new Error(`no bundle contains src/${module}, which a page needs`);
      return files;
    }),
  );
  return joined(sheets.filter(({ file }) => base.test(file) || (wanted.has(file) && !messages.test(file))));
}

/** The modules of all program pages, which share one sheet so that the router can switch pages without a flash. */
export const programModules = (pages: { hydrated: boolean; module: string }[]) => [
  ...program,
  ...pages.filter(({ hydrated }) => hydrated).map(({ module }) => module),
];

export const messageSheet = ({ sheets }: Styles) => joined(sheets.filter(({ file }) => messages.test(file)));

const joined = (sheets: Sheet[]) => sheets.map(({ text }) => text.trim()).join('\n');

const fontFile = /@font-face\s*\{[^}]*url\([^}]*\}/g;

/** Separates the @font-face rules from the rest of a style sheet. */
export function withoutFonts(sheet: string): { base: string; fonts: string } {
  return { base: sheet.replace(fontFile, ''), fonts: (sheet.match(fontFile) ?? []).join('\n') };
}

/** The font files in the loader's format: "family,weight,address", separated by spaces. */
export function facesOf(fonts: string): string {
  return (fonts.match(fontFile) ?? [])
    .map((rule) => {
      const face = /font-family:([\w-]+);font-weight:(\d+);.*url\(([^)]+)\)/.exec(rule);
      if (!face) throw new Error(`the loader cannot load this font: ${rule}`);
      return face.slice(1).join(',');
    })
    .join(' ');
}

/** All sheets are in one folder, because they refer to files by relative addresses. */
export const sheetName = (name: string, sheet: string) => `assets/${name}-${hashOf(sheet).slice(0, 8)}.css`;

/** The name that the bundler gives to a file's sheet. */
export const bundledName = (file: string) => `sheet_${file.replace(/\W+/g, '_')}`;
