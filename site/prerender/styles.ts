// The bundle's one style sheet, whole: no rule is ever dropped, because a script may put any class together. Only the
// fonts' files stand apart: the loader asks for them when the words stand there in their fallbacks.
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

/** The address in dist/ of a sheet. All stand in one folder, because they name their files relatively. */
export const sheetName = (name: string, sheet: string) => `assets/${name}-${hashOf(sheet).slice(0, 8)}.css`;
