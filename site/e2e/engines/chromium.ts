// Chromium by Playwright, which the other browser tests use as well.
import type { Browser, ElementHandle } from '@playwright/test';
import type { Driver } from './tab.ts';

export async function chromium(browser: Browser): Promise<Driver<ElementHandle>> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (fault) => complaints.push(String(fault)));
  page.on('console', (message) => {
    // What an API refuses is part of some journeys, and no other engine calls it an error.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  const called = (work: unknown, args: unknown[]) => `(${work})(...${JSON.stringify(args)})`;
  return {
    version: `Chromium ${browser.version()}`,
    go: (url) => page.goto(url).then(() => {}),
    run: (work, ...args) => page.evaluate(called(work, args)),
    find: async (work, ...args) => (await page.evaluateHandle(called(work, args))).asElement(),
    click: (element) => element.click(),
    type: async (element, text) => {
      const isFile = await element.evaluate((field) => (field as HTMLInputElement).type === 'file');
      await (isFile ? element.setInputFiles(text) : element.type(text));
    },
    size: (width, height) => page.setViewportSize({ width, height }),
    complaints: async () => complaints,
    close: () => context.close(),
  };
}
