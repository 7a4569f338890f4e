// The loader is inline in each page, because as a file it delayed the largest paint of a simple page by a fifth. The
// content security policy allows it by its hash; pages have no other inline script.
import { createHash } from 'node:crypto';
import type { BundledFile } from './bundles.ts';

/** Returns the loader's code, which imports nothing and cannot end its own script element. */
export function inlineLoader(bundle: BundledFile[]): string {
  const file = bundle.find(({ chunk }) => chunk?.isEntry && chunk.name === 'loader');
  if (!file?.chunk) throw new Error('the browser\'s bundle has no entry "loader"');
  if (file.chunk.imports.length > 0) throw new Error(`the loader must import nothing: ${file.chunk.imports}`);
  const code = String(file.content).trim();
  if (/<\/script|<!--/i.test(code)) throw new Error('the loader contains text that ends a script element');
  return code;
}

/** Throws if the policy in netlify.toml does not allow this inline script, or allows another one. */
export function checkPolicy(hosting: string, code: string): void {
  const hash = `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
  const hashes = hosting.match(/'sha256-[^']*'/g) ?? [];
  if (hashes.length !== 1 || hashes[0] !== hash)
    throw new Error(
      `netlify.toml: the policy must allow the loader by its hash: ` +
        `write script-src 'self' ${hash} (now: ${hashes.join(' ') || 'no hash'})`,
    );
}
