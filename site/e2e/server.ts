// Starts the server on a free port, with an empty data folder. `make test` builds server and site. E2E_BINARY,
// TRANSOM_CONTENT and TRANSOM_STATIC can name another program, content folder and site.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Server {
  url: string;
  /** The data folder, including the emails. */
  folder: string;
  /** Restarts with the same data. The clock is then this many minutes after the rehearsal's start. */
  restartLater(minutes: number): Promise<void>;
  /** Stops the server while a function runs, as if there were no network. */
  without(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

export interface Wanted {
  rehearsal: boolean;
  /** The host name. Desk tests use 'localhost', because a passkey is valid for only one host name. */
  name?: string;
  /** Starts a rehearsal with invented people. They are copied from E2E_INVENTED unless `content` is given. */
  invented?: boolean;
  site?: string;
  content?: string;
}

export async function startServer({ rehearsal, name, invented, site, content }: Wanted): Promise<Server> {
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${name ? address.replace('127.0.0.1', name) : address}`;
  const folder = mkdtempSync(join(tmpdir(), 'transom-e2e-'));
  const settings = {
    TRANSOM_ADDR: address,
    TRANSOM_SITE_URL: url,
    ...(content && { TRANSOM_CONTENT: content }),
    TRANSOM_STATIC: site ?? process.env.TRANSOM_STATIC ?? 'site/dist',
    TRANSOM_VAR: join(folder, 'var'),
    TRANSOM_REHEARSAL: rehearsal ? '1' : '0',
    TRANSOM_INVENTED: invented ? '1' : '0',
    TRANSOM_RATE_LIMITS: rehearsal ? 'off' : 'on',
    TRANSOM_PAYMENT_PROVIDER: 'sandbox',
    TRANSOM_ALLOW_SANDBOX: '1',
    TRANSOM_MAIL: 'outbox',
    TRANSOM_DESK: rehearsal || name ? 'on' : 'off',
  };
  const copied = invented && !content ? process.env.E2E_INVENTED : undefined;
  if (copied) cpSync(copied, settings.TRANSOM_VAR, { recursive: true });
  const begin = (more: Record<string, string> = {}, filled = false) => run(url, { ...settings, ...more }, filled);
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  let end = await begin({}, Boolean(invented && !copied)).catch((reason: unknown) => {
    removeFolder();
    throw reason;
  });
  return {
    url,
    folder: settings.TRANSOM_VAR,
    async restartLater(minutes) {
      await end();
      end = await begin({ TRANSOM_CONTENT: contentLater(content, join(folder, 'content'), minutes) });
    },
    async without(work) {
      await end();
      try {
        await work();
      } finally {
        end = await begin();
      }
    },
    async stop() {
      await end();
      removeFolder();
    },
  };
}

/** Waits until the server answers and has invented its people. Returns a function that stops the server. */
async function run(url: string, settings: Record<string, string>, filled: boolean): Promise<() => Promise<void>> {
  const child = spawn(process.env.E2E_BINARY ?? join(root, 'bin/transom'), ['serve'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settings },
  });
  const log = collect(child);
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const end = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  // The time limit is for a server that hangs; `make bench` measures how long a start takes.
  const isFilled = () => !filled || log.join('').includes('starts with invented registrations');
  for (const deadline = Date.now() + 120_000; !(await isReady(url)) || !isFilled(); ) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await end();
      throw new Error(`the API did not start:\n${log.join('')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return end;
}

/** Moving the start of the rehearsal also moves the server's clock. */
function contentLater(content: string | undefined, folder: string, minutes: number): string {
  cpSync(content ?? process.env.TRANSOM_CONTENT ?? join(root, 'data/site'), folder, { recursive: true });
  const path = join(folder, 'event.json');
  const event = JSON.parse(readFileSync(path, 'utf8')) as { rehearsal_at: string };
  event.rehearsal_at = new Date(Date.parse(event.rehearsal_at) + minutes * 60_000).toISOString();
  writeFileSync(path, JSON.stringify(event));
  return folder;
}

function collect(child: ChildProcess): string[] {
  const log: string[] = [];
  child.stdout?.on('data', (text) => log.push(String(text)));
  child.stderr?.on('data', (text) => log.push(String(text)));
  return log;
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );

/** Each worker has its own ports, below the range for outgoing connections. */
const first = 20_000 + 300 * Number(process.env.TEST_PARALLEL_INDEX ?? 40);
let tried = Math.floor(Math.random() * 300);

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 300; tries++) {
    const port = first + (tried++ % 300);
    if ((await isFree(port, 'localhost')) && (await isFree(port, '127.0.0.1'))) return port;
  }
  throw new Error('none of the three hundred ports is free');
}

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
