import { expect, test } from '@playwright/test';

test('the footer is laid out before it is in view', async ({ page }) => {
  for (const address of ['/', '/faqs', '/login']) {
    await page.goto(address);
    const footer = page.getByRole('contentinfo');
    const [height, end] = await footer.evaluate((element) => [
      element.getBoundingClientRect().height,
      element.lastElementChild!.getBoundingClientRect().bottom - element.getBoundingClientRect().top,
    ]);
    expect(height! - end!, `empty field under the footer of ${address}`).toBeLessThan(64);
    expect(await footer.innerText(), address).not.toBe('');
  }
});

test('every drawing in the gallery has a dark version, in the mosaic and in the viewer', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/gallery');
  const mosaic = page.locator('#main li picture');
  expect(await mosaic.count()).toBeGreaterThan(10);
  expect(await mosaic.locator('source[media*="dark"]').count()).toBeGreaterThanOrEqual(await mosaic.count());
  const shown = mosaic.first().locator('img');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('-night-');
  await page.locator('#main li a').first().click();
  const large = page.getByRole('dialog').locator('img');
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('-night-');
});

test('the label above a title is only the sheet number', async ({ page }) => {
  await page.goto('/speakers');
  await expect(page.locator('#main header p').first()).toHaveText(/^[A-Z]-\d\d$/);
});

test('on a wide screen, a door is drawn beside the column of a page with little content', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const address of ['/login', '/verify/none', '/transfer#none']) {
    await page.goto(address);
    const door = page.locator('#app svg[viewBox="0 0 208 300"]');
    await expect(door, address).toBeVisible();
    const gap = await door.evaluate((drawing) => {
      const column = drawing.previousElementSibling!.getBoundingClientRect();
      return drawing.getBoundingClientRect().left - column.right;
    });
    expect(gap, address).toBeGreaterThan(0);
  }
});

test('the accommodation page says once for each city what is not announced yet', async ({ page }) => {
  await page.goto('/accommodation');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const said = page.getByText('have not been announced yet').filter({ visible: true });
    await expect(said).toHaveCount(await page.getByRole('table').count());
    await expect(page.getByRole('cell', { name: '–', exact: true }).filter({ visible: true })).toHaveCount(0);
  }
});
