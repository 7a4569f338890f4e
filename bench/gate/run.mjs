// Measures the gate with damaged tickets: how many are read, and the time from the code's appearance to the result on
// the screen. The real page reads a film that the browser's fake camera plays, at the machine's own speed and at a
// cheap phone's (speed.mjs). Browsers cannot slow down workers, so the code reader delays its answers.
// Usage: node bench/gate/run.mjs [--json file]; needs bin/transom and site/dist (make build).
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cases, height, picture, width } from './pictures.mjs';
import { cheapest, speed } from './speed.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { chromium } = createRequire(join(root, 'site/package.json'))('@playwright/test');
const { values: options } = parseArgs({ options: { json: { type: 'string' } } });

const rate = 15; // frames per second
const shown = 20; // frames for each code
const between = 6; // frames without a code
const atOnce = 12; // codes in one film
const goal = 250; // milliseconds, on a cheap phone
const cell = 32; // the film shows a number in its corner; each of its bits is a square of this size, in pixels
const bits = 6;

const folder = mkdtempSync(join(tmpdir(), 'transom-gate-'));
const server = await startServer();
try {
  const tickets = await ticketsOf(server.url);
  const pictures = cases.map((what, i) => ({ ...what, ...tickets[i], rows: picture(tickets[i].text, what, i) }));
  const results = [];
  const index = await indexHere();
  const cheap = Math.max(1, Math.round((10 * index) / cheapest) / 10);
  console.log(`This machine's BenchmarkIndex is ${index}; a cheap phone has ${cheapest}, which is ${cheap} times less.`);
  const slowdowns = cheap === 1 ? [1] : [1, cheap];
  for (const slowdown of slowdowns) {
    for (let from = 0; from < pictures.length; from += atOnce)
      results.push(...(await measure(pictures.slice(from, from + atOnce), slowdown)).map((one) => ({ ...one, slowdown })));
  }
  for (const slowdown of slowdowns) report(results, slowdown, slowdown === cheap);
  if (options.json) writeFileSync(options.json, JSON.stringify(results, null, 2));
} finally {
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function ticketsOf(url) {
  for (;;) {
    const page = await (await fetch(`${url}/rehearsal/gate`)).text();
    const found = [...page.matchAll(/<li data-text="([^"]*)">[\s\S]*?<strong>([^<]*)<\/strong><br><span>([^<]*)</g)]
      .map(([, text, name, what]) => ({ text, name: name.replaceAll('&#39;', "'"), what }))
      .filter(({ what, name }, i, all) => !/:|not a|another/.test(what) && all.findIndex((one) => one.name === name && !/:|not a|another/.test(one.what)) === i);
    if (found.length >= cases.length) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function launch(flags = []) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path)),
    args: ['--no-sandbox', '--headless=new', '--disable-gpu', '--disable-dev-shm-usage', ...flags],
  });
}

/** This machine's undisturbed speed: the best of several attempts. */
async function indexHere() {
  const browser = await launch();
  const page = await browser.newPage();
  const tries = [];
  for (let i = 0; i < 8; i++) tries.push(await page.evaluate(speed));
  await browser.close();
  return Math.round(Math.max(...tries));
}

async function measure(pictures, slowdown) {
  const film = join(folder, 'film.y4m');
  writeFilm(film, pictures);
  const browser = await launch(['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]);
  try {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, permissions: ['camera'], serviceWorkers: 'block' });
    const witness = await watchFilm(context);
    const page = await context.newPage();
    if (slowdown > 1) await slowReader(context, slowdown);
    await page.goto(await invite(server.url));
    await page.getByRole('button', { name: 'Yes, enrol this phone' }).click();
    await page.getByText('All sent').waitFor();
    await page.evaluate(hear);
    if (slowdown > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.getByRole('button', { name: 'Start scanning' }).click();
    const patience = (3 * pictures.length * (shown + between) * 1000) / rate;
    // The page is still loading until the first result.
    await page.waitForFunction(() => window.heard.length > 0, undefined, { timeout: 120_000, polling: 500 });
    await witness.evaluate(() => window.begin());
    await witness.waitForFunction((n) => window.gone.size >= n, pictures.length, { timeout: 60_000 + 4 * patience, polling: 500 });
    const seen = await witness.evaluate(() => window.seen);
    const heard = await page.evaluate(() => window.heard);
    return pictures.map(({ group, name }, i) => {
      const answer = heard.find((one) => one.holder === name && one.at >= seen[i + 1]);
      return { group, took: answer && answer.at - seen[i + 1] < (shown * 1000) / rate + 1000 ? answer.at - seen[i + 1] : undefined };
    });
  } finally {
    await browser.close();
  }
}

/**
 * Opens a second page at full speed with the same camera. It reads the number in the film's corner and records when a
 * code came into view; in the measured page, this would use a third of a slow processor. A different address gives it
 * its own process.
 */
async function watchFilm(context) {
  const page = await context.newPage();
  await page.goto(`${server.url.replace('localhost', '127.0.0.1')}/gate`);
  await page.evaluate(watch, { cell, bits, width, height });
  return page;
}

async function watch({ cell, bits, width, height }) {
  window.seen = {};
  window.gone = new Set();
  const canvas = new OffscreenCanvas(bits, 1);
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  let before = -1;
  let isOn = false;
  // A code that is already in view is not counted.
  window.begin = () => {
    isOn = true;
    before = -1;
  };
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: { ideal: width }, height: { ideal: height } } });
  document.body.append(video);
  await video.play();
  const look = (_now, frame) => {
    brush.drawImage(video, 0, 0, bits * cell, cell, 0, 0, bits, 1);
    const dots = brush.getImageData(0, 0, bits, 1).data;
    let number = 0;
    for (let i = 0; i < bits; i++) if (dots[4 * i] > 128) number |= 1 << i;
    if (isOn && number !== before) {
      if (before > 0 && window.seen[before]) window.gone.add(before);
      if (number > 0 && before === 0) window.seen[number] ??= performance.timeOrigin + (frame.captureTime ?? frame.presentationTime);
      before = number;
    }
    video.requestVideoFrameCallback(look);
  };
  video.requestVideoFrameCallback(look);
}

