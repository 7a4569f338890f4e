import { defineConfig } from 'astro/config';

// The other programs do not highlight code, so Astro does not either. Its cache stays in this folder.
export default defineConfig({ outDir: './out', cacheDir: './cache', devToolbar: { enabled: false }, markdown: { syntaxHighlight: false, smartypants: false } });
