import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { watch } from './watch';

/** Returns the addresses that the browser has started to prefetch (`begun`) and has prefetched (`there`). */
async function watchPrefetches(page: Page): Promise<{ begun: () => string[]; there: () => string[] }> {
  const session = await page.context().newCDPSession(page);
  const begun = new Set<string>();
  const there = new Set<string>();
  session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
    const { pathname, search } = new URL(prefetchUrl);
    begun.add(pathname + search);
    if (status === 'Ready') there.add(pathname + search);
  });
  await session.send('Preload.enable');
  return { begun: () => [...begun], there: () => [...there] };
}

/** Leaves the pointer on a link to this address long enough for a prefetch. */
async function restOn(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    document.querySelector('#next')?.remove();
    const link = Object.assign(document.createElement('a'), { id: 'next', href, textContent: href });
    document.querySelector('main')!.prepend(link);
    link.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, address);
  await page.hover('#next');
}

const delivery = (page: Page) =>
  page.evaluate(() => (performance.getEntriesByType('navigation')[0] as { deliveryType?: string }).deliveryType);

test('a public page is loaded before the click', async ({ page }) => {
  const { complaints } = watch(page);
  const prefetches = await watchPrefetches(page);
  await page.goto('/faqs');
  expect(await delivery(page)).toBe('');
  const link = page.getByRole('banner').getByRole('link', { name: 'Speakers', exact: true });
  await link.hover();
  await expect.poll(prefetches.there).toEqual(['/speakers']);
  await link.click();
  await expect(page).toHaveURL(/\/speakers$/);
  expect(await delivery(page)).toBe('navigational-prefetch');
  expect(complaints, 'the policy lets the rules in').toEqual([]);
});

test('personal pages are never prefetched, and reading pages are', async ({ page }) => {
  const prefetches = await watchPrefetches(page);
  await page.goto('/faqs');
  const personal = [
    '/desk',
    '/desk/overview',
    '/gate',
    '/dashboard',
    '/event-ticket/AAAAAAAAAAAAAAAAAAAAAAAAAA',
    '/verify/AAAAAAAAAAAAAAAAAAAAAAAAAA',
    '/bookings',
    '/industry-associates-registration',
    '/login',
    '/transfer',
    '/invoice/AAAAAAAAAAAAAAAAAAAAAAAAAA',
    '/api/health',
    '/sitemap.xml',
    '/rehearsal',
  ];
  // After each link to a personal page, the pointer rests on a link to a reading page. The prefetch of the reading page
  // proves that there was enough time.
  const readable = [
    '/',
    '/speakers',
    '/itinerary',
    '/gallery',
    '/contact',
    '/register-now',
    '/accommodation',
    '/sponsors',
    '/about',
    '/privacy-policy',
  ];
  const fetched = personal.map((_, index) => `${readable[index % readable.length]}?${index}`);
  for (const [index, address] of personal.entries()) {
    await restOn(page, address);
    await restOn(page, fetched[index]!);
    await expect.poll(prefetches.begun, address).toContain(fetched[index]);
  }
  expect(prefetches.begun()).toEqual(fetched);
});
