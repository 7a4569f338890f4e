// The bundle's one style sheet, cut for its readers: what the first paint needs apart from the fonts' files, which the
// loader asks for when the words stand there in their fallbacks; and for reading pages without the styles of forms,
// tickets and accounts.
import { transform, type Selector } from 'lightningcss';
import { hashOf } from './output.ts';

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

/** The rules of a sheet whose classes all occur: in a class attribute of the pages, or as a word of the scripts that change them. */
export function usedIn(sheet: string, pages: Iterable<string>, scripts: string[]): string {
  const words = new Set([...classesIn(pages), ...scripts.flatMap((script) => script.match(/[\w-]+/g) ?? [])]);
  const used = (selector: Selector) => selector.every((part) => part.type !== 'class' || words.has(part.name));
  const { code } = transform({
    filename: 'style.css',
    code: Buffer.from(sheet),
    minify: true,
    visitor: { Rule: { style: (rule) => (rule.value.selectors.some(used) ? undefined : []) } },
  });
  return code.toString();
}

/** Thousands of pages have the same few attributes: only those are taken apart. */
function classesIn(pages: Iterable<string>): string[] {
  const opening = 'class="';
  const attributes = new Set<string>();
  for (const html of pages) {
    for (let at = html.indexOf(opening); at >= 0; at = html.indexOf(opening, at)) {
      at += opening.length;
      attributes.add(html.slice(at, html.indexOf('"', at)));
    }
  }
  return [...attributes].flatMap((names) => names.split(' '));
}

/** The address in dist/ of a sheet. All stand in one folder, because they name their files relatively. */
export const sheetName = (name: string, sheet: string) => `assets/${name}-${hashOf(sheet).slice(0, 8)}.css`;
