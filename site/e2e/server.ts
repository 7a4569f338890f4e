// Starts the product as it is published: the API's program with the built site, on a free port, with an empty folder
// for what it stores. `make test` builds both before; E2E_BINARY, TRANSOM_CONTENT and TRANSOM_STATIC name others.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Server {
  url: string;
  /** What it stores, mail included. */
  folder: string;
  stop(): Promise<void>;
}

export async function startServer({ rehearsal }: { rehearsal: boolean }): Promise<Server> {
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  const folder = mkdtempSync(join(tmpdir(), 'transom-e2e-'));
  const child = spawn(process.env.E2E_BINARY ?? join(root, 'bin/transom'), ['serve'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      TRANSOM_ADDR: address,
      TRANSOM_SITE_URL: url,
      TRANSOM_STATIC: process.env.TRANSOM_STATIC ?? 'site/dist',
      TRANSOM_VAR: folder,
      TRANSOM_REHEARSAL: rehearsal ? '1' : '0',
      TRANSOM_RATE_LIMITS: rehearsal ? 'off' : 'on',
      TRANSOM_PAYMENT_PROVIDER: 'sandbox',
      TRANSOM_ALLOW_SANDBOX: '1',
      TRANSOM_MAIL: 'outbox',
    },
  });
  const log = collect(child);
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const deadline = Date.now() + 20_000; !(await isReady(url)); ) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`the API did not start:\n${log.join('')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, folder, stop };
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
