import { addCard, addPhoto, chooseTicket, expect, file, fillForm, picture, refusals, somebody, test } from './steps.ts';

test('the whole form works with the keyboard alone', async ({ page }) => {
  await chooseTicket(page, 'IIA Professional');
  const { keyboard } = page;
  await page.getByLabel('First name').focus();
  const type = async (text: string) => {
    await keyboard.type(text);
    await keyboard.press('Tab');
  };
  const person = somebody();
  for (const label of ['First name', 'Last name', 'Email', 'Mobile number'] as const) {
    await expect(page.getByLabel(label)).toBeFocused();
    await type(person[label]);
  }
  await expect(page.getByLabel('Gender')).toBeFocused();
  await type('Female');
  await keyboard.type('01051990'); // day, month and year: the parts of the date field
  await page.getByLabel('Profile photo').focus();
  const [photo] = await Promise.all([page.waitForEvent('filechooser'), keyboard.press('Enter')]);
  await photo.setFiles(file(await picture('portrait')));
  await expect(page.getByText(/^Uploaded \(/)).toHaveCount(1);
  await keyboard.press('Tab');
  await expect(page.getByLabel('Aadhar card')).toBeFocused();
  const [card] = await Promise.all([page.waitForEvent('filechooser'), keyboard.press('Enter')]);
  await card.setFiles(file(await picture('1234 5678 9012')));

  const bar = page.getByRole('button', { name: 'Black bar 1 of 1' });
  await bar.focus();
  const place = () =>
    bar.evaluate((rect) => ['x', 'y', 'width', 'height'].map((name) => Number(rect.getAttribute(name))));
  const [x = 0, y = 0, width = 0] = await place();
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowUp');
  await keyboard.press('Shift+ArrowRight');
  const [movedX = 0, movedY = 0, wider = 0] = await place();
  expect([movedX > x, movedY < y, wider > width]).toEqual([true, true, true]);
  await page.getByLabel('Only the last four digits are visible').focus();
  await keyboard.press('Space');
  await page.getByRole('button', { name: 'Use this picture' }).focus();
  await keyboard.press('Enter');
  await expect(page.getByText(/^Uploaded \(/)).toHaveCount(2);
  await expect(page.getByLabel('Aadhar card')).toBeFocused();

  await keyboard.press('Tab');
  await keyboard.press('Space');
  await expect(page.getByLabel(/^I agree/)).toBeChecked();
  await keyboard.press('Tab');
  await type(person['Membership number']);
  await keyboard.press('Tab'); // skip the GST number
  await keyboard.press('Tab'); // keep India selected
  await type('Madhya');
  await type(person.City);
  await expect(page.getByLabel('My spouse is coming with me')).toBeFocused();
  await keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Pay ₹3,540' })).toBeVisible();
});

test('the covered part is black in the uploaded picture', async ({ page }) => {
  await chooseTicket(page, 'IIA Professional');
  await page.getByLabel('Aadhar card').setInputFiles(file(await picture('1234 5678 9012')));
  const tool = page.getByRole('dialog');
  await expect(tool.getByRole('button', { name: 'Use this picture' })).toBeDisabled();
  const bar = tool.getByRole('button', { name: 'Black bar 1 of 1' });
  const box = (await bar.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 40, box.y + box.height / 2 + 10, { steps: 4 });
  await page.mouse.up();
  const [x = 0, y = 0, width = 0, height = 0] = await bar.evaluate((rect) =>
    ['x', 'y', 'width', 'height'].map((name) => Number(rect.getAttribute(name))),
  );
  await tool.getByLabel('Only the last four digits are visible').check();
  await tool.getByRole('button', { name: 'Use this picture' }).click();
  // The picture on the screen is the uploaded file.
  const shown = page.getByAltText('Your picture: Aadhar card');
  await expect(page.getByText(/^Uploaded \(/)).toBeVisible();
  const brightest = await shown.evaluate(
    async (image: HTMLImageElement, [left, top, wide, high]) => {
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const pen = canvas.getContext('2d')!;
      pen.drawImage(image, 0, 0);
      // JPEG blurs edges, so check only the inside of the bar.
      return Math.max(
        ...pen.getImageData(left! + 8, top! + 8, wide! - 16, high! - 16).data.filter((_, index) => index % 4 !== 3),
      );
    },
    [x, y, width, height],
  );
  expect(brightest).toBeLessThan(24);
});

test.describe('on a bad connection', () => {
  test.use({
    tolerated: {
      errors: [
        /Failed to fetch dynamically imported module/,
        /Failed to load resource: net::/,
        /Something Went Wrong! Please contact Site Administrator/,
        refusals,
      ],
    },
  });

  test('two clicks send one request, and a registration whose response is lost is repeated with the same key', async ({
    page,
  }) => {
    await chooseTicket(page, 'IIA Professional');
    const person = somebody();
    await fillForm(page, person);
    await addPhoto(page);
    await addCard(page);
    const keys: (string | undefined)[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/registration', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await held;
      await route.fetch(); // the server accepts the form, but the browser never gets the response
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Submit' }).dblclick();
    await expect(page.getByRole('button', { name: 'Submitting' })).toBeDisabled();
    release();
    await expect(page.getByText('The connection was lost.', { exact: false })).toBeInViewport();
    await expect(page.getByText('Somthing went wrong please try later!!')).toHaveCount(0);
    await expect(page.getByLabel('Email')).toHaveValue(person.Email);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('button', { name: 'Pay ₹3,540' })).toBeVisible();
    expect(keys[0]).toBeTruthy();
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test('without a connection nothing is lost, and the page says so', async ({ page, context }) => {
    await chooseTicket(page, 'IIA Professional');
    const person = somebody();
    await fillForm(page, person);
    await addPhoto(page);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await expect(page.getByText('You are offline.', { exact: false })).toBeVisible();
    await page.getByLabel('Aadhar card').setInputFiles(file(await picture('1234 5678 9012')));
    await page.getByLabel('Only the last four digits are visible').check();
    await page.getByRole('button', { name: 'Use this picture' }).click();
    await expect(page.getByText('Not sent')).toBeVisible();
    await expect(page.getByText('Error Uploading files, please try again').first()).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/^Uploaded \(/)).toHaveCount(2);
    await page.getByLabel(/^I agree/).check();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('The connection was lost.', { exact: false })).toBeInViewport();
    await expect(page.getByText('You are offline.', { exact: false })).toHaveCount(0);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('button', { name: 'Pay ₹3,540' })).toBeVisible();
  });
});
