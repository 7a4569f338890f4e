import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The path ends in a slash. An environment variable can replace it. */
const folder = (name: string, usual: string) => (process.env[name] ? `${resolve(process.env[name])}/` : at(usual));

const content = resolve(at('../../'), process.env.CONTENT || 'content');

const cache = folder('TRANSOM_CACHE', '../.cache/');

export const paths = {
  root: at('../../'),
  site: at('../'),
  src: at('../src/'),
  /** The generated JSON. The API uses TRANSOM_CONTENT, too. Unit tests have their own content. */
  data: folder('TRANSOM_CONTENT', process.env.VITEST ? '../../generator/testdata/valid/want/' : '../../data/site/'),
  images: `${content}/images/`,
  dist: folder('TRANSOM_STATIC', '../dist/'),
  /** The sites of this content's earlier editions, one folder per year, written by `make archive`. */
  archive: folder('ARCHIVE', `../../${basename(content) === 'content' ? 'archive' : `archive-${basename(content)}`}/`),
  cache,
  serverBundle: `${cache}server/`,
};

export const settings = {
  /** The site's public address without a trailing slash, used in canonical addresses. */
  siteUrl: (process.env.SITE_URL || 'https://transom.example').replace(/\/+$/, ''),
  /** The API's address as the browser sees it. */
  apiBase: (process.env.API_BASE || '/api').replace(/\/+$/, ''),
  /** Whether the site is built for the archive. */
  archiving: process.env.ARCHIVING === '1',
  /** In development: the API to which /api is proxied. */
  apiTarget: process.env.API_TARGET,
  /** In development: whether pages are marked as a rehearsal. */
  rehearsal: process.env.TRANSOM_REHEARSAL === '1',
};
