// Builds the site's two bundles and its pages with the tools of the site's own build, and nothing else: no encoding or
// copying of pictures, cards, compression, comparison with existing files, or page heads.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const site = process.cwd();
const { createBuilder } = await import(pathToFileURL(createRequire(join(site, 'package.json')).resolve('vite')).href);
const builder = await createBuilder({ root: site, logLevel: 'error' });
const [client] = await Promise.all([builder.build(builder.environments.client), builder.build(builder.environments.ssr)]);

const write = (path, content) => {
  const file = join(process.env.BARE_OUT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
};
for (const file of client.output) write(file.fileName, file.type === 'chunk' ? file.code : file.source);

const server = await import(pathToFileURL(join(builder.environments.ssr.config.build.outDir, 'server.mjs')).href);
const pictures = { sources: (file) => ({ src: `/${file}`, srcset: '' }), address: (file) => `/${file}` };
const islands = new Proxy({}, { get: (_, name) => `/${String(name)}.js` });
await server.prepare({ pictures, islands });
for (const page of server.allPages()) write(page.file, `<!doctype html><title>${page.title}</title>${server.render(page).html}`);
