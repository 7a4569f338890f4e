import { defineConfig } from 'astro/config';

// The other programs do not highlight code, so Astro does not either.
export default defineConfig({ outDir: './out', cacheDir: './cache', devToolbar: { enabled: false }, markdown: { syntaxHighlight: false, smartypants: false } });
