// Signs the browser in for pages that need it: as a visitor with a ticket, as staff at the desk, or as a device at the
// gate. Lighthouse keeps cookies and storage between its runs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from './visit.mjs';

const root = new URL('../../', import.meta.url);
const content = (name) => JSON.parse(readFileSync(new URL(`data/site/${name}.json`, root), 'utf8'));
export function photograph(dist) {
  const folder = join(dist, 'assets/images');
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.jpg')));
}

/** Needs a rehearsal with invented people; returns the addresses to measure. */
export async function signInEverywhere(chrome, server, dist) {
  const browser = await connect(chrome);
  const page = await browser.newPage();
  try {
    const booking = await buy(server, photograph(dist));
    const account = await signIn(server, booking.email);
    await page.goto(`${server.base}/robots.txt`);
    await page.evaluate((kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    }, account.kept);
    const invitation = await page.evaluate(openDesk, content('event').venues[0].id);
    await enrol(page, invitation);
    return [
      { name: '/dashboard, signed in', url: `${server.base}/dashboard`, kind: 'signed in' },
      { name: '/event-ticket with a ticket', url: `${server.base}/event-ticket/${account.ticket}`, kind: 'signed in' },
      { name: '/desk, Overview', url: `${server.base}/desk`, kind: 'signed in' },
      { name: '/desk, Registrations', url: `${server.base}/desk/registrations`, kind: 'signed in' },
      { name: '/desk, a registration', url: `${server.base}/desk/registration/${booking.id}`, kind: 'signed in' },
      { name: '/gate, enrolled', url: `${server.base}/gate`, kind: 'signed in' },
    ];
  } finally {
    await page.close();
    await browser.disconnect();
  }
}

async function call(server, name, body, authorization = '') {
  const form = body instanceof FormData;
  const headers = { authorization, ...(form ? {} : { 'content-type': 'application/json' }) };
  const answer = await fetch(`${server.base}/api/${name}`, { method: 'POST', headers, body: form ? body : JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Buys the last ticket that uses the members' form, which has no age limit. */
async function buy(server, picture) {
  const [event, { categories }, { institutes }] = [content('event'), content('tickets'), content('registration')];
  const category = categories.findLast(({ form }) => form === 'member');
  const upload = async (kind) => {
    const form = new FormData();
    form.set('kind', kind);
    form.set('file', new Blob([readFileSync(picture)], { type: 'image/jpeg' }), 'picture.jpg');
    return (await call(server, 'upload-assets', form)).url;
  };
  const email = 'bench@example.org';
  const { booking_id: id, payment_url } = await call(server, 'registration', {
    firstname: 'Asha', lastname: 'Verma', email, mobile: '9876543210', membership_no: 'A12345', city: 'Bhopal', state: content('states').states[0].name,
    country: 'India', gender: 'female', dob: '1990-05-01', institute_name: institutes.at(-1).name, profile_url: await upload('photo'), aadharUrl: await upload('aadhar'), spouse: false,
    ticketCategory: category.type, amount: category.prices.alone.total_paise / 100, event_name: event.name, event_location: event.location, event_start_date: event.start_date,
    event_end_date: event.end_date, consent: true,
  });
  await fetch(payment_url, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }) });
  await call(server, 'verify-payment', { bookingId: id });
  return { id, email };
}

/** Returns the values that device/session.ts stores, and a ticket's id. */
async function signIn(server, email) {
  const { challenge_id } = await call(server, 'send-otp', { email });
  const { accesstoken, userdata } = await call(server, 'verify-otp', { email, otp: await mailedCode(server, email), challenge_id });
  const { tickets } = await call(server, 'tickets', {}, accesstoken);
  const kept = { token: accesstoken, user: JSON.stringify(userdata), signed_in: '1' };
  return { kept, ticket: tickets[0].id };
}

async function mailedCode(server, email) {
  const outbox = join(server.folder, 'outbox');
  for (let attempt = 0; attempt < 300; attempt++) {
    for (const name of readdirSync(outbox).filter((one) => one.endsWith('.eml'))) {
      const mail = readFileSync(join(outbox, name), 'utf8');
      const code = mail.includes(email) && /^\W{0,2}([0-9]{6})\W{0,2}$/m.exec(mail)?.[1];
      if (code) return code;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('no code was emailed');
}

/** Runs in the page: signs in at a rehearsal's desk and invites a phone. */
async function openDesk(venue) {
  const ask = async (name, data) => {
    const answer = await fetch(`/api/desk/${name}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(data) });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    return answer.json().catch(() => ({}));
  };
  await ask('sign-in/rehearsal', { role: 'organiser' });
  return (await ask('gate-invite', { name: 'Bench', venue, may_search: true, why: 'measured' })).url;
}

async function enrol(page, invitation) {
  await page.goto(invitation);
  const press = await page.waitForSelector('::-p-text(Yes, enrol this phone)');
  await press.click();
  await page.waitForSelector('::-p-text(All sent)');
}
