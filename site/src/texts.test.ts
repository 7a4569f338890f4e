// @vitest-environment node
// Every text in a catalogue is used, and none contains a word that we have replaced (old-words.json). The compiler
// checks that every text that is used exists.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import * as dashboard from './dashboard/texts';
import * as desk from './desk/texts';
import * as gate from './gate/texts';
import * as payment from './payment/texts';
import * as signIn from './sign-in/texts';
import * as visitors from './texts';

const src = fileURLToPath(new URL('.', import.meta.url));
const read = (file: string) => readFileSync(resolve(src, file), 'utf8');
const oldWords = Object.entries<string>(JSON.parse(read('../../api/testdata/old-words.json'))).map(
  ([word, better]) => [new RegExp(`\\b${word}`, 'i'), better] as const,
);
const sources = ['.', '../prerender'].flatMap((folder) =>
  readdirSync(resolve(src, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => join(folder, file)),
);

const isNamed = (node: ts.Node): node is ts.VariableDeclaration | ts.FunctionDeclaration =>
  (ts.isVariableDeclaration(node) && node.parent.parent.parent.kind === ts.SyntaxKind.SourceFile) ||
  ts.isFunctionDeclaration(node);

/** Returns a catalogue's exported names, the names used inside it, and its sentences. */
function parts(file: string) {
  const names: string[] = [];
  const own = new Set<string>();
  const sentences: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (isNamed(node) && ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) names.push(node.name!.getText());
    if (ts.isIdentifier(node) && !(isNamed(node.parent) && node.parent.name === node)) own.add(node.text);
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      sentences.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
  return { names, own, sentences };
}

/** The names from a catalogue that other files use, as "texts.name" or by importing the name. */
function usedOf(catalogue: string): Set<string> {
  const used = new Set<string>();
  for (const file of sources) {
    const text = read(file);
    for (const [, what, from] of text.matchAll(/import ([^;]*?) from '(\.[^']*)'/g)) {
      const target = resolve(src, dirname(file), from!).replace(/(\.ts)?$/, '.ts');
      const generated = from === './catalogues.ts'; // its `texts` are those of texts.ts
      if (target !== resolve(src, catalogue) && !(generated && catalogue === 'texts.ts')) continue;
      const alias = generated ? 'texts' : /\* as (\w+)/.exec(what!)?.[1];
      if (!alias) for (const [name] of what!.matchAll(/\w+/g)) used.add(name);
      else for (const [, name] of text.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))) used.add(name!);
    }
  }
  return used;
}

test.each([
  ['texts.ts', 50],
  ['desk/texts.ts', 50],
  ['gate/texts.ts', 50],
  ['payment/texts.ts', 30],
  ['dashboard/texts.ts', 5],
  ['sign-in/texts.ts', 1],
] as const)('%s is used, in one vocabulary', (catalogue, least) => {
  const { names, own, sentences } = parts(catalogue);
  const used = usedOf(catalogue);
  expect(names.length).toBeGreaterThan(least);
  expect(names.filter((name) => !used.has(name) && !own.has(name))).toEqual([]);
  const old = sentences.flatMap((text) =>
    oldWords.flatMap(([word, better]) => (text.includes(' ') && word.test(text) ? [`${text}: write ${better}`] : [])),
  );
  expect(old).toEqual([]);
});

test('a catalogue in another language has the same texts', () => {
  const names = (file: string) => parts(file).names.sort();
  for (const file of sources.filter((name) => /texts\.[a-z]+\.ts$/.test(name)))
    expect(names(file), file).toEqual(names(file.replace(/\.[a-z]+\.ts$/, '.ts')));
});

test('no component contains words: they come from a catalogue or from content/', () => {
  const words: string[] = [];
  for (const file of sources.filter((name) => name.endsWith('.tsx'))) {
    const visit = (node: ts.Node): void => {
      const shown =
        ts.isJsxText(node) ||
        (ts.isStringLiteral(node) &&
          ts.isJsxAttribute(node.parent) &&
          /^(aria-label|alt|title|placeholder|label|help)$/.test(node.parent.name.getText()));
      if (shown && /[a-z] [a-z]|[A-Z][a-z]{2}/.test(node.text)) words.push(`${file}: ${node.text.trim()}`);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  }
  expect(words).toEqual([]);
});

/** Texts whose number is never 1. */
const neverOne = ['enterAllDigits', 'tooLong', 'unknownCodes', 'notAPicture'];

const catalogues = { visitors, payment, dashboard, signIn, desk, gate };

test.each(Object.entries(catalogues))('%s: one thing is named in the singular', (_, all) => {
  const wrong = Object.entries<unknown>(all).flatMap(([name, text]) => {
    if (typeof text !== 'function' || neverOne.includes(name)) return [];
    try {
      const said = String(text(1, 1, 1, 1));
      return /\b1 (scan )?(?!(is|was|has|asks|belongs)\b)[a-z]+s\b/.test(said) ? [said] : [];
    } catch {
      return []; // a text whose parameters are not numbers
    }
  });
  expect(wrong).toEqual([]);
});
