// The loader stands in each page: as a file it cost 0.2 of the trivial page's time to its largest paint. The content
// security policy allows it by its hash; the page has no other inline script.
import { createHash } from 'node:crypto';
import type { BundledFile } from './bundles.ts';

/** The loader's program. It is the same in each page, imports nothing, and cannot end its own script element. */
export function inlineLoader(bundle: BundledFile[]): string {
  const file = bundle.find(({ chunk }) => chunk?.isEntry && chunk.name === 'loader');
  if (!file?.chunk) throw new Error('the browser\'s bundle has no entry "loader"');
  if (file.chunk.imports.length > 0) throw new Error(`the loader must import nothing: ${file.chunk.imports}`);
  const code = String(file.content).trim();
  if (/<\/script|<!--/i.test(code)) throw new Error('the loader holds what ends a script element');
  return code;
}

/** Throws if the policy in the hosting file (netlify.toml) does not allow this inline script, or allows another one. */
export function checkPolicy(hosting: string, code: string): void {
  const hash = `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
  const hashes = hosting.match(/'sha256-[^']*'/g) ?? [];
  if (hashes.length !== 1 || hashes[0] !== hash)
    throw new Error(
      `netlify.toml: the policy must allow the loader by its hash: write script-src 'self' ${hash} (now: ${hashes.join(' ') || 'no hash'})`,
    );
}
