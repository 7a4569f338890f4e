import { expect, test } from 'vitest';
import { checkPolicy, inlineLoader } from './inline-scripts.ts';

const bundle = (content: string, imports: string[] = []) => [
  {
    fileName: 'assets/loader-1.js',
    content,
    chunk: { name: 'loader', isEntry: true, source: null, imports, styles: [] },
  },
];
// printf 'alert(1)' | openssl dgst -sha256 -binary | base64
const hash = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='";

test('the policy allows exactly the inline scripts', () => {
  checkPolicy(`script-src 'self' ${hash}; style-src 'self'`, ['alert(1)']);
  expect(() => checkPolicy(`script-src 'self' ${hash}`, ['alert(2)'])).toThrow(/write script-src 'self' 'sha256-/);
  expect(() => checkPolicy("script-src 'self'", ['alert(1)'])).toThrow(
    `write script-src 'self' ${hash} (now: no hash)`,
  );
  expect(() => checkPolicy(`script-src ${hash} 'sha256-AAAA'`, ['alert(1)'])).toThrow();
  expect(() => checkPolicy(`script-src ${hash}`, ['alert(1)', '{}'])).toThrow(
    `write script-src 'self' ${hash} 'sha256-`,
  );
});

test('text that must not be in a page is refused', () => {
  expect(inlineLoader(bundle('alert(1)\n'))).toBe('alert(1)');
  expect(() => inlineLoader(bundle('import "./a.js"', ['a.js']))).toThrow('must import nothing');
  expect(() => inlineLoader(bundle('"</script>"'))).toThrow('ends a script element');
  expect(() => inlineLoader([])).toThrow('no entry');
});
