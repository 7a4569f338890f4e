// Lighthouse 12 (mobile) on every page of the built site and on a trivial page, in one run, so that the ratios hold on any
// machine. Usage: node bench/pages/run.mjs [--runs 3] [--base http://localhost:8080] [--json file] [route…]
// Without --base it starts bin/transom on site/dist with an empty folder. Exits with 1 when a budget is broken.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as chromeLauncher from 'chrome-launcher';
import lighthouse from 'lighthouse';

const root = fileURLToPath(new URL('../../', import.meta.url));

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '1' }, base: { type: 'string' }, json: { type: 'string' } },
});

const program = new Set(['/register-now', '/bookings', '/industry-associates-registration', '/login', '/dashboard', '/event-ticket', '/verify']);
/** Goals: LCP against the trivial page, TBT in ms, CLS. */
const goals = { reading: { lcp: 1.5, tbt: 50, cls: 0 }, program: { lcp: 1.8, tbt: 50, cls: 0.01 } };

const dist = join(root, 'site/dist');
const routes = positionals.length ? positionals : readdirSync(dist).filter((name) => name.endsWith('.html') && !/^(404|error)\.html$/.test(name)).map((name) => (name === 'index.html' ? '/' : `/${name.slice(0, -5)}`));

const trivial = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end('<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="description" content="Nothing"><title>Trivial</title><h1>Trivial</h1><p>One line of text.</p></html>');
}).listen(0);
const trivialURL = `http://localhost:${trivial.address().port}/`;

const server = options.base ? undefined : await startServer();
const base = options.base ?? server.base;
const chrome = await chromeLauncher.launch({
  chromePath: process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => readable(path)),
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
});

try {
  const floor = await measure(trivialURL);
  const rows = [];
  for (const route of routes) rows.push({ route, ...(await measure(base + address(route))) });
  report(floor, rows);
} finally {
  chrome.kill();
  server?.stop();
  trivial.close();
}

/** The address of a route whose file answers others than its own name. */
function address(route) {
  return route === '/verify' || route === '/event-ticket' ? `${route}/AAAAAAAAAAAAAAAAAAAAAAAAAA` : route;
}

/** The run with the median LCP. */
async function measure(url) {
  const runs = [];
  for (let run = 0; run < Number(options.runs); run++) {
    const { lhr } = await lighthouse(url, { port: chrome.port, output: 'json', logLevel: 'error' });
    const value = (audit) => lhr.audits[audit].numericValue ?? 0;
    runs.push({
      scores: ['performance', 'accessibility', 'best-practices', 'seo'].map((name) => Math.round((lhr.categories[name].score ?? 0) * 100)),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      kB: value('total-byte-weight') / 1000,
      misses: Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight, id }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 0.9).map(({ id }) => id)),
    });
  }
  return runs.sort((a, b) => a.lcp - b.lcp)[Math.floor(runs.length / 2)];
}

function report(floor, rows) {
  const late = [];
  console.log(`trivial page: LCP ${Math.round(floor.lcp)} ms\n`);
  console.log('| page | scores | LCP × trivial | TBT ms | CLS | kB | below 90 |\n|---|---|---|---|---|---|---|');
  for (const row of rows) {
    const goal = program.has(row.route) ? goals.program : goals.reading;
    const ratio = row.lcp / floor.lcp;
    console.log(`| ${row.route} | ${row.scores.join(' / ')} | ${ratio.toFixed(2)} | ${Math.round(row.tbt)} | ${row.cls.toFixed(3)} | ${Math.round(row.kB)} | ${row.misses.join(' ')} |`);
    if (ratio > goal.lcp || row.tbt > goal.tbt || row.cls > goal.cls + 0.0005) late.push(row.route);
  }
  if (options.json) writeFileSync(options.json, JSON.stringify({ floor, rows }, null, 2));
  if (late.length) console.log(`\nover budget: ${late.join(' ')}`);
  process.exitCode = late.length ? 1 : 0;
}

async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'transom-pages-'));
  const port = 20000 + Math.floor(Math.random() * 20000);
  const child = spawn(join(root, 'bin/transom'), ['serve'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, TRANSOM_ADDR: `127.0.0.1:${port}`, TRANSOM_SITE_URL: `http://localhost:${port}`, TRANSOM_STATIC: dist, TRANSOM_VAR: folder, TRANSOM_REHEARSAL: '0', TRANSOM_PAYMENT_PROVIDER: 'sandbox', TRANSOM_ALLOW_SANDBOX: '1', TRANSOM_MAIL: 'outbox' },
  });
  const stop = () => {
    child.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  const address = `http://localhost:${port}`;
  for (let attempt = 0; attempt < 100; attempt++) {
    const ready = await fetch(`${address}/readyz`).then((answer) => answer.ok, () => false);
    if (ready) return { base: address, stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  stop();
  throw new Error('bin/transom did not start');
}

function readable(path) {
  try {
    return readFileSync(path).length >= 0;
  } catch {
    return false;
  }
}
