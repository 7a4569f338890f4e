import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

const installed = (...paths: (string | undefined)[]) => paths.find((path) => path && existsSync(path));

/** The environment variable CHROMIUM can name another browser for all tests. */
const chromium = installed(
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
);

/** The headless shell is a fifth faster. Tests that need the whole browser are tagged @whole-browser and say why. */
const shell = process.env.CHROMIUM ? chromium : (installed('/usr/bin/chromium-headless-shell') ?? chromium);
const whole = /@whole-browser/;

/** This file builds a site for one worker. It starts first, because it would otherwise run alone at the end. */
const longest = '**/example.spec.ts';

/** Chromium uses only the last --disable-features list, so ours repeats Playwright's own (chromiumSwitches.ts). */
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
  // Every window loads these two pages of the browser's own interface, which take 0.4 s of CPU time each.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  // Journeys spend half of their time waiting, so more workers than cores make the run faster.
  workers: 2 * availableParallelism(),
  forbidOnly: Boolean(process.env.CI),
  // Time limits for tests that hang, generous because the machine may be busy.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    // The global setup sets E2E_URL before any test runs.
    baseURL: process.env.E2E_URL,
    actionTimeout: 60_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // The ticker in the header takes a third of the processor when a browser draws without a graphics card. Files about
    // movement turn it on again, and the whole browser and the other engines always have it.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces double the run time, so TRACE=1 turns them on, for failed tests.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
  projects: [
    { name: 'longest', testMatch: longest, use: launch(shell) },
    { name: 'whole browser', grep: whole, use: { ...launch(chromium), contextOptions: {} } },
    { name: 'shell', grepInvert: whole, testIgnore: longest, use: launch(shell) },
  ],
});

function launch(executablePath: string | undefined) {
  const args = [
    '--no-sandbox',
    '--headless=new',
    '--disable-gpu',
    '--font-render-hinting=none', // as in a browser with a window
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-dev-shm-usage',
    `--disable-features=${without}`,
  ];
  // Visitors' browsers have the back/forward cache, so keep it on.
  const ignoreDefaultArgs = ['--disable-back-forward-cache'];
  return { launchOptions: { args, ignoreDefaultArgs, ...(executablePath ? { executablePath } : {}) } };
}
