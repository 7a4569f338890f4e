// The HTML around a rendered page. A page has no inline styles, and only two inline scripts (inline-scripts.ts).
// JSON-LD blocks are data, which the content security policy allows.

import type * as Server from '../src/entry-server.tsx';
import type { Assets } from './assets.ts';
import { texts } from './catalogues.ts';
import { settings } from './settings.ts';
import { structuredData } from './structured-data.ts';

type Page = Server.Page;

interface DocumentInput {
  server: typeof Server;
  page: Page;
  rendered: Server.Rendered;
  assets: Assets;
  /** The path of the page's image for link previews. */
  card: string | undefined;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHTML = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign]!);

/** Escapes JSON so that it cannot end its script element. */
const safeJSON = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c');

export function renderDocument({ server, page, rendered, assets, card }: DocumentInput): string {
  const { content, speculationRules } = server;
  const { brand, event } = content;
  const { siteUrl } = settings;
  const moment = server.pageMoment();
  const name = page.titles?.[moment.phase] ?? page.title;
  const titled = (of: string) =>
    (page.path === '/' ? [event.name, event.tagline] : [of, event.name]).filter(Boolean).join(' · ');
  const canonical = page.canonical && siteUrl + page.canonical;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title${phases(page, titled)}>${escapeHTML(titled(name))}</title>`,
    meta('description', page.description),
    page.noindex ? meta('robots', 'noindex') : '',
    canonical ? `<link rel="canonical" href="${escapeHTML(canonical)}">` : '',
    '<meta name="color-scheme" content="light dark">',
    `<meta name="theme-color" content="${brand.light.page.toUpperCase()}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${brand.dark.page.toUpperCase()}" media="(prefers-color-scheme: dark)">`,
    assets.style ? `<link rel="stylesheet" href="${assets.style}">` : '',
    // Nothing is painted before the header is complete; otherwise its menu would jump on a slow connection.
    '<link rel="expect" href="#main" blocking="render">',
    ...rendered.preloads.map(
      ({ srcset, sizes, media }) =>
        `<link rel="preload" as="image" type="image/avif" imagesrcset="${srcset}" imagesizes="${escapeHTML(sizes)}"` +
        `${media ? ` media="${media}"` : ''} fetchpriority="high">`,
    ),
    loaderScript(assets, `data-turns="${moment.turns.join(' ')}"${after(page, assets)}`),
    assets.fonts ? `<noscript><link rel="stylesheet" href="${assets.fonts.sheet}"></noscript>` : '',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    property('og:type', 'website'),
    property('og:site_name', event.name),
    property('og:title', page.path === '/' ? event.name : name),
    property('og:description', page.description),
    property('og:locale', event.language.replace('-', '_')),
    canonical ? property('og:url', canonical) : '',
    ...(card
      ? [
          property('og:image', siteUrl + card),
          property('og:image:width', '1200'),
          property('og:image:height', '630'),
          property('og:image:alt', texts.sheetOfEvent(page.title, event.name)),
          meta('twitter:card', 'summary_large_image'),
        ]
      : []),
    ...structuredData(page, siteUrl, content, card).map(
      (data) => `<script type="application/ld+json">${safeJSON(data)}</script>`,
    ),
  ];
  return (
    `<!doctype html>\n<html lang="${escapeHTML(event.language)}" data-phase="${moment.phase}" ` +
    `data-made-for="${moment.madeFor}">\n<head>\n${head.filter(Boolean).join('\n')}\n</head>\n` +
    `<body>\n${rendered.html}\n<script type="speculationrules">${speculationRules}</script>\n</body>\n</html>\n`
  );
}

const phases = ({ titles }: Page, titled: (of: string) => string): string =>
  Object.entries(titles ?? {})
    .map(([phase, title]) => ` data-${phase}="${escapeHTML(titled(title))}"`)
    .join('');

function loaderScript({ loader }: Assets, orders: string): string {
  const [src, code] = 'src' in loader ? [` src="${loader.src}"`, ''] : ['', loader.code];
  return `<script type="module"${src} data-loader async ${orders}>${code}</script>`;
}

function after(page: Page, assets: Assets): string {
  const fonts = assets.fonts ? ` data-fonts="${assets.fonts.faces}"` : '';
  if (!page.hydrated) return fonts;
  const program = [...assets.modules(`pages/${page.file.replace('.html', '.tsx')}`), assets.main].join(' ');
  const messages = assets.messages ? ` data-messages="${assets.messages}"` : '';
  return `${fonts}${messages} data-program="${program}"${page.guarded ? ' data-guarded' : ''}`;
}

const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHTML(content)}">`;
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHTML(content)}">`;
