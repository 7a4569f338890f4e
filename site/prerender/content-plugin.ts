// Puts data/site/*.json into the bundles. The browser's bundle contains the few files that forms need. The server's
// bundle reads all files when it starts, so it does not change with the content.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import type { Brand, Event, Palette } from '../src/types/content.gen.ts';
import { paths } from './settings.ts';

/** Whether the generator reports each save (`make dev`), so that Vite need not watch these files itself. */
export const followed = Boolean(process.env.CONTENT_GENERATOR);

const suffix = '.js?content';

/** Returns the JSON file that a content module contains, or undefined for other modules. */
export function contentFile(id: string): string | undefined {
  return id.startsWith(paths.data) && id.endsWith(suffix) ? id.slice(0, -suffix.length) : undefined;
}

const tokens = join(paths.src, 'styles/tokens.css');

/** CSS variables for the colours and shapes in brand.yaml. */
export function paletteSheet({ light, dark, ornament }: Pick<Brand, 'light' | 'dark' | 'ornament'>): string {
  const round = ornament === 'fanlight';
  const name = (theme: string, key: string) => `--${theme}-${key.replaceAll('_', '-')}`;
  const keys = Object.keys(light) as (keyof Palette)[];
  const colours = keys.map((key) => `${name('light', key)}: ${light[key]}; ${name('dark', key)}: ${dark[key]};`);
  const themed = (theme: string) => keys.map((key) => `${name('theme', key)}: var(${name(theme, key)});`).join(' ');
  const shapes = `--arch: ${round ? '50vw 50vw 0 0' : '0'}; --half-moon: ${round ? '1em 1em 0 0' : '0'};`;
  return `:root { ${colours.join(' ')} ${themed('light')} ${shapes} }
@media screen and (prefers-color-scheme: dark) { :root { ${themed('dark')} } }
`;
}

export function contentPlugin(): Plugin {
  return {
    name: 'transom:content',
    enforce: 'pre',
    resolveId(source, importer) {
      const name = importer && /\/data\/site\/([a-z-]+)\.json$/.exec(source)?.[1];
      if (name) return `${paths.data}${name}.json${suffix}`;
    },
    transform(code, id) {
      if (!id.startsWith(tokens)) return;
      const file = `${paths.data}brand.json`;
      this.addWatchFile(file);
      return { code: paletteSheet(JSON.parse(readFileSync(file, 'utf8'))) + code, map: null };
    },
    async load(id) {
      const file = contentFile(id);
      if (!file) return;
      if (!followed) this.addWatchFile(file);
      const building = this.environment.mode === 'build';
      if (this.environment.name === 'ssr' && building) {
        return {
          code:
            `import { readFileSync } from 'node:fs';\n` +
            `export default JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8'));`,
          moduleSideEffects: false,
        };
      }
      const json = await readFile(file, 'utf8').catch(() => {
        throw new Error(`data/site/${basename(file)} is missing: run "make gen" first`);
      });
      const part = building ? forBrowsers(JSON.parse(json)) : JSON.parse(json);
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(part))});`, moduleSideEffects: false };
    },
  };
}

/** Keys that the browser's bundle leaves out, because only prerendered pages and generated files use them. */
const leftOut = new Set([
  'purpose',
  'seen_by',
  'retention',
  'gst_code',
  'navigation',
  'quick_links',
  'offices',
  'offices_title',
  'tagline',
  'rehearsal_at',
  'sample',
  'edition',
  'capacity',
  'color',
  'link_lifetime_minutes',
  'gst_paise',
  'notice_version',
  'personal_data',
  'light',
  'dark',
  'ask_us',
  'open_picture',
  'page_not_found',
  'display_dates',
  'map',
]);

/** The browser renders these routes, so it needs their titles. */
const programs = new Set([
  '/register-now',
  '/bookings',
  '/industry-associates-registration',
  '/verify',
  '/transfer',
  '/login',
  '/dashboard',
  '/event-ticket',
  '/invoice',
  '/404',
  '/error',
]);

/** The program pages that show their description, so the browser needs the description to hydrate the page. */
const described = new Set(['/register-now', '/industry-associates-registration']);

const registration = (): { home_country: string; fields: { name: string }[] } =>
  JSON.parse(readFileSync(`${paths.data}registration.json`, 'utf8'));

/** The lists of places, with the fields that offer them. */
const places: Record<string, string> = { countries: 'country', states: 'state' };

const forBrowsers = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, part: unknown) => {
      // Only prerendered pages show the event's description and its banner.
      if (key === '' && (part as { sheets?: unknown } | null)?.sheets)
        return { ...(part as object), description: undefined, banner: undefined };
      if (key === 'organiser') return { support_email: (part as Event['organiser']).support_email };
      if (key === 'sheets' && Array.isArray(part))
        return part.map(({ route, number, title, description }) => ({
          route,
          ...(programs.has(route) && { number, title }),
          ...(described.has(route) && { description }),
        }));
      // The forms identify countries and states by name, except the home country, which is found by its code.
      if (places[key] && Array.isArray(part)) {
        const { home_country, fields } = registration();
        if (!fields.some(({ name }) => name === places[key])) return [];
        return part.map(({ name, code }) => (code && code === home_country ? { name, code } : name));
      }
      return leftOut.has(key) ? undefined : part;
    }),
  );
