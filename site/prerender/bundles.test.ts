// @vitest-environment node
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type * as Bundles from './bundles';

const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

async function key(mode = 'production'): Promise<string> {
  vi.resetModules();
  const { bundleKey } = (await import('./bundles')) as typeof Bundles;
  return bundleKey(mode, [join(folder, 'states.json')]);
}

beforeEach(() => {
  vi.stubEnv('TRANSOM_CONTENT', folder);
  write('faqs.json', '{}');
  write('states.json', '[]');
});

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('bundles are reused if only content that they do not contain has changed', async () => {
  const before = await key();
  write('faqs.json', '{"faqs":[]}');
  expect(await key()).toBe(before);
});

test("bundles are rebuilt if the forms' content, the API address or the mode has changed", async () => {
  const keys = new Set([await key(), await key('development')]);
  write('states.json', '["Goa"]');
  keys.add(await key());
  vi.stubEnv('API_BASE', '/elsewhere');
  keys.add(await key());
  expect(keys.size).toBe(4);
});
