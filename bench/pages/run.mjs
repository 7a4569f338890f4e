// Measures how long visitors wait, first with Lighthouse 12 on a phone (rounds.mjs), then without Lighthouse
// (visit.mjs). By default it measures one or two pages of each kind, including pages that need a sign-in; --all
// measures every page, --only 3g three of them on a slow connection. The variable PAGES can name the routes instead.
// The script starts bin/transom with site/dist and empty folders.
// Usage: node bench/pages/run.mjs [--runs 5] [--minutes 5] [--all] [--only phone|3g|visit] [/login,/register-now …]
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as chromeLauncher from 'chrome-launcher';
import { photograph, signInEverywhere } from './account.mjs';
import { measureRounds, reportRounds, serveTrivial } from './rounds.mjs';
import { measureBytes, measureFirstView, measureNextPage, measurePresses, median, nextPageReason, presses as pressed, spread, ways } from './visit.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' }, minutes: { type: 'string', default: '5' }, all: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const runs = Number(options.runs);
const wanted = [...positionals, process.env.PAGES ?? ''].flatMap((list) => list.split(',')).filter(Boolean);
const does = (part) => options.only === part || (!options.only && part !== '3g');

const dist = join(root, 'site/dist');
const program = new Set(['/register-now', '/bookings', '/industry-associates-registration', '/login', '/dashboard', '/event-ticket', '/transfer', '/verify', '/invoice']);
const examples = { '/verify': '/verify/AAAAAAAAAAAAAAAAAAAAAAAAAA', '/event-ticket': '/event-ticket/AAAAAAAAAAAAAAAAAAAAAAAAAA', '/invoice': '/invoice/AAAAAAAAAAAAAAAAAAAAAAAAAA' };
const usual = ['/', '/faqs', '/privacy-policy', '/speakers', '/register-now', '/verify'];
/** Sizes in kB, and times as multiples of the trivial page's times. */
const visitGoals = { firstView: 350, whole: 600, second: 40, nextPage: 1.5, press: 1.5 };

const servers = [];
const trivial = await serveTrivial();
const chrome = await chromeLauncher.launch({
  chromePath: process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path)),
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
});

const late = [];
try {
  const { base } = await startServer();
  const rehearsal = await startServer({ TRANSOM_REHEARSAL: '1', TRANSOM_INVENTED: '1', TRANSOM_RATE_LIMITS: 'off', TRANSOM_DESK: 'on' });
  if (does('phone')) {
    const pages = publicPages(base);
    if (!wanted.length || wanted.includes('signed-in')) pages.push(...(await signInEverywhere(chrome, rehearsal, dist)));
    const rows = await measureRounds(chrome, pages, { trivial: trivial.url, runs, minutes: Number(options.minutes) });
    late.push(...reportRounds('Lighthouse, its phone', rows, { ratios: true }));
  }
  if (does('3g')) {
    const rows = await measureRounds(chrome, publicPages(base), { trivial: trivial.url, runs, minutes: Number(options.minutes), line: '3g' });
    late.push(...reportRounds('Lighthouse, a slow line of the third generation (400 kbit/s, 400 ms)', rows).map((miss) => `3G, ${miss}`));
  }
  if (does('visit')) reportVisit(await measureVisit(base, rehearsal.base));
} finally {
  chrome.kill();
  for (const { stop } of servers) stop();
  trivial.stop();
}
if (late.length) console.log(`\nGoals that are not met:\n${late.map((miss) => `- ${miss}`).join('\n')}`);
process.exitCode = late.length ? 1 : 0;

/** Without names on the command line, the default pages or all. */
function publicPages(base) {
  return readdirSync(dist)
    .filter((name) => name.endsWith('.html') && !/^(404|error|desk|gate)\.html$/.test(name))
    .map((name) => (name === 'index.html' ? '/' : `/${name.slice(0, -5)}`))
    .filter((name) => options.all || (wanted.length ? wanted : usual).includes(name))
    .map((name) => ({ name, url: base + (examples[name] ?? name), ...(program.has(name) && { kind: 'program' }) }));
}

