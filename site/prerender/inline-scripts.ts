// Each page has two inline scripts: the loader and the speculation rules. As a separate file, each of these scripts
// delayed a simple page's largest paint by a fifth. The security policy allows scripts by hash, so they are the same on
// every page.
import { createHash } from 'node:crypto';
import type { BundledFile } from './bundles.ts';

/** Returns the loader's code, or throws if the code imports something or could end its script element. */
export function inlineLoader(bundle: BundledFile[]): string {
  const file = bundle.find(({ chunk }) => chunk?.isEntry && chunk.name === 'loader');
  if (!file?.chunk) throw new Error('the browser\'s bundle has no entry "loader"');
  if (file.chunk.imports.length > 0) throw new Error(`the loader must import nothing: ${file.chunk.imports}`);
  const code = String(file.content).trim();
  if (/<\/script|<!--/i.test(code)) throw new Error('the loader contains text that ends a script element');
  return code;
}

/** Throws if the policy in netlify.toml does not allow exactly these inline scripts, in this order. */
export function checkPolicy(hosting: string, scripts: string[]): void {
  const wanted = scripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`).join(' ');
  const hashes = (hosting.match(/'sha256-[^']*'/g) ?? []).join(' ');
  if (hashes !== wanted)
    throw new Error(
      `netlify.toml: the policy must allow the inline scripts by their hashes: ` +
        `write script-src 'self' ${wanted} (now: ${hashes || 'no hash'})`,
    );
}
