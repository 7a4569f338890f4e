// How data/site/*.json gets into the bundles. The browser's bundle holds the few files that forms need; the server's
// bundle reads all of them when it starts, so that it stays the same file while the content changes.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { paths } from './settings.ts';

/**
 * Whether the generator reports each save (`make dev`). Then Vite does not watch its files, because it would reload
 * every module.
 */
export const followed = Boolean(process.env.CONTENT_GENERATOR);

const ending = '.js?content';

/** The file in data/site/ that a module holds. */
export function contentFile(id: string): string | undefined {
  return id.startsWith(paths.data) && id.endsWith(ending) ? id.slice(0, -ending.length) : undefined;
}

export function contentPlugin(): Plugin {
  return {
    name: 'transom:content',
    enforce: 'pre',
    resolveId(source, importer) {
      const name = importer && /\/data\/site\/([a-z-]+)\.json$/.exec(source)?.[1];
      if (name) return `${paths.data}${name}.json${ending}`;
    },
    async load(id) {
      const file = contentFile(id);
      if (!file) return;
      if (!followed) this.addWatchFile(file);
      const building = this.environment.mode === 'build';
      if (this.environment.name === 'ssr' && building) {
        return {
          code: `import { readFileSync } from 'node:fs';\nexport default JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8'));`,
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

/**
 * What only the generated privacy table, the heads of prerendered pages, the frame around them and security.txt say
 * does not travel to every browser.
 */
const unread = new Set([
  'purpose',
  'seen_by',
  'retention',
  'gst_code',
  'navigation',
  'quick_links',
  'offices',
  'offices_title',
  'join_url',
  'join_label',
  'founded_year',
  'tagline',
  'rehearsal_at',
  'sample',
  'edition',
  'capacity',
  'color',
  'link_lifetime_minutes',
  'net_paise',
  'gst_paise',
  'notice_version',
  'personal_data',
  'privacy_email',
  'security_email',
]);

/** The program pages that show the description of their sheet; without it they would come alive with another text. */
const described = new Set(['/register-now', '/industry-associates-registration']);

const forBrowsers = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, part: unknown) => {
      if (key === 'sheets' && Array.isArray(part))
        return part.map(({ route, number, title, description }) => ({
          route,
          number,
          title,
          ...(described.has(route) ? { description } : {}),
        }));
      // A form chooses countries and states by name and code.
      if ((key === 'countries' || key === 'states') && Array.isArray(part)) return part.map(({ id: _, ...one }) => one);
      return unread.has(key) ? undefined : part;
    }),
  );
