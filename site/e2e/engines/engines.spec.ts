// Short journeys in Firefox and WebKit. All other files in e2e/ test Chromium.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { buy, invite } from '../gate-device.ts';
import { bookAndPay } from '../journeys/booking.ts';
import { mailedCode, picture, somebody } from '../journeys/steps.ts';
import { sitePages } from '../pages.ts';
import { type Server, startServer } from '../server.ts';
import { type Driver, Tab } from './tab.ts';
import { watchedSite } from './watched-site.ts';
import { firefox, webkit } from './webdriver.ts';

const engines: Record<string, () => Promise<Driver>> = {
  Firefox: firefox as () => Promise<Driver>,
  WebKit: webkit as () => Promise<Driver>,
};

const test = base.extend<{ engine: string; faulty: boolean; tab: Tab }, { server: Server }>({
  faulty: [false, { option: true }],
  engine: ['', { option: true }],
  server: [
    async ({}, use) => {
      const site = watchedSite();
      const server = await startServer({ rehearsal: true, name: 'localhost', site });
      await use(server);
      await server.stop();
      rmSync(site, { recursive: true });
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
  tab: async ({ engine, faulty, server }, use, info) => {
    const driver = await engines[engine]!();
    try {
      await driver.size(1280, 900);
      await use(new Tab(driver, server.url));
      if (info.errors.length > 0) {
        const body = await driver.run(whatItSays).catch(String);
        await info.attach('page', { body, contentType: 'text/plain' });
      }
      if (!faulty) expect(await driver.complaints()).toEqual([]);
    } finally {
      await driver.close();
    }
  },
});

function whatItSays(): string {
  const faults = [
    ...document.querySelectorAll<HTMLElement>('[role=alert], [role=status], [aria-invalid=true], dialog'),
  ];
  const texts = faults.map(({ id, innerText }) => `${id} ${innerText}`.trim()).filter(Boolean);
  return [location.href, ...texts].join(' | ');
}

/** Only Chromium can test these. */
const lacks: Record<string, string> = {
  Firefox: 'a camera that shows a ticket, and passkeys without a person',
  WebKit: 'a camera and passkeys',
};

for (const engine of Object.keys(engines)) {
  test.describe(engine, () => {
    test.use({ engine });

    test.describe('with a control', () => {
      test.use({ faulty: true });

      test('every page works without errors and is no wider than the screen; the control fails', async ({ tab }) => {
        test.slow(); // more than twenty pages at two widths take minutes on a busy machine
        for (const { address } of [...sitePages, { address: '/rehearsal' }, { address: '/rehearsal/gate' }]) {
          await tab.open(address);
          for (const width of [390, 1440]) {
            await tab.driver.size(width, 844);
            await tab.until(`the page is ${width} px wide`, (wanted) => innerWidth === wanted, width);
            const screens = await tab.driver.run(() => Math.ceil(document.documentElement.scrollHeight / innerHeight));
            for (let page = width === 390 ? 0 : screens - 1; page < screens; page++)
              await tab.driver.run((by) => scrollTo({ top: by * innerHeight, behavior: 'instant' }), page);
            await tab.until('fonts are there', () => document.fonts.status === 'loaded');
            // A window needs a moment for the layout after its size has changed.
            const fits = (wanted: number) => document.documentElement.scrollWidth <= wanted;
            await tab.until(`${address} fits ${width} px`, fits, width);
          }
          expect(await tab.driver.complaints(), address).toEqual([]);
        }
        await tab.open('/gate');
        const [camera, passkeys] = await tab.driver.run(() => [
          Boolean(navigator.mediaDevices),
          'PublicKeyCredential' in window,
        ]);
        const has = { camera: true, passkeys: engine === 'Firefox' };
        expect({ camera, passkeys }, `not tried here: ${lacks[engine]}; if it has learnt them, try them`).toEqual(has);

        // As a control, errors that the test causes must be detected.
        await tab.open('/about');
        await tab.driver.run(() => {
          setTimeout(() => {
            throw new Error('thrown by the control');
          });
          document.body.append(Object.assign(new Image(), { src: 'https://example.org/picture.png' }));
        });
        for (const fault of [/thrown by the control/, /img-src|example\.org/])
          await expect.poll(async () => (await tab.driver.complaints()).some((one) => fault.test(one))).toBe(true);
      });
    });

    test('from the ticket cards to a ticket: pictures, a covered number, payment, the emailed code', async ({
      tab,
      server,
    }) => {
      const person = somebody();
      const pictures = join(server.folder, 'portrait.jpg');
      const card = join(server.folder, 'card.jpg');
      writeFileSync(pictures, await picture('portrait', 900, 1200));
      writeFileSync(card, await picture('1234 5678 9012'));
      await tab.open('/register-now');
      await tab.press('Register Now', 'button', 'IIA Professional');
      await tab.at(/^\/bookings$/);
      await tab.ready('/bookings'); // WebKit's driver reports no error if it types into a field that is being replaced
      for (const [label, value] of Object.entries(person)) await tab.write(label, value);
      await tab.set('Gender', 'Female');
      await tab.set('Date of birth', '1990-05-01');
      await tab.set('State', 'Madhya Pradesh');
      await tab.attach('Profile photo', pictures);
      await tab.until('the photo is sent', () => /Uploaded \(/.test(document.body.innerText));
      await tab.attach('Aadhar card', card);
      await tab.press('Only the last four digits are visible', 'field');
      await tab.press('Use this picture');
      await tab.until('both are sent', () => document.body.innerText.match(/Uploaded \(/g)?.length === 2);
      const [covered, beside] = await tab.driver.run(() => {
        const sent = document.querySelector<HTMLImageElement>('img[alt="Your picture: Aadhar card"]')!;
        const { naturalWidth: width, naturalHeight: height } = sent;
        const brush = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!;
        brush.drawImage(sent, 0, 0);
        const light = (x: number, y: number) => brush.getImageData(x * width, y * height, 1, 1).data[0]!;
        return [light(0.42, 0.75), light(0.1, 0.1)] as const;
      });
      expect(covered, 'the number on the card that is sent').toBeLessThan(20);
      expect(beside, 'the text next to it').toBeGreaterThan(180);
      await tab.press('I agree', 'field');
      await tab.press('Submit');
      await tab.press('Pay ₹');
      await tab.at(/^\/verify\//);
      await tab.sees('Congratulations! Your Registration is Successful');

      await tab.open('/login');
      const known = (email: string) => document.querySelector<HTMLInputElement>('input[name=email]')?.value === email;
      await tab.until('the address is known on this device', known, person.Email);
      await tab.press('Continue');
      const code = await mailedCode(person.Email, [], server.folder);
      for (const [i, digit] of [...code].entries()) await tab.write(`Digit ${i + 1}`, digit);
      await tab.press('Continue');
      await tab.at(/^\/dashboard$/);
      await tab.sees(person['Last name']);
      const qr = `QR code for ${person['First name']} ${person['Last name']}'s ticket`;
      await tab.until(
        'the code is drawn',
        (name) =>
          [...document.querySelectorAll('[role=img], img')].some(
            (one) => one.getAttribute('aria-label') === name || one.getAttribute('alt') === name,
          ),
        qr,
      );
    });

    test('the desk: sign-in, list, one action', async ({ tab, request }) => {
      const { id, person } = await bookAndPay(request);
      const name = `${person['First name']} ${person['Last name']}`;
      await tab.open('/desk');
      await tab.press('Organiser');
      // Wait for the page as well: WebKit reports an error if a page is left while part of it is loading.
      await tab.until('the first page is open', () => Boolean(document.querySelector('#room h1')));
      await tab.open('/desk/registrations');
      await tab.press(name, 'link');
      await tab.at(new RegExp(id));
      await tab.press('Assign seat');
      await tab.write('Gate', 'North');
      await tab.write('Reason', 'A seat near the door');
      await tab.sees('shows the new seat'); // When the preview appears, it moves the button.
      await tab.press('Save seat');
      await tab.until('the dialog is closed', () => !document.querySelector('dialog:modal'));
      await tab.sees('North');
    });

    test('the gate: enrolment, a typed code, and the same code after a reload without a network', async ({
      tab,
      server,
      request,
    }) => {
      const [one, two] = [await buy(request, undefined, server.folder), await buy(request, undefined, server.folder)];
      const type = async (code: string) => {
        await tab.press('Type code');
        await tab.write('Code under the QR code', code);
        await tab.press('Look up');
      };
      const admitted = async (name: string) => {
        const says = (who: string) =>
          document.querySelector('.verdict[data-kind=in]')?.textContent?.includes(who) ?? false;
        await tab.until(`${name} is admitted`, says, name);
        // Wait until the verdict closes automatically, because a slow driver might press its button too late.
        await tab.until('the verdict is closed', () => !document.querySelector('dialog:modal'));
      };
      await tab.driver.size(390, 844);
      await tab.open(await invite(request, 'Gate of an engine', { url: server.url }));
      await tab.press('Yes, enrol this phone');
      await tab.sees('All sent');
      await type(one.qr);
      await admitted(one.name);
      await tab.until('the page is kept', () => Boolean(navigator.serviceWorker.controller));
      await server.without(async () => {
        await tab.open('/gate');
        await type(two.qr);
        await admitted(two.name);
        await tab.sees('1 to send');
      });
      await tab.driver.run(() => dispatchEvent(new Event('online')));
      await tab.sees('All sent');
    });
  });
}
