import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { violations } from '../axe.ts';
import { book, signInFor } from './booking.ts';
import { expect, file, refusals, test } from './steps.ts';

/** In a single colour, by which the test recognises the picture. */
const plain = async (background: string) =>
  file(
    await sharp({ create: { width: 600, height: 800, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  );

/** The colour of the photo beside the person's name; empty while another photo loads. */
const shownColour = (page: Page): Promise<string> =>
  page
    .getByRole('region', { name: 'Your profile' })
    .getByRole('img', { name: 'Asha Verma' })
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const pen = new OffscreenCanvas(1, 1).getContext('2d')!;
      pen.drawImage(image, 0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
      return red > green && red > blue ? 'red' : blue > green ? 'blue' : 'grey or green';
    })
    .catch(() => 'none');

async function openEditor(page: Page): Promise<void> {
  await signInFor(page, await book(page.request));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await expect(page.getByRole('form', { name: 'Edit profile' })).toBeFocused();
}

test('a new photo is chosen with the keyboard, previewed, and then shown', async ({ page }) => {
  await openEditor(page);
  await expect.poll(() => shownColour(page)).toBe('grey or green');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Profile photo')).toBeFocused();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles(await plain('#c02020'));
  await expect(page.getByRole('status').filter({ hasText: /^Uploaded \(/ })).toBeVisible();
  await expect(page.getByAltText('Your picture: Profile photo')).toBeVisible();
  await expect.poll(() => shownColour(page)).toBe('grey or green');
  expect(await violations(page, ['#app'])).toEqual([]);

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Edit profile' })).toBeFocused();
  await expect.poll(() => shownColour(page)).toBe('red');
  await page.reload();
  await expect.poll(() => shownColour(page)).toBe('red');

  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('Profile photo').setInputFiles(await plain('#2020c0'));
  await expect(page.getByRole('status').filter({ hasText: /^Uploaded \(/ })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => shownColour(page)).toBe('red');
});

test.describe('refused', () => {
  test.use({ tolerated: { errors: [refusals, /net::ERR_FAILED/, /Something Went Wrong!/] } });

  test('a refused photo changes neither the old photo nor what was typed', async ({ page }) => {
    await openEditor(page);
    const photo = page.getByLabel('Profile photo');
    await page.getByLabel('City').fill('Indore');
    // A visitor who must wait is told so in the message and beside the field, and is not invited to retry at once.
    const wait = 'Too many uploads. Please wait ten minutes.';
    await page.route(
      '**/api/upload-assets',
      (route) =>
        route.fulfill({ status: 429, json: { code: 429, status: 'error', error: 'rate_limited', message: wait } }),
      { times: 1 },
    );
    await photo.setInputFiles(await plain('#c02020'));
    await expect(page.getByRole('alert').filter({ hasText: wait })).toBeInViewport();
    await expect(photo).toHaveAccessibleDescription(new RegExp(wait));
    const kept = page.getByRole('status').filter({ hasText: 'The current picture is kept.' });
    await expect(kept).toBeVisible();
    await photo.setInputFiles(file(Buffer.from('not a picture')));
    await expect(photo).toHaveAccessibleDescription(/not a picture of at least/);
    await expect(kept).toBeVisible();
    await page.route('**/api/upload-assets', (route) => route.abort(), { times: 1 });
    await photo.setInputFiles(await plain('#c02020'));
    await expect(page.getByText('Error Uploading files, please try again')).toBeInViewport();
    await expect(kept).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('status').filter({ hasText: /^Uploaded \(/ })).toBeVisible();

    // The server does not know this upload ID, so the picture might be somebody else's.
    await page.route('**/api/update-profile', (route) =>
      route.continue({
        postData: JSON.stringify({
          ...(route.request().postDataJSON() as object),
          profile_url: `asset:${'a'.repeat(26)}`,
        }),
      }),
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(photo).toHaveAccessibleDescription(
      /This upload can no longer be used\. Please upload the picture again\./,
    );
    await expect(photo).toBeFocused();
    await expect(page.getByLabel('City')).toHaveValue('Indore');
    await expect.poll(() => shownColour(page)).toBe('grey or green');

    await page.unroute('**/api/update-profile');
    await photo.setInputFiles(await plain('#2020c0'));
    await expect(page.getByRole('status').filter({ hasText: /^Uploaded \(/ })).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Profile saved')).toBeInViewport();
    await expect.poll(() => shownColour(page)).toBe('blue');
  });
});
