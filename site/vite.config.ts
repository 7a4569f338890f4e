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
    // Each .test.tsx file gets a new page with its own modules: a page that ends while it still loads a module would
    // break that module for all later files. A virtual context does not load jsdom again, which takes a second. All
    // other test files share their modules. With a single worker, Vitest would put all files into one page.
    maxWorkers: 2,
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
      {
        extends: true,
        test: { name: 'page', environment: 'jsdom', pool: 'vmThreads', include: ['src/**/*.test.tsx'] },
      },
    ],
  },
});
