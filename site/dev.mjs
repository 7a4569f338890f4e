// make dev: Vite watches site/src and gets each change to content/ from the generator. The API is rebuilt when its Go
// files change, and restarted when the content changes.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const apiAddress = `127.0.0.1:${await freePort()}`;
const sitePort = process.env.PORT ?? '8080';

const env = {
  ...process.env,
  TRANSOM_ADDR: apiAddress,
  TRANSOM_SITE_URL: `http://localhost:${sitePort}`,
  TRANSOM_REHEARSAL: process.env.REHEARSAL ?? '1',
  TRANSOM_VAR: process.env.TRANSOM_VAR ?? 'data/var',
  TRANSOM_ALLOW_SANDBOX: '1',
  TRANSOM_ALLOWED_ORIGINS: `http://localhost:${sitePort}`,
  TRANSOM_RATE_LIMITS: process.env.REHEARSAL === '0' ? 'on' : 'off',
  CONTENT_GENERATOR: 'bin/generator',
  API_TARGET: `http://${apiAddress}`,
};

/** Finds a free port, so that "make dev" can run twice at once. @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

/**
 * @param {string} command
 * @param {string[]} args
 */
function start(command, args, cwd = root) {
  const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
  children.add(child);
  child.on('exit', () => children.delete(child));
  return child;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 */
const finished = (child) => new Promise((resolve) => child.on('exit', resolve));

/** @type {import('node:child_process').ChildProcess | undefined} */
let api;
let building = false;
let again = false;

/** A change to the content needs no build, because the API reads it from files. */
async function restartApi(build = true) {
  if (building) {
    again = true;
    return;
  }
  building = true;
  const code = build ? await finished(start('go', ['build', '-o', 'bin/transom', './api'])) : 0;
  if (code === 0) {
    if (api?.exitCode === null) {
      api.kill('SIGTERM');
      await finished(api);
    }
    api = start('bin/transom', ['serve']);
  }
  building = false;
  if (again) {
    again = false;
    restartApi();
  }
}

/**
 * Calls back once after a burst of changes to matching files below a folder.
 * @param {string} folder
 * @param {RegExp} pattern
 * @param {() => void} callback
 */
function onChange(folder, pattern, callback) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  watch(root + folder, { recursive: true }, (_event, name) => {
    if (!name || !pattern.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(callback, 150);
  });
}

// Programs are started directly, not through go run or npx, so that they stop together with this one.
await finished(start('go', ['build', '-o', 'bin/generator', './generator']));
start(process.execPath, ['node_modules/vite/bin/vite.js', '--port', sitePort, '--strictPort'], `${root}site`);
restartApi();
onChange('api', /\.(go|sql|html)$/, () => restartApi());
onChange('generator/schema', /\.go$/, () => restartApi());
onChange('data/site', /^(event|mail|registration|tickets|countries|states)\.json$/, () => restartApi(false));

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM');
    process.exit(0);
  });
}
