import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface EditedSite {
  content: string;
  site: string;
  remove(): void;
}

/** Applies `edit` to each YAML and Markdown file in content/ first. */
export const buildEdited = (edit: (text: string, file: string) => string) => buildSite('content', edit);

/** Pictures come from the published site's cache. */
export function buildSite(from: string, edit = (text: string, _file: string) => text): EditedSite {
  const folder = mkdtempSync(join(tmpdir(), 'transom-edited-'));
  const [source, content, site, cache] = ['source', 'content', 'site', 'cache'].map((name) => join(folder, name));
  cpSync(resolve(root, from), source!, { recursive: true });
  for (const file of readdirSync(source!, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(yaml|md)$/.test(file)) continue;
    const path = join(source!, file);
    writeFileSync(path, edit(readFileSync(path, 'utf8'), file));
  }
  mkdirSync(cache!);
  for (const name of ['images', 'cards', 'compressed'])
    symlinkSync(join(root, 'site/.cache', name), join(cache!, name));
  const run = (command: string, args: string[], cwd: string, env = {}) =>
    execFileSync(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
  run('go', ['run', './generator', 'build', '-content', source!, '-out', content!], root);
  const folders = { CONTENT: source, TRANSOM_CONTENT: content, TRANSOM_STATIC: site, TRANSOM_CACHE: cache };
  run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], join(root, 'site'), folders);
  return { content: content!, site: site!, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
