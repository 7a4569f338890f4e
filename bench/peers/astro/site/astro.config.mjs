import { defineConfig } from 'astro/config';

// No code is highlighted by the others, so none is here. What it keeps between builds stays in this folder.
export default defineConfig({ outDir: './out', cacheDir: './cache', devToolbar: { enabled: false }, markdown: { syntaxHighlight: false, smartypants: false } });
