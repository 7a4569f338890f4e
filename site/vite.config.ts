import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { prerender } from './prerender/index.ts';

export default defineConfig({
  plugins: [react(), prerender()],
  // Pages are written by prerender/, so Vite itself has no public folder and no index.html.
  publicDir: false,
  appType: 'custom',
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'prerender/**/*.test.ts'],
    setupFiles: ['src/test-setup.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
  },
});
