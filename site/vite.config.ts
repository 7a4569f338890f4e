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
    // Each .test.tsx file gets a new page: a page that ends while it still loads a module breaks that module for all
    // later files. All other test files share one process.
    projects: [
      {
        extends: true,
        test: {
          name: 'logic',
          environment: 'node',
          isolate: false,
          include: ['src/**/*.test.ts', 'prerender/**/*.test.ts'],
        },
      },
      { extends: true, test: { name: 'page', environment: 'jsdom', include: ['src/**/*.test.tsx'] } },
    ],
  },
});
