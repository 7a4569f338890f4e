// Desk and gate: programs of their own for the people who run the event. Each is one document without content, and
// everything that it shows comes from its API; nothing of them is named by a page that a visitor opens.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as texts from '../src/texts.ts';
import type { Event } from '../src/types/content.gen.ts';
import type { BundledFile } from './bundles.ts';
import { escapeHTML } from './document.ts';
import { hashOf, type Output } from './output.ts';
import { paths } from './settings.ts';

/** One instrument: its file is NAME.html, its program src/NAME/main.tsx. */
interface Instrument {
  name: string;
  title: string;
  /** What stands there when the browser runs no script. */
  withoutScript: string;
}

export const instruments: Instrument[] = [
  { name: 'desk', title: texts.deskTitle, withoutScript: texts.deskNeedsScript },
  { name: 'gate', title: texts.gateTitle, withoutScript: texts.gateNeedsScript },
];

export const instrumentEntries = Object.fromEntries(
  instruments.map(({ name }) => [name, fileURLToPath(new URL(`../src/${name}/main.tsx`, import.meta.url))]),
);

/** Writes the bundle of the instruments and the document of each. */
export function writeInstruments(output: Output, bundle: BundledFile[], event: Event): void {
  for (const file of bundle) output.write(file.fileName, file.content);
  for (const instrument of instruments) {
    const entry = bundle.find(({ chunk }) => chunk?.isEntry && chunk.name === instrument.name);
    if (!entry) throw new Error(`the bundle has no entry "${instrument.name}"`);
    const sheets = stylesOf(entry, bundle).map((file) => `/${file}`);
    const page = instrumentDocument(instrument, event, `/${entry.fileName}`, sheets);
    output.write(`${instrument.name}.html`, page);
    if (instrument.name === 'gate')
      output.write('gate-sw.js', gateKeeper(readFileSync(`${paths.src}gate/gate-sw.js`, 'utf8'), bundle, page));
  }
}

/**
 * The style sheets of a program's first load: those of what it imports, then its own. What both instruments use is in a
 * chunk that has the name of neither.
 */
export function stylesOf(entry: BundledFile, bundle: BundledFile[]): string[] {
  const sheets = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: BundledFile | undefined) => {
    if (!file?.chunk || seen.has(file.fileName)) return;
    seen.add(file.fileName);
    for (const name of file.chunk.imports) visit(bundle.find(({ fileName }) => fileName === name));
    for (const sheet of file.chunk.styles) sheets.add(sheet);
  };
  visit(entry);
  return [...sheets];
}

/**
 * The service worker of the gate, with the files that it keeps: the page, its program with what is loaded later, the
 * reader of codes. A change of any of them is a new version.
 */
export function gateKeeper(source: string, bundle: BundledFile[], page: string): string {
  const byName = new Map(bundle.map((file) => [file.fileName, file]));
  const wanted = new Set<string>();
  const add = (name: string) => {
    if (wanted.has(name)) return;
    wanted.add(name);
    const chunk = byName.get(name)?.chunk;
    for (const next of [...(chunk?.imports ?? []), ...(chunk?.styles ?? [])]) add(next);
  };
  for (const { fileName, chunk } of bundle) {
    const isGate =
      (chunk?.isEntry && chunk.name === 'gate') ||
      /gate\.worker\.js$|\.wasm$|\.woff2$|\/gate-[^/]*\.css$/.test(fileName);
    if (isGate || chunk?.source?.includes('@noble/ed25519')) add(fileName);
  }
  const files = ['/gate', ...[...wanted].sort().map((file) => `/${file}`)];
  // Not every name changes with its file: the reader of codes has the same one always.
  const contents = [...wanted].sort().map((name) => hashOf(Buffer.from(byName.get(name)!.content)));
  const version = hashOf([...files, ...contents, page].join('\n'));
  return source.replace('const files = [];', `const files = ${JSON.stringify(files)};`).replace('VERSION', version);
}

/** The document of an instrument. */
export function instrumentDocument(instrument: Instrument, event: Event, program: string, sheets: string[]): string {
  return `<!doctype html>
<html lang="${escapeHTML(event.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHTML(`${instrument.title} · ${event.name}`)}</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="mobile-web-app-capable" content="yes">
<meta name="apple-mobile-web-app-capable" content="yes">
${sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}">`).join('\n')}
<script type="module" src="${program}"></script>
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
</head>
<body>
<noscript><p>${escapeHTML(instrument.withoutScript)}</p></noscript>
<div id="app"></div>
</body>
</html>
`;
}
