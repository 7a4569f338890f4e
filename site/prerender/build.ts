import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ViteBuilder } from 'vite';
import type * as Server from '../src/entry-server.tsx';
import { archiveSite, checkIsOver, publishArchive } from './archive.ts';
import { assetsOf, SheetWriter } from './assets.ts';
import { makeBundles } from './bundles.ts';
import { calendars } from './calendar.ts';
import { writeCards } from './cards.ts';
import { renderDocument } from './document.ts';
import { writeIcons } from './icons.ts';
import { checkPolicy } from './inline-scripts.ts';
import { robots, securityText, sitemap } from './machine-files.ts';
import { makeMark } from './mark.ts';
import { Output } from './output.ts';
import { PictureStore } from './pictures.ts';
import { paths, settings } from './settings.ts';
import { writeStaffPrograms } from './staff-programs.ts';

/** Service workers must keep their addresses, so they are served without bundling. */
export const rootScripts: Record<string, string> = { 'ticket-sw.js': 'ticket/ticket-sw.js' };

export async function buildSite(builder: ViteBuilder): Promise<void> {
  const started = performance.now();
  if (settings.archiving) checkIsOver(JSON.parse(readFileSync(join(paths.data, 'event.json'), 'utf8')));
  const output = new Output(paths.dist, join(paths.cache, 'compressed'));
  const { client: bundle, styles, staffPrograms, cached } = await makeBundles(builder);
  for (const file of bundle) if (file.chunk?.name !== 'loader') output.write(file.fileName, file.content);
  const bundled = performance.now();

  const server = (await import(pathToFileURL(join(paths.serverBundle, 'server.mjs')).href)) as typeof Server;
  const pictures = new PictureStore(paths.images, join(paths.cache, 'images'));
  const assets = assetsOf(bundle);
  checkPolicy(readFileSync(join(paths.root, 'netlify.toml'), 'utf8'), [assets.loader.code, server.speculationRules]);
  await server.prepare({ pictures, islands: assets.islands });

  const pages = server.allPages();
  const mark = makeMark(server.content, paths.images);
  const cards = await writeCards(output, join(paths.cache, 'cards'), paths.images, pages, server.content, mark);
  const sheets = new SheetWriter(output, styles, pages);
  const { fonts, messages } = sheets;
  for (const page of pages) {
    const rendered = server.render(page);
    const style = sheets.of(page, rendered.html, assets.islands);
    const all = { ...assets, style, fonts, messages };
    output.write(page.file, renderDocument({ server, page, rendered, assets: all, card: cards.get(page.file) }));
  }
  writeStaffPrograms(output, staffPrograms, server.content.event, assets.loader.code);
  const rendered = performance.now();

  for (const calendar of calendars(server.content.event, settings.siteUrl)) output.write(calendar.file, calendar.text);
  for (const [path, source] of Object.entries(rootScripts)) output.write(path, readFileSync(join(paths.src, source)));
  output.write('sitemap.xml', sitemap(pages, settings.siteUrl));
  output.write('robots.txt', robots(settings.siteUrl));
  const security = securityText(server.content.event, settings.siteUrl, new Date());
  if (security) output.write('.well-known/security.txt', security);
  await writeIcons(output, join(paths.cache, 'icons'), { ...server.content.brand, mark });
  const encoded = await pictures.deliver(output);
  publishArchive(output);
  await output.finish();
  if (settings.archiving) builder.config.logger.warn(`archived in ${await archiveSite(pages, server.content)}`);

  const ms = (from: number, to: number) => `${Math.round(to - from)} ms`;
  builder.config.logger.warn(
    `${pages.length} pages: bundles ${cached ? 'kept, ' : ''}${ms(started, bundled)}, ` +
      `pages ${ms(bundled, rendered)}, pictures and files ${ms(rendered, performance.now())} ` +
      `(${encoded} pictures encoded, ${output.written} files written)`,
  );
}
