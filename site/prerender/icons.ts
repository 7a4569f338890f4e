import type { Output } from './output.ts';

export async function writeIcons(_output: Output, _cache: string): Promise<void> {}
