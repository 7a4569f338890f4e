import { expect, test } from 'vitest';
import type { Graph } from './graph.ts';
import { facesOf, findNeeds, messageSheet, programModules, sheetFor, withoutFonts } from './styles.ts';

test("web fonts are removed from the page's sheet; local fallbacks stay", () => {
  const file =
    '@font-face{font-family:Mukta;font-weight:400;font-display:swap;src:url(/assets/mukta.woff2)format("woff2")}';
  const fallback = '@font-face{font-family:"Mukta Fallback";src:local("Arial");size-adjust:97%}';
  const { base, fonts } = withoutFonts(`${file}${fallback}p{margin:0}`);
  expect(fonts).toBe(file);
  expect(facesOf(fonts)).toBe('Mukta,400,/assets/mukta.woff2');
  expect(base).toBe(`${fallback}p{margin:0}`);
});

const all: Graph = {
  'styles/all.ts': [
    'ui/button.css',
    'sections/header.css',
    'pages/home.css',
    'form/field.css',
    'styles/base.css',
    'styles/toast.css',
  ],
};
const graphs: Graph[] = [
  {
    'sections/frame.tsx': ['sections/header.css'],
    'sections/without-script.tsx': [],
    'program.tsx': [],
    'pages/home.tsx': ['ui/button.tsx', 'pages/home.css'],
    'pages/login.tsx': ['ui/button.tsx', 'form/upload.tsx'],
    'pages/faqs.tsx': [],
    'ui/button.tsx': ['ui/button.css'],
    'form/upload.tsx': [],
  },
  {
    'form/upload.tsx': ['form/mask.tsx'],
    'form/mask.tsx': ['form/field.css', 'form/upload.tsx'],
    'islands/film.ts': ['ui/button.css'],
  },
];
const styles = findNeeds(all, graphs, (file) => `/*${file}*/`);
const files = (sheet: string) => [...sheet.matchAll(/\/\*(.*?)\*\//g)].map(([, file]) => file);

test('a page gets the sheets of its components, its frame and the base, in the order of all.ts', () => {
  expect(files(sheetFor(styles, ['pages/home.tsx']))).toEqual([
    'ui/button.css',
    'sections/header.css',
    'pages/home.css',
    'styles/base.css',
  ]);
  expect(files(sheetFor(styles, ['pages/faqs.tsx']))).toEqual(['sections/header.css', 'styles/base.css']);
  expect(files(sheetFor(styles, ['pages/faqs.tsx', 'islands/film.ts']))).toContain('ui/button.css');
});

test('program pages share the sheets that any of them needs, now or later; toasts have their own sheet', () => {
  const modules = programModules([
    { hydrated: true, module: 'pages/login.tsx' },
    { hydrated: false, module: 'pages/home.tsx' },
  ]);
  expect(files(sheetFor(styles, modules))).toEqual([
    'ui/button.css',
    'sections/header.css',
    'form/field.css',
    'styles/base.css',
  ]);
  expect(files(messageSheet(styles))).toEqual(['styles/toast.css']);
});

test('an unknown page, or a sheet that all.ts does not list, stops the build', () => {
  expect(() => sheetFor(styles, ['pages/gone.tsx'])).toThrow('src/pages/gone.tsx');
  const more = [...graphs, { 'pages/home.tsx': ['pages/new.css'] }];
  expect(() => findNeeds(all, more, () => '')).toThrow('pages/new.css');
});
