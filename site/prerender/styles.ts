// The style sheets of the pages. Each piece has a sheet of its own in src/; a page gets those of what it is made of, in
// one file and in the order of src/styles/all.ts. The graph of the modules says what that is: no rule is ever taken out
// of a sheet, because a script may put any class together. Only the fonts' files stand apart: the loader asks for them
// when the words stand there in their fallbacks.
import { type Graph, reach } from './graph.ts';
import { hashOf } from './output.ts';

/** The sheets of src/, and which of them each page, island and frame needs. */
export interface Styles {
  sheets: Sheet[];
  /** By the file of a module in src/. */
  needs: Record<string, string[]>;
}

export interface Sheet {
  /** Its file in src/. */
  file: string;
  text: string;
}

/** Every page has these: the sheets without classes of modules, and the frame. */
const ground = /^styles\/(tokens|fonts|base)\.css$/;
const frame = 'sections/frame.tsx';
/** What stands around all program pages. */
const program = ['program.tsx', 'sections/without-script.tsx'];
/** The sheets of messages that pass by, which come with the first message (ui/toast.ts). */
const messages = /ReactToastify\.css$|^styles\/toast\.css$/;

/** Finds what needs which sheet; `text` gives the finished sheet of a file. */
export function findNeeds(all: Graph, graphs: Graph[], text: (file: string) => string): Styles {
  const files = [...reach([all], 'styles/all.ts')].filter(isSheet);
  const roots = [...new Set(graphs.flatMap((graph) => Object.keys(graph)))].filter(
    (name) => /^(pages|islands)\/[^/]+\.tsx?$/.test(name) || name === frame || program.includes(name),
  );
  const needs = Object.fromEntries(roots.map((root) => [root, [...reach(graphs, root)].filter(isSheet)]));
  const unlisted = Object.values(needs)
    .flat()
    .filter((file) => !files.includes(file));
  if (unlisted.length) throw new Error(`src/styles/all.ts does not bring ${unlisted[0]}`);
  return { sheets: files.map((file) => ({ file, text: text(file) })), needs };
}

const isSheet = (file: string) => file.endsWith('.css');

/** The text of the sheet that these modules need together, in a page. */
export function sheetFor({ sheets, needs }: Styles, modules: string[]): string {
  const wanted = new Set(
    [frame, ...modules].flatMap((module) => {
      const files = needs[module];
      if (!files) throw new Error(`no bundle holds src/${module}, of which a page is made`);
      return files;
    }),
  );
  return joined(sheets.filter(({ file }) => ground.test(file) || (wanted.has(file) && !messages.test(file))));
}

/**
 * The modules around a program page; one sheet serves all of them, so that the router may go to any without a flash.
 */
export const programModules = (pages: { hydrated: boolean; module: string }[]) => [
  ...program,
  ...pages.filter(({ hydrated }) => hydrated).map(({ module }) => module),
];

export const messageSheet = ({ sheets }: Styles) => joined(sheets.filter(({ file }) => messages.test(file)));

const joined = (sheets: Sheet[]) => sheets.map(({ text }) => text.trim()).join('\n');

const fontFile = /@font-face\s*\{[^}]*url\([^}]*\}/g;

/** The style sheet without its font files, and the sheet that names them. */
export function withoutFonts(sheet: string): { ground: string; fonts: string } {
  return { ground: sheet.replace(fontFile, ''), fonts: (sheet.match(fontFile) ?? []).join('\n') };
}

/** The faces of the fonts' sheet as the loader reads them: "family,weight,address" with spaces between. */
export function facesOf(fonts: string): string {
  return (fonts.match(fontFile) ?? [])
    .map((rule) => {
      const face = /font-family:([\w-]+);font-weight:(\d+);.*url\(([^)]+)\)/.exec(rule);
      if (!face) throw new Error(`the loader cannot bring in this font: ${rule}`);
      return face.slice(1).join(',');
    })
    .join(' ');
}

/** The address in dist/ of a sheet. All stand in one folder, because they name their files relatively. */
export const sheetName = (name: string, sheet: string) => `assets/${name}-${hashOf(sheet).slice(0, 8)}.css`;

/** The name under which the bundler leaves the sheet of a file in src/. */
export const bundledName = (file: string) => `sheet_${file.replace(/\W+/g, '_')}`;
