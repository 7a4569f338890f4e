import { violations } from '../axe.ts';
import { expect, fillForm, forFree, signInAtDesk, somebody, atDesk as test } from './steps.ts';

test('speakers are added one after another by keyboard; the list of possible duplicates says what two share', async ({
  page,
}) => {
  await signInAtDesk(page, 'Registrar');
  await page.goto('/desk/add');
  await forFree(page);
  await page.getByLabel('Category').selectOption({ label: 'IIA Professional' });
  const invalid = page.locator('form [aria-invalid="true"]');
  await page.getByRole('button', { name: 'Register and add another' }).press('Enter');
  await expect(invalid.first(), 'all errors are marked at once').toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Reason', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Reason', { exact: true }).fill('Invited by the committee');
  const mobile = `9${String(Date.now()).slice(-9)}`;
  const people = [
    { ...somebody(), 'First name': 'Kavitha', 'Mobile number': mobile },
    { ...somebody(), 'First name': 'Omar', 'Mobile number': mobile },
  ];
  for (const person of people) {
    await fillForm(page, person);
    await expect(page.getByText('The confirmation with the ticket')).toBeVisible();
    await page.getByRole('button', { name: 'Register and add another' }).press('Enter');
    const passkey = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const empty = page.getByLabel('First name');
    await expect.poll(async () => (await passkey.isVisible()) || (await empty.inputValue()) === '').toBe(true);
    if (await passkey.isVisible()) await passkey.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect(empty).toHaveValue('');
    await expect(empty).toBeFocused();
    await expect(page.getByLabel('Mobile number')).toHaveValue('');
    await expect(page.getByLabel('Category')).toHaveValue('IIA_MEMBER_25_ABOVE');
    await expect(page.getByRole('radio', { name: 'Complimentary' })).toBeChecked();
    await expect(page.getByLabel('Why it is free')).toHaveValue('speaker');
    await expect(page.getByLabel('Reason', { exact: true })).toHaveValue('Invited by the committee');
    await expect(page.locator('form').getByRole('alert')).toHaveCount(0);
    // The message is one sentence, because on a phone it lies over the next person's fields.
    const registered = `${person['First name']} ${person['Last name']} is registered (IIA Professional).`;
    await expect(page.getByText(registered, { exact: true })).toBeVisible();
  }
  // A form that is not complete also says that others have this number.
  await page.getByLabel('Email').fill('third@example.org');
  await page.getByLabel('Mobile number').fill(mobile);
  const hint = /already belongs to registration \w+, \w+\./;
  await expect(page.getByLabel('Mobile number')).toHaveAccessibleDescription(hint);
  expect(await violations(page)).toEqual([]);

  await page.goto(`/desk/registrations?q=${mobile}`);
  await page.locator('summary', { hasText: 'Filters' }).press('Enter');
  await page.getByLabel('Condition').selectOption('Possible duplicates');
  const rows = page.locator('#room tbody tr');
  await expect(rows).toHaveCount(2);
  for (const [index, text] of ['Omar', 'Kavitha'].entries()) {
    await expect(rows.nth(index)).toContainText(text);
    await expect(rows.nth(index)).toContainText('Group 1: same mobile number');
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const shared = rows.first().getByText('Group 1: same mobile number');
  await shared.scrollIntoViewIfNeeded();
  await expect(shared).toBeInViewport({ ratio: 1 });
});
