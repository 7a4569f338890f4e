// The browser tests: journeys through the real site and the real API, in Debian's Chromium.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

const installed = (...paths: (string | undefined)[]) => paths.find((path) => path && existsSync(path));

/** CHROMIUM names another browser for all tests. */
const chromium = installed(
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
);

/** The same engine without windows takes a fifth less time; tests of what it lacks have the tag, and say why. */
const shell = process.env.CHROMIUM ? chromium : (installed('/usr/bin/chromium-headless-shell') ?? chromium);
const whole = /@whole-browser/;

/**
 * Of several lists Chromium takes the last: first what Playwright switches off as well (chromiumSwitches.ts), then our
 * own.
 */
const without = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Two pages of the browser's own address bar, which every window loads and no test sees: 0.4 s of a core each time.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  // Half of what a journey takes is waiting.
  workers: 2 * availableParallelism(),
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
  },
  projects: [
    { name: 'whole browser', grep: whole, use: launch(chromium) },
    { name: 'shell', grepInvert: whole, use: launch(shell) },
  ],
});

function launch(executablePath: string | undefined) {
  const args = [
    '--no-sandbox',
    '--headless=new',
    '--disable-gpu',
    '--font-render-hinting=none', // letters of the shell are as wide as those of a window
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-dev-shm-usage',
    `--disable-features=${without}`,
  ];
  // Pages that are left are put aside whole, as for visitors.
  const ignoreDefaultArgs = ['--disable-back-forward-cache'];
  return { launchOptions: { args, ignoreDefaultArgs, ...(executablePath ? { executablePath } : {}) } };
}
