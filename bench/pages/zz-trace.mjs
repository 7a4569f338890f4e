import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as chromeLauncher from 'chrome-launcher';
import { signInEverywhere } from './account.mjs';
import { connect } from './visit.mjs';
const root = '/tmp/h/me/m/';
const dist = root + 'site/dist';
const folder = mkdtempSync(join(tmpdir(), 'tr-'));
const port = 24311; const base = `http://localhost:${port}`;
const child = spawn(root + 'bin/transom', ['serve'], { cwd: root, stdio: 'ignore', env: { ...process.env, TRANSOM_ADDR: `127.0.0.1:${port}`, TRANSOM_SITE_URL: base, TRANSOM_STATIC: dist, TRANSOM_VAR: folder, TRANSOM_REHEARSAL: '1', TRANSOM_INVENTED: '1', TRANSOM_RATE_LIMITS: 'off', TRANSOM_DESK: 'on', TRANSOM_PAYMENT_PROVIDER: 'sandbox', TRANSOM_ALLOW_SANDBOX: '1', TRANSOM_MAIL: 'outbox' } });
for (let i = 0; i < 300; i++) { if (await fetch(base + '/readyz').then(({ ok }) => ok, () => false)) break; await new Promise((r) => setTimeout(r, 100)); }
const chrome = await chromeLauncher.launch({ chromePath: '/usr/bin/chromium', chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
const want = process.argv.slice(2);
try {
  const pages = await signInEverywhere(chrome, { base, folder }, dist);
  const browser = await connect(chrome);
  for (const { name, url } of pages.filter(({ name }) => want.some((w) => name.startsWith(w)))) {
    const page = await browser.newPage();
    await page.setViewport({ width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true });
    await page.tracing.start({ categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8', 'disabled-by-default-v8.compile'] });
    await page.goto(url, { waitUntil: 'load' }); await new Promise((r) => setTimeout(r, 6000));
    const { traceEvents: ev } = JSON.parse(Buffer.from(await page.tracing.stop()).toString());
    const main = ev.filter((e) => e.name === 'EvaluateScript' || e.name === 'v8.evaluateModule').reduce((m, e) => (m[e.pid + ':' + e.tid] = (m[e.pid + ':' + e.tid] || 0) + 1, m), {});
    const key = Object.entries(main).sort((a, b) => b[1] - a[1])[0]?.[0];
    const mine = ev.filter((e) => e.pid + ':' + e.tid === key && e.ph === 'X').sort((a, b) => a.ts - b.ts || b.dur - a.dur);
    const t0 = mine[0].ts; let total = 0;
    console.log('\n== ' + name);
    const tasks = mine.filter((e) => /RunTask/.test(e.name) && (e.tdur ?? 0) > 6000);
    for (const t of tasks) {
      const inside = mine.filter((e) => e !== t && e.ts >= t.ts && e.ts + e.dur <= t.ts + t.dur);
      // self time by name
      const self = {}; const stack = [];
      for (const e of inside) { while (stack.length && stack.at(-1).ts + stack.at(-1).dur <= e.ts) stack.pop(); const label = e.name + ' ' + ((e.args?.data?.url ?? e.args?.data?.fileName ?? e.args?.fileName ?? '').split('/').at(-1)).slice(0, 26); self[label] = (self[label] || 0) + (e.tdur ?? 0); if (stack.length) self[stack.at(-1).label] -= e.tdur ?? 0; e.label = label; stack.push(e); }
      console.log(((t.ts - t0) / 1000).toFixed(0) + ' ms: task ' + (t.tdur / 1000).toFixed(1) + ' ms cpu', Object.entries(self).filter(([, v]) => v > 800).sort((a, b) => b[1] - a[1]).slice(0, 9).map(([k, v]) => k.trim() + ' ' + (v / 1000).toFixed(1)).join(' | '));
    }
    await page.close();
  }
  await browser.disconnect();
} finally { chrome.kill(); child.kill(); }
