import type { Page, SiteContent } from '../src/entry-server.tsx';
import type { Output } from './output.ts';

export async function writeCards(_output: Output, _cache: string, _pages: Page[], _content: SiteContent): Promise<Map<string, string>> {
  return new Map();
}
