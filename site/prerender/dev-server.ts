// `vite dev`: renders each page on request, with the build's code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connect, Plugin, ViteDevServer } from 'vite';
import type * as Server from '../src/entry-server.tsx';
import { type Assets, islandEntries } from './assets.ts';
import { rootScripts } from './build.ts';
import { texts } from './catalogues.ts';
import { contentFile, followed } from './content-plugin.ts';
import { devPictures, picture } from './dev-pictures.ts';
import { renderDocument } from './document.ts';
import { type Build, watchContent } from './generator.ts';
import { makeMark } from './mark.ts';
import { paths, settings } from './settings.ts';
import { staffProgramDocument, staffPrograms } from './staff-programs.ts';

const entry = '/src/entry-server.tsx';
const startedAt = Date.now();

/** Counts the generator's builds. Each page contains its build number (follow-content.ts). */
let edition = 0;

export function devServer(): Plugin {
  return {
    name: 'transom:dev',
    apply: 'serve',
    configureServer(server) {
      if (server.config.mode === 'test') return;
      // Pages are rendered on the server, so a change to code or content reloads the whole page.
      if (!followed) server.watcher.add(paths.data); // developers may run "make gen" themselves
      server.watcher.on('all', (_event, file) => {
        const isContent = !followed && file.startsWith(paths.data) && file.endsWith('.json');
        if (isContent) forgetContent(server);
        if (isContent || /\.tsx?$/.test(file)) server.ws.send({ type: 'full-reload' });
      });
      followContent(server);
      return () => {
        server.middlewares.use(rootScript);
        server.middlewares.use(picture);
        server.middlewares.use((request, response, next) => {
          const url = request.originalUrl ?? '/';
          page(server, url).then((html) => {
            response.setHeader('Content-Type', url === '/mark.svg' ? 'image/svg+xml' : 'text/html; charset=utf-8');
            response.end(html);
          }, next);
        });
      };
    },
  };
}

function followContent(server: ViteDevServer): void {
  let last: Build = { mistakes: [], changes: [], written: 0 };
  server.ws.on('transom:mistakes?', (_data, client) => client.send('transom:mistakes', last));
  server.ws.on('transom:content?', (seen: number, client) => {
    if (seen < edition) client.send('transom:content', edition);
  });
  const stop = watchContent((build) => {
    for (const { file, line, column, message, warning } of build.mistakes) {
      if (warning) server.config.logger.warn(`${file}:${line}:${column}: warning: ${message}`);
      else server.config.logger.error(`${file}:${line}:${column}: ${message}`);
    }
    if (build.written > 0) {
      forgetContent(server);
      edition++;
      server.ws.send('transom:content', edition);
      server.ssrLoadModule(entry).catch(() => {}); // compile early; the browser's own request will report errors
    }
    last = build;
    server.ws.send('transom:mistakes', last);
  });
  server.httpServer?.once('close', stop);
}

/** Invalidates only the modules that contain content, so that Vite compiles no other module again. */
function forgetContent(server: ViteDevServer): void {
  for (const environment of Object.values(server.environments)) {
    for (const module of environment.moduleGraph.idToModuleMap.values()) {
      if (module.id && contentFile(module.id)) environment.moduleGraph.invalidateModule(module);
    }
  }
}

const assets: Assets = {
  style: undefined,
  fonts: undefined,
  messages: undefined,
  loader: { src: '/src/loader.ts' },
  main: '/src/main.tsx',
  modules: () => [],
  islands: {},
};

let making: Promise<unknown> = Promise.resolve();

/** Renders one page at a time, because all pages share the module's state. */
function page(server: ViteDevServer, url: string): Promise<string> {
  const made = making.then(() => makePage(server, url));
  making = made.catch(() => {});
  return made;
}

async function makePage(server: ViteDevServer, url: string): Promise<string> {
  const pathname = new URL(url, 'http://localhost').pathname.replace(/(.)\/$/, '$1');
  const script = (path: string) => `<script type="module" src="${path}"></script>`;
  const followed = `<meta name="transom-edition" content="${edition}">`;
  const following = `${followed}${script('/prerender/follow-content.ts')}</head>`;
  const module = (await server.ssrLoadModule(entry)) as typeof Server;
  if (pathname === '/mark.svg') return makeMark(module.content, paths.images)?.file ?? '';
  await module.prepare({ pictures: devPictures, islands: islandAddresses() });
  const program = staffPrograms.find(({ name }) => pathname === `/${name}` || pathname.startsWith(`/${name}/`));
  if (program) {
    const script = `src="/src/${program.name}/main.tsx">`;
    const html = staffProgramDocument(program, module.content.event, [], script).replace('</head>', following);
    return server.transformIndexHtml(url, settings.rehearsal ? rehearsalMark(html, module.content.event) : html);
  }
  const pages = module.allPages();
  const found =
    pages.find(({ path }) => path === pathname) ??
    pages.find(({ path }) => path.includes(':') && pathname.startsWith(path.replace(/:.*/, ''))) ??
    pages.find(({ path }) => path === '/404')!;
  const rendered = module.render(found);
  const html = renderDocument({ server: module, page: found, rendered, assets, card: undefined }).replace(
    '</head>',
    `${script('/src/styles/all.ts')}${script('/prerender/mistakes-panel.ts')}${following}`,
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

/** Adds the mark that the Go server adds in a rehearsal. */
function rehearsalMark(html: string, event: { rehearsal_at: string }): string {
  const at = new Date(Date.parse(event.rehearsal_at) + Date.now() - startedAt).toISOString();
  return html
    .replace('<html ', `<html data-rehearsal="${at}" `)
    .replace(/ data-phase="\w+"/, ' data-phase="open"')
    .replace(
      '<body>',
      `<body>\n<aside class="rehearsal-ribbon" aria-label="Rehearsal">${texts.rehearsalRibbon} ` +
        `<a href="/rehearsal">${texts.rehearsalLink}</a></aside>`,
    );
}

const rootScript: Connect.NextHandleFunction = (request, response, next) => {
  const source = rootScripts[(request.originalUrl ?? '').slice(1)];
  if (!source) return next();
  response.setHeader('Content-Type', 'text/javascript');
  response.end(readFileSync(join(paths.src, source)));
};
