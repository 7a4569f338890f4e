import type { Page } from '@playwright/test';

/** Records what no page may do: write to the console, throw, violate its policy, or contact another site. */
export function watch(page: Page): { complaints: string[] } {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Some tests open a page that does not exist, or call the API and are refused.
    if (message.text().startsWith('Failed to load resource')) return;
    complaints.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    const own = new URL(page.url() === 'about:blank' ? request.url() : page.url()).host;
    if (protocol.startsWith('http') && host !== own) complaints.push(`request to ${request.url()}`);
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400 && /^\/(assets|cards)\//.test(pathname))
      complaints.push(`${response.status()} ${pathname}`);
  });
  return { complaints };
}

/** Makes the page load all its lazy images. */
export async function walkDown(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' });
      await frame();
      await frame();
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
  await page.waitForLoadState('networkidle');
}

export const moving = (page: Page) => page.locator('[data-island*=speakers][data-moving]').waitFor();

/** Requests for this path wait until the returned function is called. */
export async function hold(page: Page, path: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
