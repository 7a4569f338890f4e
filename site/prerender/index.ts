// The site's build step: bundles for browser and server, then one HTML file for each route. The pages come from
// src/entry-server.tsx, which does not access files.
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { islandEntries } from './assets.ts';
import { buildSite } from './build.ts';
import { cataloguesPlugin } from './catalogues.ts';
import { contentPlugin } from './content-plugin.ts';
import { devServer } from './dev-server.ts';
import { graphPlugin } from './graph.ts';
import { paths, settings } from './settings.ts';
import { staffProgramEntries } from './staff-programs.ts';
import { bundledName } from './styles.ts';

export function prerender(): Plugin[] {
  return [cataloguesPlugin(), contentPlugin(), sitePlugin(), plainImports(), graphPlugin(), devServer()];
}

/** Vite's helper for lazy imports would load style sheets again: a public page already has all of its style sheets. */
const plainImports = (): Plugin => ({
  name: 'transom:plain-imports',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined),
});

function sitePlugin(): Plugin {
  return {
    name: 'transom:site',
    config: (_user, { command, mode }) => ({
      define: { __API_BASE__: JSON.stringify(settings.apiBase), __SITE_URL__: JSON.stringify(settings.siteUrl) },
      css: { modules: { generateScopedName: command === 'build' ? '[local]-[hash:base64:4]' : '[name]-[local]' } },
      server: {
        proxy: settings.apiTarget
          ? Object.fromEntries(['/api', '/rehearsal', '/.well-known'].map((path) => [path, settings.apiTarget!]))
          : {},
        fs: { allow: [paths.root] },
      },
      ...(mode === 'test' ? {} : { environments: environments(command === 'build') }),
      builder: { buildApp: buildSite },
    }),
  };
}

const form = /src[\\/](form|registration)[\\/]|src[\\/]places\.ts|(countries|states)\.json/;

const dashboard = /src[\\/](dashboard[\\/]|payment[\\/]texts|sign-in[\\/]challenge)/;

/** A few chunks compress better than a chunk for each shared module. */
const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime/, priority: 3 },
  { name: 'router', test: /node_modules[\\/](react-router|cookie|set-cookie-parser)[\\/]/, priority: 2 },
  { name: 'early-requests', test: /src[\\/](early-requests|device[\\/]storage)\.ts$/, priority: 4 },
  // Modules that at least three program pages share are in one chunk, except those for the dashboard, for sign-in codes
  // and for forms, which are larger than all the rest.
  { name: 'program', test: (id: string) => !form.test(id) && !dashboard.test(id), minShareCount: 3, priority: 2 },
  { name: 'form', test: form, minShareCount: 3, priority: 1 },
];

const sheetName = (id: string) => bundledName(relative(paths.src, id));

const entryAt = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

const assetNames = {
  entryFileNames: 'assets/[name]-[hash].js',
  chunkFileNames: 'assets/[name]-[hash].js',
  assetFileNames: 'assets/[name]-[hash][extname]',
};

/** An environment whose output is passed to build.ts instead of being written. */
const forBrowsers = (input: Record<string, string>, output: object, cssCodeSplit: boolean, more: object = {}) => ({
  consumer: 'client' as const,
  build: {
    outDir: paths.dist,
    emptyOutDir: false,
    write: false,
    target: 'es2022',
    modulePreload: false as const,
    assetsInlineLimit: 0,
    copyPublicDir: false,
    reportCompressedSize: false,
    cssCodeSplit,
    rolldownOptions: { input, output: { ...assetNames, ...output }, checks: { pluginTimings: false }, ...more },
  },
});

function environments(building: boolean) {
  return {
    // Pages name their own sheets (styles.ts), so Vite's combined sheet is not used. Each island is a separate entry,
    // so that a page can load it by its address. Texts are inlined into the pages that use them, so that no page loads
    // the whole catalogue as one chunk.
    client: forBrowsers(
      { loader: entryAt('loader.ts'), main: entryAt('main.tsx'), ...islandEntries() },
      { codeSplitting: { groups } },
      false,
      {
        optimization: { inlineConst: true },
        preserveEntrySignatures: 'strict',
      },
    ),
    // Each style sheet is bundled separately; styles.ts combines those that a page needs.
    styles: forBrowsers(
      { styles: entryAt('styles/all.ts') },
      { codeSplitting: { groups: [{ name: sheetName, test: /\.css$/ }] } },
      true,
      { preserveEntrySignatures: 'strict' },
    ),
    // The programs for staff have their own bundles and styles, so visitors do not load any of their code.
    staffPrograms: forBrowsers(staffProgramEntries, { codeSplitting: { groups: groups.slice(0, 2) } }, true),
    // The gate's code reader is a single file, because its security policy forbids imports (netlify.toml).
    reader: forBrowsers(
      { 'gate.worker': entryAt('gate/code-reader.ts') },
      { entryFileNames: 'gate.worker.js', codeSplitting: false },
      true,
    ),
    ssr: {
      // In a build everything is bundled, so that React's production version is used and starts fast.
      resolve: building ? { noExternal: true as const, external: [] as string[] } : {},
      build: {
        outDir: paths.serverBundle,
        emptyOutDir: true,
        ssr: true,
        target: 'node20',
        minify: false,
        copyPublicDir: false,
        reportCompressedSize: false,
        rolldownOptions: {
          checks: { pluginTimings: false },
          input: { server: entryAt('entry-server.tsx') },
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    },
  };
}
