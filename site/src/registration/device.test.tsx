import { beforeEach, describe, expect, test, vi } from 'vitest';
import { eraseDraft, eraseDrafts, loadDraft, saveDraft } from '../device/draft';
import { localNumber, phoneNumber, withoutBlocked } from '../form/keys';
import { fitInto, isAccepted, sizeText } from '../form/picture';
import { rupees } from '../payment/amounts';
import { trustedPaymentAddress } from '../payment/payment-address';
import type { Field } from '../types/content.gen';
import { eraseSubmissionKey, submissionKey } from './submission-key';

beforeEach(() => localStorage.clear());

describe('the draft', () => {
  test('contains typed text, but no documents and no empty fields', () => {
    saveDraft('member', { email: 'a@example.org', city: '', aadharUrl: 'asset:secret' }, ['aadharUrl']);
    expect(loadDraft('member')).toEqual({ email: 'a@example.org' });
    expect(JSON.stringify(localStorage)).not.toContain('secret');
    expect(loadDraft('associate')).toBeUndefined();
  });

  test('is deleted on request, once it is empty, and after thirty days', () => {
    saveDraft('member', { email: 'a@example.org' }, []);
    saveDraft('member', { email: '' }, []);
    expect(localStorage).toHaveLength(0);
    saveDraft('member', { email: 'a@example.org' }, []);
    eraseDraft('member');
    expect(loadDraft('member')).toBeUndefined();
    vi.useFakeTimers({ now: new Date('2025-01-01') });
    saveDraft('member', { email: 'a@example.org' }, []);
    vi.setSystemTime(new Date('2025-02-02'));
    expect(loadDraft('member')).toBeUndefined();
    vi.useRealTimers();
  });

  test('is deleted when somebody signs out', () => {
    saveDraft('member', { email: 'a@example.org' }, []);
    saveDraft('associate', { email: 'b@example.org' }, []);
    localStorage.setItem('else', 'kept');
    eraseDrafts();
    expect(Object.keys(localStorage)).toEqual(['else']);
  });

  test('is ignored if it is damaged', () => {
    localStorage.setItem('registration-draft-member', '{"values":');
    expect(loadDraft('member')).toBeUndefined();
  });
});

test('a submission keeps its key as long as its content stays the same', () => {
  const first = submissionKey({ email: 'a@example.org' });
  expect(first).toMatch(/^\d+(-\d+){3}$/);
  expect(submissionKey({ email: 'a@example.org' })).toBe(first);
  const second = submissionKey({ email: 'b@example.org' });
  expect(second).not.toBe(first);
  eraseSubmissionKey();
  expect(submissionKey({ email: 'b@example.org' })).not.toBe(second);
});

test.each([
  ['https://pay.example/x', 'https://pay.example/x'],
  ['/sandbox/pay/1', 'http://localhost:8080/sandbox/pay/1'],
  ['http://localhost:8080/pay', 'http://localhost:8080/pay'],
  ['http://pay.example/x', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['//pay.example/x', undefined],
])('the payment address %s leads to %s', (address, expected) => {
  expect(trustedPaymentAddress(address, 'http://localhost:8080')).toBe(expected);
});

test.each<[Field['block'], string, string]>([
  ['digits', 'As4ha २', 'Asha '],
  ['non-digits', '98x76 5', '98765'],
  [undefined, 'As4', 'As4'],
])('blocking %s turns "%s" into "%s"', (block, text, left) => {
  expect(withoutBlocked(block, text)).toBe(left);
});

test.each([
  ['919876543210', '9876543210'],
  ['09876543210', '9876543210'],
  ['9198765432', '9198765432'],
])('the number %s is %s', (digits, local) => {
  expect(localNumber(digits, 10, '91')).toBe(local);
});

test.each([
  ['+91 98765 43210', '9876543210'],
  ['098765 43210', '9876543210'],
  ['९८७६५ ४३२१०', '9876543210'],
  ['+91 (0) 98765 43210', '9876543210'],
  ['0091 98765 43210', '9876543210'],
  ['+1 415 555 0100', '+14155550100'],
  ['+65 8123 4567', '+6581234567'],
  ['447911123456', '447911123456'],
])('the text %s becomes the number %s; foreign numbers are not cut', (text, number) => {
  expect(phoneNumber(text, 10, '91')).toBe(number);
});

test.each([
  ['+31 6 1234 5678', '+31612345678'],
  ['06 1234 5678', '0612345678'],
])('without a dial code, the text %s becomes the number %s', (text, number) => {
  expect(phoneNumber(text, 15)).toBe(number);
});

test.each([
  [4000, 3000, 1600, { width: 1600, height: 1200 }],
  [3000, 4000, 1600, { width: 1200, height: 1600 }],
  [800, 600, 1600, { width: 800, height: 600 }],
  [9000, 200, 1600, { width: 1600, height: 36 }],
])('a picture of %i x %i fits into %i', (width, height, side, size) => {
  expect(fitInto(width, height, side)).toEqual(size);
});

test('a file is accepted by its type, or by its name if it has no type', () => {
  const upload = { kind: 'aadhar', accept: ['jpg', 'jpeg'], max_mb: 2, longest_side: 1600, missing: '' } as const;
  const accepts = (name: string, type: string) => isAccepted({ name, type }, { ...upload, accept: [...upload.accept] });
  expect(accepts('a.jpg', 'image/jpeg')).toBe(true);
  expect(accepts('a.jpg', 'image/png')).toBe(false);
  expect(accepts('A.JPEG', '')).toBe(true);
  expect(accepts('a.pdf', '')).toBe(false);
});

test('sizes and amounts are formatted', () => {
  expect([sizeText(300), sizeText(412_345), sizeText(1_260_000)]).toEqual(['1 kB', '412 kB', '1.3 MB']);
  const amounts = [0, 999, 3540, -147500, 1770.5, 12345678];
  expect(amounts.map(rupees)).toEqual(['₹0', '₹999', '₹3,540', '-₹1,47,500', '₹1,770.50', '₹1,23,45,678']);
});
