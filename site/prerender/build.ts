// Builds the whole site: bundles, pages, pictures, and the files for machines.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ViteBuilder } from 'vite';
import type * as Server from '../src/entry-server.tsx';
import { type BundledFile, makeBundles } from './bundles.ts';
import { calendars } from './calendar.ts';
import { writeCards } from './cards.ts';
import { renderDocument } from './document.ts';
import { writeIcons } from './icons.ts';
import { robots, securityText, sitemap, webManifest } from './machine-files.ts';
import { Output } from './output.ts';
import { PictureStore } from './pictures.ts';
import { paths, settings } from './settings.ts';
import { facesOf, sheetName, withoutFonts } from './styles.ts';

/** The islands are entries of the browser's bundle by their file names: islands/gallery.tsx is "island-gallery". */
export function islandEntries(): Record<string, string> {
  const folder = join(paths.src, 'islands');
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => /^[a-z-]+\.tsx?$/.test(name))
      .map((name) => [`island-${name.replace(/\.tsx?$/, '')}`, join(folder, name)]),
  );
}

/** Service workers: their address must stay, so they are served as they are. */
export const rootScripts: Record<string, string> = { 'ticket-sw.js': 'ticket/ticket-sw.js' };

/** Addresses of what the bundles made, as pages name them. */
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

export async function buildSite(builder: ViteBuilder): Promise<void> {
  const started = performance.now();
  const output = new Output(paths.dist, join(paths.cache, 'compressed'));
  const { client: bundle, cached } = await makeBundles(builder);
  for (const file of bundle) {
    if (isSheet(file) || (file.chunk && file.fileName.includes('/styles-'))) continue;
    output.write(file.fileName, file.content);
  }
  const bundled = performance.now();

  const server = (await import(pathToFileURL(join(paths.serverBundle, 'server.mjs')).href)) as typeof Server;
  const pictures = new PictureStore(paths.images, join(paths.cache, 'images'));
  const assets = assetsOf(bundle);
  await server.prepare({ pictures, islands: assets.islands });

  const pages = server.allPages();
  const cards = await writeCards(output, join(paths.cache, 'cards'), pages, server.content);
  const styles = writeSheets(output, bundle);
  for (const page of pages) {
    const html = renderDocument({
      page,
      rendered: server.render(page),
      assets: { ...assets, ...styles },
      card: cards.get(page.file),
      siteUrl: settings.siteUrl,
      content: server.content,
      moment: server.pageMoment(),
    });
    output.write(page.file, html);
  }
  const rendered = performance.now();

  for (const calendar of calendars(server.content.event, settings.siteUrl)) output.write(calendar.file, calendar.text);
  for (const [path, source] of Object.entries(rootScripts)) output.write(path, readFileSync(join(paths.src, source)));
  output.write('sitemap.xml', sitemap(pages, settings.siteUrl));
  output.write('robots.txt', robots(settings.siteUrl));
  const security = securityText(server.content.event, settings.siteUrl, new Date());
  if (security) output.write('.well-known/security.txt', security);
  output.write('site.webmanifest', webManifest(server.content.event));
  await writeIcons(output, join(paths.cache, 'icons'));
  const encoded = await pictures.deliver(output);
  await output.finish();

  const ms = (from: number, to: number) => `${Math.round(to - from)} ms`;
  builder.config.logger.warn(
    `${pages.length} pages: bundles ${cached ? 'kept, ' : ''}${ms(started, bundled)}, pages ${ms(bundled, rendered)}, ` +
      `pictures and files ${ms(rendered, performance.now())} (${encoded} pictures encoded, ${output.written} files written)`,
  );
}

const isSheet = ({ fileName }: BundledFile) => fileName.endsWith('.css');

/** Writes the bundle's style sheet (styles.ts) and gives the addresses of its parts. */
function writeSheets(output: Output, bundle: BundledFile[]): Pick<Assets, 'style' | 'fonts'> {
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

function assetsOf(bundle: BundledFile[]): Omit<Assets, 'style' | 'fonts'> {
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
