// Registers people through the API for journeys that begin after registration.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { file, mailedCode, type Person, picture, somebody } from './steps.ts';

const content = process.env.TRANSOM_CONTENT ?? fileURLToPath(new URL('../../../data/site', import.meta.url));
const read = <T>(name: string) => JSON.parse(readFileSync(`${content}/${name}.json`, 'utf8')) as T;

interface Booking {
  person: Person;
  id: string;
  /** The booking's token, which does not sign in to an account. */
  token: string;
  paymentURL: string;
}

/** Registers for the professionals' ticket. `changed` contains form values that differ from the usual ones. */
export async function book(
  request: APIRequestContext,
  person: Person = somebody(),
  changed: Record<string, string | number | boolean> = {},
): Promise<Booking> {
  const event = read<{ name: string; location: string; start_date: string; end_date: string }>('event');
  const upload = async (kind: string) => {
    const answer = await request.post('/api/upload-assets', {
      multipart: { kind, file: file(await picture(kind, 300, 200)) },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { url: string }).url;
  };
  const answer = await request.post('/api/registration', {
    data: {
      firstname: person['First name'],
      lastname: person['Last name'],
      email: person.Email,
      mobile: person['Mobile number'],
      membership_no: person['Membership number'],
      city: person.City,
      state: 'Madhya Pradesh',
      country: 'India',
      gender: 'female',
      dob: '1990-05-01',
      institute_name: 'Indian Institute of Architects',
      profile_url: await upload('photo'),
      aadharUrl: await upload('aadhar'),
      spouse: false,
      ticketCategory: 'IIA_MEMBER_25_ABOVE',
      amount: 3540,
      event_name: event.name,
      event_location: event.location,
      event_start_date: event.start_date,
      event_end_date: event.end_date,
      consent: true,
      ...changed,
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { booking_id, accesstoken, payment_url } = (await answer.json()) as Record<string, string>;
  return { person, id: booking_id!, token: accesstoken!, paymentURL: payment_url! };
}

export async function bookAndPay(...of: Parameters<typeof book>): Promise<Booking> {
  const [request] = of;
  const booking = await book(...of);
  await request.post(booking.paymentURL, { form: { choice: 'pay' } });
  const answer = await request.post('/api/verify-payment', { data: { bookingId: booking.id } });
  expect(await answer.json()).toMatchObject({ transaction_status: { paymentStatus: 'SUCCESS' } });
  return booking;
}

/** Books and pays, and signs the browser in to the account, as the sign-in page does. */
export async function signInWithTicket(page: Page, person?: Person): Promise<Booking> {
  return signInFor(page, await bookAndPay(page.request, person));
}

/** Signs the browser in to the account of a booking. */
export async function signInFor(page: Page, booking: Booking): Promise<Booking> {
  const email = booking.person.Email;
  const post = async (call: string, data: object) =>
    (await (await page.request.post(`/api/${call}`, { data })).json()) as Record<string, string>;
  const { challenge_id } = await post('send-otp', { email });
  const { accesstoken, userdata } = await post('verify-otp', { email, challenge_id, otp: await mailedCode(email) });
  await page.goto('/robots.txt'); // only for its storage
  await page.evaluate((session) => Object.assign(localStorage, session), {
    token: accesstoken,
    user: JSON.stringify(userdata),
    signed_in: '1',
  });
  return booking;
}
