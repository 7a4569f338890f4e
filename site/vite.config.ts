import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { prerender } from './prerender/index.ts';

export default defineConfig({
  plugins: [react(), prerender()],
  // prerender/ writes the pages, so Vite itself has no public folder and no index.html.
  publicDir: false,
  appType: 'custom',
  test: {
    pool: 'threads',
    setupFiles: ['src/test-setup.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
    // Test files share processes, and .test.tsx files share windows, because a new window takes a second.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'logic', environment: 'node', include: ['src/**/*.test.ts', 'prerender/**/*.test.ts'] },
      },
      { extends: true, test: { name: 'page', environment: 'jsdom', include: ['src/**/*.test.tsx'] } },
    ],
  },
});
