// Where things are, and what the environment says about this build.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** A folder that the environment may move, with a slash at its end. */
const folder = (name: string, usual: string) => (process.env[name] ? `${resolve(process.env[name])}/` : at(usual));

const cache = folder('TRANSOM_CACHE', '../.cache/');

export const paths = {
  root: at('../../'),
  site: at('../'),
  src: at('../src/'),
  /**
   * The generated JSON; TRANSOM_CONTENT names another folder, as it does for the API. Unit tests have an edition of
   * their own.
   */
  data: folder('TRANSOM_CONTENT', process.env.VITEST ? '../../generator/testdata/valid/want/' : '../../data/site/'),
  images: folder('TRANSOM_IMAGES', '../../content/images/'),
  dist: folder('TRANSOM_STATIC', '../dist/'),
  /** The sites of earlier editions, a folder a year, as `make archive` writes them. */
  archive: folder('ARCHIVE', '../../archive/'),
  cache,
  serverBundle: `${cache}server/`,
};

export const settings = {
  /** Where the site answers, without a slash at the end; it stands in canonical addresses. */
  siteUrl: (process.env.SITE_URL || 'https://transom.example').replace(/\/+$/, ''),
  /** Where the browser finds the API. */
  apiBase: (process.env.API_BASE || '/api').replace(/\/+$/, ''),
  /** Whether the built site is written into the archive. */
  archiving: process.env.ARCHIVING === '1',
  /** In development: the API to which /api is passed on. */
  apiTarget: process.env.API_TARGET,
  /** In development: whether pages carry the rehearsal mark. */
  rehearsal: process.env.TRANSOM_REHEARSAL === '1',
};