async function measureVisit(base, rehearsal) {
  const times = async (work) => {
    const all = [];
    for (let run = 0; run < Math.min(runs, 3); run++) all.push(await work());
    return all;
  };
  return {
    ...(await measureBytes(chrome, base)),
    gallery: await measureFirstView(chrome, `${base}/gallery`),
    floor: await times(() => measureNextPage(chrome, trivial.url, ways.trivial, false)),
    rested: await times(() => measureNextPage(chrome, base, ways.own, true)),
    unrested: await times(() => measureNextPage(chrome, base, ways.own, false)),
    // In a rehearsal, the form is open on any date.
    presses: await times(() => measurePresses(chrome, rehearsal, photograph(dist), trivial.url)),
  };
}

function reportVisit({ whole, second, gallery, floor, rested, unrested, presses }) {
  const row = (name, values, unit, goal, base, reason) => {
    const value = median(values) / (base ?? 1);
    console.log(`| ${name} | ${spread(values)} ${unit} | ${goal === undefined ? '' : `≤ ${goal}${base ? ' × trivial' : ''}`} |`);
    if (goal !== undefined) console.log(`@ ${name}${base ? ' / trivial' : `, ${unit}`} | ${value.toFixed(2)} | at most ${goal}${reason ? ` | ${reason}` : ''}`);
    if (value > goal) late.push(`${name}: ${value.toFixed(2)} of ${goal}`);
  };
  console.log(`\n| what Lighthouse does not measure | median (lowest–highest) of ${floor.length} | goal |\n|---|---|---|`);
  row('home → speakers → register → form', [whole], 'kB', visitGoals.whole);
  row('the same visit again', [second], 'kB', visitGoals.second);
  row('/gallery, first view', [gallery], 'kB', visitGoals.firstView);
  row('click → largest paint between trivial pages', floor, 'ms');
  row('click → largest paint of the next page, after resting on the link', rested, 'ms', visitGoals.nextPage, median(floor), nextPageReason);
  row('click → largest paint of the next page, without resting', unrested, 'ms');
  const of = (name) => presses.map((run) => run[name]);
  for (const name of Object.keys(presses[0])) {
    const missing = presses.find((run) => run[name].missing);
    const trivial = Object.keys(presses[0]).find((one) => one.includes('trivial') && one.startsWith(name.split(' ')[0])) ?? 'opening something on a trivial page';
    if (missing) late.push(`${name}: ${missing[name].missing}`);
    else if (name.includes('trivial')) row(`${name}, processor ÷ 6`, of(name), 'ms');
    else row(`${name}, processor ÷ 6`, of(name), 'ms', visitGoals.press, median(of(trivial)), pressed.find((one) => one.name === name).reason);
  }
}

async function startServer(settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'transom-pages-'));
  const port = 20000 + Math.floor(Math.random() * 20000);
  const base = `http://localhost:${port}`;
  const settingsOfAll = {
    TRANSOM_ADDR: `127.0.0.1:${port}`, TRANSOM_SITE_URL: base, TRANSOM_STATIC: dist, TRANSOM_VAR: folder, TRANSOM_REHEARSAL: '0', TRANSOM_DESK: 'off',
    TRANSOM_PAYMENT_PROVIDER: 'sandbox', TRANSOM_ALLOW_SANDBOX: '1', TRANSOM_MAIL: 'outbox',
  };
  const child = spawn(join(root, 'bin/transom'), ['serve'], { cwd: root, stdio: 'ignore', env: { ...process.env, ...settingsOfAll, ...settings } });
  const server = {
    base, folder,
    stop: () => {
      child.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  servers.push(server);
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await fetch(`${base}/readyz`).then(({ ok }) => ok, () => false)) return server;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('bin/transom did not start');
}
