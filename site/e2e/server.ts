// Starts the product as it is published: the API's program with the built site, on a free port, with an empty folder
// for what it stores. `make test` builds both before; E2E_BINARY, TRANSOM_CONTENT and TRANSOM_STATIC name others.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Server {
  url: string;
  /** What it stores, mail included. */
  folder: string;
  /** Starts again on what it has stored, these minutes later than its rehearsal began. */
  restartLater(minutes: number): Promise<void>;
  /** Ends the program while something is done, as if there were no network, and starts it again. */
  without(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

interface Wanted {
  rehearsal: boolean;
  /** Passkeys belong to a name, so the desk wants 'localhost'. */
  name?: string;
  /** A rehearsal begins with people who do not exist. */
  invented?: boolean;
  /** Another folder with the built site. */
  site?: string;
}

export async function startServer({ rehearsal, name, invented, site }: Wanted): Promise<Server> {
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${name ? address.replace('127.0.0.1', name) : address}`;
  const folder = mkdtempSync(join(tmpdir(), 'transom-e2e-'));
  const settings = {
    TRANSOM_ADDR: address,
    TRANSOM_SITE_URL: url,
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
  const begin = (more: Record<string, string> = {}, filled = false) => run(url, { ...settings, ...more }, filled);
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  let end = await begin({}, Boolean(invented)).catch((reason: unknown) => {
    removeFolder();
    throw reason;
  });
  return {
    url,
    folder: settings.TRANSOM_VAR,
    async restartLater(minutes) {
      await end();
      end = await begin({ TRANSOM_CONTENT: contentLater(join(folder, 'content'), minutes) });
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

/** Starts the program and waits until it answers, and until it has invented its people; returns what ends it. */
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
  // The limit is for a program that hangs; how long a start takes is measured in make bench.
  const isFilled = () => !filled || log.join('').includes('begins with invented registrations');
  for (const deadline = Date.now() + 120_000; !(await isReady(url)) || !isFilled(); ) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await end();
      throw new Error(`the API did not start:\n${log.join('')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return end;
}

/** A copy of the content whose rehearsal begins later: how a test moves the server's clock without waiting. */
function contentLater(folder: string, minutes: number): string {
  cpSync(process.env.TRANSOM_CONTENT ?? join(root, 'data/site'), folder, { recursive: true });
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

/**
 * A port at which nobody listens just now, below those that the system gives to connections that go out: a browser's
 * could take one of those at any moment, also while the program starts again.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    if (await isFree(port)) return port;
  }
  throw new Error('of a hundred ports none is free');
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, 'localhost', () => probe.close(() => resolve(true)));
  });