/** Runs in the page: records when a result appeared. */
function hear() {
  window.heard = [];
  let last = '';
  new MutationObserver(() => {
    const holder = document.querySelector('.verdict .holder')?.textContent ?? '';
    if (holder === last) return;
    last = holder;
    if (holder) requestAnimationFrame(() => setTimeout(() => window.heard.push({ holder, at: performance.timeOrigin + performance.now() })));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

/** Makes the code reader as slow as the page. */
function slowReader(context, slowdown) {
  return context.route('**/gate.worker.js', async (route) => {
    const response = await route.fetch();
    const wait = `let began = 0; addEventListener('message', () => { began = performance.now(); });
const tell = self.postMessage.bind(self);
self.postMessage = (what) => { setTimeout(() => tell(what), began ? ${slowdown - 1} * (performance.now() - began) : 0); };\n`;
    await route.fulfill({ response, body: wait + (await response.text()) });
  });
}

function writeFilm(file, pictures) {
  const out = openSync(file, 'w');
  writeSync(out, `YUV4MPEG2 W${width} H${height} F${rate}:1 Ip A1:1 C420jpeg\n`);
  const colours = Buffer.alloc((width * height) / 2, 128);
  const frames = (rows, number, times) => {
    for (let y = 0; y < cell; y++) for (let x = 0; x < cell * bits; x++) rows[y * width + x] = (number >> Math.floor(x / cell)) & 1 ? 235 : 20;
    for (let i = 0; i < times; i++) for (const part of [Buffer.from('FRAME\n'), rows, colours]) writeSync(out, part);
  };
  pictures.forEach(({ rows }, i) => {
    frames(Buffer.alloc(width * height, 120), 0, between);
    frames(rows, i + 1, shown);
  });
  closeSync(out);
}

async function invite(url) {
  const headers = { origin: url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  const enter = await fetch(`${url}/api/desk/sign-in/rehearsal`, { method: 'POST', headers, body: '{"role":"organiser"}' });
  const cookie = enter.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ');
  const ask = async (name, body) =>
    (await fetch(`${url}/api/desk/${name}`, { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify(body) })).json();
  const { venues } = await ask('gate-live', { day: '' });
  return (await ask('gate-invite', { name: 'Measured', venue: venues[0].venue, why: 'measured' })).url;
}

async function startServer() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  const url = `http://localhost:${port}`;
  const child = spawn(join(root, 'bin/transom'), ['serve'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, TRANSOM_ADDR: `127.0.0.1:${port}`, TRANSOM_SITE_URL: url, TRANSOM_STATIC: 'site/dist', TRANSOM_VAR: join(folder, 'var'), TRANSOM_REHEARSAL: '1', TRANSOM_INVENTED: '1', TRANSOM_PAYMENT_PROVIDER: 'sandbox', TRANSOM_ALLOW_SANDBOX: '1', TRANSOM_MAIL: 'outbox', TRANSOM_RATE_LIMITS: 'off', TRANSOM_DESK: 'on' },
  });
  for (let tries = 0; ; tries++) {
    if (await fetch(`${url}/readyz`).then(({ ok }) => ok, () => false)) return { url, stop: () => child.kill() };
    if (child.exitCode !== null || tries > 300) throw new Error('bin/transom did not start; run make build');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function report(results, slowdown, isCheap) {
  const at = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
  const line = (name, all) => {
    const took = all.flatMap(({ took }) => took ?? []);
    return `| ${name} | ${took.length} of ${all.length} | ${took.length ? `${at(took, 0.5).toFixed(0)} | ${at(took, 0.95).toFixed(0)}` : '– | –'} |`;
  };
  const title = slowdown === 1 ? 'at full speed' : isCheap ? `on a cheap phone, ${slowdown} times slower` : `${slowdown} times slower`;
  const here = results.filter((one) => one.slowdown === slowdown);
  console.log(`\n| ${title} | read | median ms | 95 % ms |\n|---|---|---|---|`);
  for (const group of new Set(cases.map((one) => one.group))) console.log(line(group, here.filter((one) => one.group === group)));
  console.log(line('**all**', here));
  const took = here.flatMap((one) => one.took ?? []);
  console.log(`@ gate: share of damaged tickets read, ${title} | ${(took.length / here.length).toFixed(2)} | at least 0.85`);
  if (isCheap) console.log(`@ gate: time to answer on a cheap phone / ${goal} ms | ${(at(took, 0.5) / goal).toFixed(2)} | at most 1 | a picture arrives every ${Math.round(1000 / rate)} ms; reading it takes 1 to 8 ms at full speed, and ${slowdown} times as long here`);
}
