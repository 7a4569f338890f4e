// Texts in the event's language. English texts are in texts.ts; those in another language are in a second file next to
// it, for example texts.hi.ts.
import { existsSync, readFileSync } from 'node:fs';
import { type Plugin, runnerImport } from 'vite';
import * as english from '../src/texts.ts';
import { paths } from './settings.ts';

/** The code of the event's language, without the region. */
function eventLanguage(): string {
  const file = `${paths.data}event.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).language.split('-')[0] : 'en';
}

/** The catalogue in a language instead of an English one; other modules stay the same. */
export function inLanguage(file: string, language: string): string {
  const translated = file.replace(/([\\/]texts)\.ts$/, `$1.${language}.ts`);
  return existsSync(translated) ? translated : file;
}

const own = inLanguage(`${paths.src}texts.ts`, eventLanguage());

/** The texts for generated files. */
export const texts = own.endsWith('texts.ts') ? english : (await runnerImport<typeof english>(own)).module;

/** Bundles the texts in the event's language. */
export const cataloguesPlugin = (): Plugin => ({
  name: 'transom:catalogues',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!/\/texts(\.ts)?$/.test(source)) return;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found && { ...found, id: inLanguage(found.id, eventLanguage()) };
  },
});
