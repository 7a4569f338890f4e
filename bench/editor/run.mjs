// Measures how long an editor waits from saving a file in content/ until a browser shows the change, with our `make
// dev` and with Hugo's and Astro's servers (make peers), one after another. The saves go to copies of the content.
// Usage: node bench/editor/run.mjs [--saves 15] [--only transom]
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { chromium } = createRequire(join(root, 'site/package.json'))('@playwright/test');
const { values: options } = parseArgs({ options: { saves: { type: 'string', default: '15' }, only: { type: 'string' } } });

/** Milliseconds after which a save counts as lost, with this time as its result. */
const never = 8_000;
const work = mkdtempSync(join(tmpdir(), 'transom-editor-'));
const peers = join(root, 'bench/peers');

/** `needs` is a file that exists if the tool is installed. */
const tools = [
  {
    name: 'Transom',
    needs: join(root, 'site/node_modules/vite/bin/vite.js'),
    prepare(dir) {
      cpSync(join(root, 'content'), join(dir, 'content'), { recursive: true });
      run('go', ['build', '-o', join(dir, 'generator'), './generator'], { cwd: root });
      run(join(dir, 'generator'), ['build', '-content', join(dir, 'content'), '-out', join(dir, 'data')], { cwd: root });
    },
    start: (dir, port) => ({
      command: process.execPath,
      args: ['node_modules/vite/bin/vite.js', '--port', port, '--strictPort'],
      cwd: join(root, 'site'),
      env: {
        CONTENT_GENERATOR: join(dir, 'generator'),
        CONTENT: join(dir, 'content'),
        TRANSOM_CONTENT: join(dir, 'data'),
      },
    }),
    file: 'content/pages/about.md',
    path: '/about',
  },
  {
    name: 'Hugo',
    needs: join(peers, '.cache/hugo'),
    prepare(dir) {
      cpSync(join(peers, 'hugo/site'), dir, { recursive: true });
      cpSync(join(root, 'content/pages'), join(dir, 'content'), { recursive: true });
    },
    start: (dir, port) => ({ command: join(peers, '.cache/hugo'), args: ['server', '--port', port, '--baseURL', `http://localhost:${port}/`, '--noBuildLock', '--disableFastRender'], cwd: dir }),
    file: 'content/about.md',
    path: '/about/',
  },
  {
    name: 'Astro',
    needs: join(peers, 'astro/node_modules/astro/astro.js'),
    prepare(dir) {
      cpSync(join(peers, 'astro/site'), dir, { recursive: true });
      cpSync(join(root, 'content/pages'), join(dir, 'content'), { recursive: true });
      symlinkSync(join(peers, 'astro/node_modules'), join(dir, 'node_modules'));
    },
    start: (dir, port) => ({ command: process.execPath, args: ['node_modules/astro/astro.js', 'dev', '--port', port], cwd: dir, env: { ASTRO_TELEMETRY_DISABLED: '1' } }),
    file: 'content/about.md',
    path: '/about',
  },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const medians = {};
try {
  console.log('from saving a page to seeing the change in the browser:');
  for (const tool of tools) {
    if (options.only && options.only.toLowerCase() !== tool.name.toLowerCase()) continue;
    if (!existsSync(tool.needs)) {
      console.log(`  ${tool.name.padEnd(10)} not installed: make peers`);
      continue;
    }
    const { times, lost } = await measure(tool);
    medians[tool.name] = median(times);
    console.log(`  ${tool.name.padEnd(10)} median ${Math.round(median(times))} ms, slowest ${Math.round(Math.max(...times))} ms of ${times.length} saves${lost ? `, ${lost} not shown within ${never / 1000} s` : ''}`);
  }
  for (const peer of ['Hugo', 'Astro']) {
    if (medians.Transom && medians[peer]) console.log(`@ save to screen / ${peer} | ${(medians.Transom / medians[peer]).toFixed(3)} | at most 1.5`);
  }
  if (medians.Transom) console.log(`@ save to screen / 0.3 s | ${(medians.Transom / 300).toFixed(3)} | at most 1`);
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}

/** Times are in milliseconds. */
async function measure(tool) {
  const dir = join(work, tool.name);
  mkdirSync(dir);
  tool.prepare(dir);
  const port = String(await freePort());
  const { command, args, cwd, env } = tool.start(dir, port);
  const server = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  const page = await browser.newPage();
  try {
    let seen = () => {};
    await page.exposeBinding('seenEdit', (_source, number) => seen(number));
    await page.addInitScript(watchForEdits);
    await opened(page, `http://localhost:${port}${tool.path}`);
    const path = join(dir, tool.file);
    const text = readFileSync(path, 'utf8');
    const times = [];
    let lost = 0;
    for (let number = 1; number <= Number(options.saves) + 2; number++) {
      const shown = new Promise((resolve) => {
        const late = setTimeout(resolve, never, false);
        seen = (found) => {
          if (found === number) resolve(!clearTimeout(late));
        };
      });
      const saved = performance.now();
      writeFileSync(path, `${text}\nThis is edit ${number} of the page.\n`);
      if (!(await shown)) lost++;
      if (number > 2) times.push(performance.now() - saved); // the first two saves only fill the caches
      await new Promise((resolve) => setTimeout(resolve, 400 + Math.random() * 200));
    }
    return { times, lost };
  } finally {
    await page.close();
    process.kill(-server.pid, 'SIGTERM');
  }
}

/** Runs in the page: reports each edit as soon as it can be painted. */
function watchForEdits() {
  let last = 0;
  const look = () => {
    const found = Number(/This is edit (\d+) of the page/.exec(document.body?.innerText ?? '')?.[1] ?? 0);
    if (found > last) globalThis.seenEdit((last = found));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function opened(page, url) {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await page.goto(url, { waitUntil: 'load' });
      if (answer?.ok()) return;
    } catch (error) {
      if (tries > 150) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, 'localhost', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function run(command, args, settings) {
  execFileSync(command, args, { ...settings, stdio: ['ignore', 'ignore', 'inherit'] });
}

function median(list) {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
}
