// The programs for staff: desk and gate. Each program is one document without content, which gets all its data from the
// API.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Event } from '../src/types/content.gen.ts';
import { type BundledFile, withImports } from './bundles.ts';
import { texts } from './catalogues.ts';
import { escapeHTML } from './document.ts';
import { hashOf, type Output } from './output.ts';
import { paths } from './settings.ts';
import { facesOf, withoutFonts } from './styles.ts';

/** The program's page is NAME.html, and its entry is src/NAME/main.tsx. */
interface StaffProgram {
  name: string;
  title: string;
  /** Shown if the browser runs no JavaScript. */
  withoutScript: string;
}

export const staffPrograms: StaffProgram[] = [
  { name: 'desk', title: texts.deskTitle, withoutScript: texts.deskNeedsScript },
  { name: 'gate', title: texts.gateTitle, withoutScript: texts.gateNeedsScript },
];

export const staffProgramEntries = Object.fromEntries(
  staffPrograms.map(({ name }) => [name, fileURLToPath(new URL(`../src/${name}/main.tsx`, import.meta.url))]),
);

/** Writes the programs' bundle, and a document for each program. */
export function writeStaffPrograms(output: Output, bundle: BundledFile[], event: Event, loader: string): void {
  let faces = '';
  for (const { fileName, content } of bundle) {
    const { base, fonts } = fileName.endsWith('.css') ? withoutFonts(String(content)) : { base: content, fonts: '' };
    output.write(fileName, base);
    faces ||= facesOf(fonts);
  }
  for (const program of staffPrograms) {
    const entry = bundle.find(({ chunk }) => chunk?.isEntry && chunk.name === program.name);
    if (!entry) throw new Error(`the bundle has no entry "${program.name}"`);
    const scripts = withImports(bundle, [entry]).map(({ fileName }) => `/${fileName}`);
    const sheets = stylesOf(entry, bundle).map((file) => `/${file}`);
    const orders = `data-fonts="${faces}" data-program="${scripts.join(' ')}"`;
    const page = staffProgramDocument(program, event, sheets, `data-loader ${orders}>${loader}`);
    output.write(`${program.name}.html`, page);
    if (program.name === 'gate')
      output.write('gate-sw.js', gateServiceWorker(readFileSync(`${paths.src}gate/gate-sw.js`, 'utf8'), bundle, page));
  }
}

/** The style sheets that a program needs when it starts: those of its imports, then its own. */
export const stylesOf = (entry: BundledFile, bundle: BundledFile[]): string[] => [
  ...new Set(withImports(bundle, [entry]).flatMap(({ chunk }) => chunk?.styles ?? [])),
];

/** Returns the gate's service worker. Its version changes with any of the files that it caches. */
export function gateServiceWorker(source: string, bundle: BundledFile[], page: string): string {
  const roots = bundle.filter(
    ({ fileName, chunk }) =>
      (chunk?.isEntry && chunk.name === 'gate') ||
      /gate\.worker\.js$|\.wasm$|\.woff2$|\/gate-[^/]*\.css$/.test(fileName) ||
      chunk?.source?.includes('@noble/ed25519'),
  );
  const chunks = withImports(bundle, roots);
  const wanted = new Set(chunks.flatMap(({ fileName, chunk }) => [fileName, ...(chunk?.styles ?? [])]));
  const cached = bundle.filter(({ fileName }) => wanted.has(fileName));
  cached.sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
  const files = ['/gate', '/icon.svg', ...cached.map(({ fileName }) => `/${fileName}`)];
  // The code reader's file name never changes, so the version also depends on the files' contents.
  const contents = cached.map(({ content }) => hashOf(Buffer.from(content)));
  const version = hashOf([...files, ...contents, page].join('\n'));
  return source.replace('const files = [];', `const files = ${JSON.stringify(files)};`).replace('VERSION', version);
}

/** `script` is the rest of the script tag: a src attribute or the inline loader. */
export function staffProgramDocument(program: StaffProgram, event: Event, sheets: string[], script: string): string {
  return `<!doctype html>
<html lang="${escapeHTML(event.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHTML(`${program.title} · ${event.name}`)}</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="mobile-web-app-capable" content="yes">
<meta name="apple-mobile-web-app-capable" content="yes">
${sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}">`).join('\n')}
<script type="module" ${script}</script>
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
</head>
<body>
<noscript><p>${escapeHTML(program.withoutScript)}</p></noscript>
<div id="app"></div>
<p class="opening" role="status">${escapeHTML(texts.openingProgram(program.title, event.name))}</p>
</body>
</html>
`;
}
