// `vite dev`: renders each page when it is asked for, with the same code as the build. Pictures come as they are.
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import type { Connect, Plugin, ViteDevServer } from 'vite';
import type * as Server from '../src/entry-server.tsx';
import type { Pictures } from '../src/pictures.ts';
import { islandEntries, rootScripts } from './build.ts';
import { contentFile } from './content-plugin.ts';
import { renderDocument } from './document.ts';
import { type Mistake, watchContent } from './generator.ts';
import { paths, settings } from './settings.ts';

const picturesAt = '/content-images/';
const startedAt = Date.now();

export function devServer(): Plugin {
  return {
    name: 'transom:dev',
    apply: 'serve',
    configureServer(server) {
      if (server.config.mode === 'test') return;
      // Pages are made on the server, so a change of a page means the whole page again; so does a change of the content.
      server.watcher.add(paths.data); // for those who run "make gen" beside this
      server.watcher.on('all', (_event, file) => {
        const isContent = !process.env.TRANSOM_GENERATOR && file.startsWith(paths.data) && file.endsWith('.json');
        if (isContent) forgetContent(server);
        if (isContent || /\.tsx?$/.test(file)) server.ws.send({ type: 'full-reload' });
      });
      followContent(server);
      return () => {
        server.middlewares.use(rootScript);
        server.middlewares.use(picture);
        server.middlewares.use((request, response, next) => {
          page(server, request.originalUrl ?? '/').then((html) => {
            response.setHeader('Content-Type', 'text/html; charset=utf-8');
            response.end(html);
          }, next);
        });
      };
    },
  };
}

/** Shows what was saved in content/: the new pages, or what is wrong. */
function followContent(server: ViteDevServer): void {
  let mistakes: Mistake[] = [];
  server.ws.on('transom:mistakes?', (_data, client) => client.send('transom:mistakes', mistakes));
  const stop = watchContent((build) => {
    for (const { file, line, column, message } of build.mistakes)
      server.config.logger.error(`${file}:${line}:${column}: ${message}`);
    if (build.written > 0) {
      forgetContent(server);
      server.ws.send({ type: 'full-reload' });
    }
    mistakes = build.mistakes;
    server.ws.send('transom:mistakes', mistakes);
  });
  server.httpServer?.once('close', stop);
}

/** The modules that hold the JSON are read again; what is made of them is run again, but nothing else is compiled anew. */
function forgetContent(server: ViteDevServer): void {
  for (const environment of Object.values(server.environments)) {
    for (const module of environment.moduleGraph.idToModuleMap.values()) {
      if (module.id && contentFile(module.id)) environment.moduleGraph.invalidateModule(module);
    }
  }
}

async function page(server: ViteDevServer, url: string): Promise<string> {
  const pathname = new URL(url, 'http://localhost').pathname.replace(/(.)\/$/, '$1');
  const module = (await server.ssrLoadModule('/src/entry-server.tsx')) as typeof Server;
  await module.prepare({ pictures: originals, islands: islandAddresses() });
  const pages = module.allPages();
  const found =
    pages.find(({ path }) => path === pathname) ??
    pages.find(({ path }) => path.includes(':') && pathname.startsWith(path.replace(/:.*/, ''))) ??
    pages.find(({ path }) => path === '/404')!;
  const html = renderDocument({
    page: found,
    rendered: module.render(found),
    assets: {
      style: undefined,
      fonts: undefined,
      loader: '/src/loader.ts',
      main: '/src/main.tsx',
      modules: () => [],
      islands: {},
    },
    card: undefined,
    siteUrl: settings.siteUrl,
    content: module.content,
    moment: module.pageMoment(),
  }).replace(
    '</head>',
    '<script type="module" src="/src/styles/all.ts"></script><script type="module" src="/prerender/mistakes-panel.ts"></script></head>',
  );
  return server.transformIndexHtml(url, settings.rehearsal ? rehearsalMark(html, module.content.event) : html);
}

const islandAddresses = () =>
  Object.fromEntries(
    Object.entries(islandEntries()).map(([name, file]) => [
      name.slice('island-'.length),
      `/src/${file.slice(paths.src.length)}`,
    ]),
  );

/** The same mark that the Go server sets when it serves a rehearsal. */
function rehearsalMark(html: string, event: { rehearsal_at: string }): string {
  const at = new Date(Date.parse(event.rehearsal_at) + Date.now() - startedAt).toISOString();
  return html
    .replace('<html ', `<html data-rehearsal="${at}" `)
    .replace(/ data-phase="\w+"/, ' data-phase="open"')
    .replace(
      '<body>',
      '<body>\n<p class="rehearsal-ribbon">Rehearsal: nothing is charged and nothing is sent. <a href="/rehearsal">Mail and payments</a></p>',
    );
}

const originals: Pictures = {
  sources: (file) => ({ src: picturesAt + file, srcset: {} }),
  address: (file) => picturesAt + file,
};

const rootScript: Connect.NextHandleFunction = (request, response, next) => {
  const source = rootScripts[(request.originalUrl ?? '').slice(1)];
  if (!source) return next();
  response.setHeader('Content-Type', 'text/javascript');
  response.end(readFileSync(join(paths.src, source)));
};

const picture: Connect.NextHandleFunction = (request, response, next) => {
  const url = decodeURIComponent((request.originalUrl ?? '').split('?')[0]!);
  if (!url.startsWith(picturesAt)) return next();
  const file = normalize(join(paths.images, url.slice(picturesAt.length)));
  if (!file.startsWith(paths.images) || !existsSync(file)) return next();
  response.setHeader('Content-Type', mediaTypes[extname(file)] ?? 'application/octet-stream');
  if (extname(file) === '.svg') response.end(readFileSync(file));
  else createReadStream(file).pipe(response);
};

const mediaTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
};
