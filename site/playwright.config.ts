// The browser tests: journeys through the real site and the real API, in the Chromium of the system.
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** CHROMIUM names another browser than the usual ones. */
const browser = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // Limits for what hangs, no measures: the machine may be busy.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    // Set by the global set-up before any test runs.
    baseURL: process.env.E2E_URL,
    actionTimeout: 60_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Recording every step doubles the time of the suite: TRACE=1 records those that fail.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: [
        '--no-sandbox',
        '--headless=new',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
      ],
    },
  },
});
