import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface BuiltSite {
  content: string;
  site: string;
  remove(): void;
}

/** Builds the site of a content folder. Pictures come from the published site's cache. */
export function buildSite(from: string): BuiltSite {
  const folder = mkdtempSync(join(tmpdir(), 'transom-built-'));
  const [content, site, cache] = ['content', 'site', 'cache'].map((name) => join(folder, name));
  const source = resolve(root, from);
  mkdirSync(cache!);
  for (const name of ['images', 'cards', 'compressed'])
    symlinkSync(join(root, 'site/.cache', name), join(cache!, name));
  const run = (command: string, args: string[], cwd: string, env = {}) =>
    execFileSync(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
  run('go', ['run', './generator', 'build', '-content', source, '-out', content!], root);
  const folders = { CONTENT: source, TRANSOM_CONTENT: content, TRANSOM_STATIC: site, TRANSOM_CACHE: cache };
  run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], join(root, 'site'), folders);
  return { content: content!, site: site!, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
