// Drives Debian's Firefox and WebKitGTK with W3C WebDriver commands. WebKitGTK has a driver that is reached over HTTP.
// Firefox is driven through a socket with its own protocol, Marionette, because Debian has no geckodriver.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../server.ts';
import type { Driver } from './tab.ts';

/** This key marks an element in W3C WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
type Element = { [elementKey]: string };

/** Marionette names and W3C WebDriver addresses. ID stands for the element's ID. */
const commands = {
  Navigate: 'url',
  ExecuteScript: 'execute/sync',
  ElementClick: 'element/ID/click',
  ElementSendKeys: 'element/ID/value',
  SetWindowRect: 'window/rect',
};
type Send = (command: keyof typeof commands, parameters: Record<string, unknown>) => Promise<unknown>;

const driver = (send: Send) => {
  const execute = (work: unknown, args: unknown[]) =>
    send('ExecuteScript', { script: `return (${work}).apply(null, arguments)`, args });
  return {
    go: (url: string) => send('Navigate', { url }) as Promise<void>,
    run: <A extends unknown[], T>(work: (...args: A) => T, ...args: A) => execute(work, args) as Promise<T>,
    find: <A extends unknown[]>(work: unknown, ...args: A) => execute(work, args) as Promise<Element | null>,
    click: (element: Element) => send('ElementClick', { id: element[elementKey] }) as Promise<void>,
    type: (element: Element, text: string) =>
      send('ElementSendKeys', { id: element[elementKey], text }) as Promise<void>,
  };
};

/** A browser's programs and their temporary folder. The programs stop when the browser or the tests end. */
class Programs {
  readonly folder = mkdtempSync(join(tmpdir(), 'transom-engine-'));
  private readonly children: ChildProcess[] = [];
  private readonly kill = () => {
    for (const { pid } of this.children) {
      try {
        if (pid) process.kill(-pid, 'SIGKILL');
      } catch {
        // The program has already ended.
      }
    }
  };

  constructor() {
    process.once('exit', this.kill);
  }

  /** The program leads its own process group, so that its child processes end with it. */
  start(command: string, args: string[], env: NodeJS.ProcessEnv = {}): { said: () => string; ended: () => boolean } {
    const child = spawn(command, args, {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: this.folder, XDG_CONFIG_HOME: this.folder, NO_AT_BRIDGE: '1', ...env },
    });
    this.children.push(child);
    let said = '';
    let ended = false;
    child.on('error', (fault) => {
      ended = true;
      said += `${fault.message}: "make tools" installs what is missing`;
    });
    child.on('exit', () => (ended = true));
    for (const out of [child.stdout, child.stderr]) out.on('data', (text) => (said += text));
    return { said: () => said, ended: () => ended };
  }

  async end(): Promise<void> {
    this.kill();
    process.off('exit', this.kill);
    const running = this.children.filter(({ pid, exitCode, signalCode }) => pid && exitCode === null && !signalCode);
    await Promise.all(running.map((child) => new Promise((resolve) => child.once('exit', resolve))));
    // A killed program's child processes may still write for a moment.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** If the program ends or takes too long, the error contains its output. */
async function given<T>(what: string, program: ReturnType<Programs['start']>, ask: () => Promise<T> | T): Promise<T> {
  for (const deadline = Date.now() + 120_000; ; ) {
    const answer = await ask();
    if (answer) return answer;
    if (program.ended() || Date.now() > deadline) throw new Error(`${what} did not start:\n${program.said()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function begun<T>(begin: (programs: Programs) => Promise<T>): Promise<T & { close(): Promise<void> }> {
  const programs = new Programs();
  try {
    return { ...(await begin(programs)), close: () => programs.end() };
  } catch (fault) {
    await programs.end();
    throw fault;
  }
}

export const firefox = (): Promise<Driver<Element>> =>
  begun(async (programs) => {
    writeFileSync(join(programs.folder, 'user.js'), 'user_pref("marionette.port", 0);\n');
    const program = programs.start(existsSync('/usr/bin/firefox-esr') ? 'firefox-esr' : 'firefox', [
      ...['--headless', '--no-remote', '--marionette', '--remote-allow-system-access'],
      ...['--profile', programs.folder],
    ]);
    const file = join(programs.folder, 'MarionetteActivePort');
    const port = await given('Firefox', program, () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0));
    const call = await marionette(port);
    const { capabilities } = (await call('WebDriver:NewSession', {})) as { capabilities: { browserVersion: string } };
    const send: Send = async (command, parameters) => contentOf(await call(`WebDriver:${command}`, parameters));
    /** Runs a script in the browser's own window instead of in the page. */
    const inBrowser = async (script: string, ...args: unknown[]) => {
      await call('Marionette:SetContext', { value: 'chrome' });
      const answer = await call('WebDriver:ExecuteScript', { script, args, sandbox: 'system' });
      await call('Marionette:SetContext', { value: 'content' });
      return contentOf(answer);
    };
    return {
      ...driver(send),
      version: `Firefox ${capabilities.browserVersion}`,
      // Resize the page's element, because the window has a minimum width.
      size: async (width, height) => {
        await send('SetWindowRect', { width: width + 200, height: height + 200 });
        const [wide, high] = [`${width}px`, `${height}px`];
        const sizes = { minWidth: wide, maxWidth: wide, minHeight: high, maxHeight: high };
        await inBrowser('Object.assign(gBrowser.selectedBrowser.style, arguments[0])', sizes);
      },
      // Leave out warnings, which have the first flag, and messages about the browser itself, which name no page.
      complaints: () =>
        inBrowser(`return Services.console.getMessageArray()
          .filter((one) => one instanceof Ci.nsIScriptError && !(one.flags & 1))
          .filter((one) => /^http/.test(one.sourceName) || /^CSP/.test(one.category))
          .map((one) => one.category + ': ' + one.errorMessage + ' (' + one.sourceName + ')')`) as Promise<string[]>,
    };
  });

const contentOf = (answer: unknown) => (answer as { value?: unknown } | null)?.value;

/** A message is its length, a colon, and JSON: [0 or 1, number, command or error, parameters or result]. */
async function marionette(port: number): Promise<(command: string, parameters: object) => Promise<unknown>> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const tried = connect(port, '127.0.0.1', () => resolve(tried)).on('error', reject);
  });
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (fault: Error) => void }>();
  let received = Buffer.alloc(0);
  let number = 0;
  socket.on('data', (data) => {
    received = Buffer.concat([received, data]);
    for (;;) {
      const start = received.indexOf(':') + 1;
      const end = start + Number(received.subarray(0, start - 1));
      if (start === 0 || received.length < end) return;
      const message = JSON.parse(received.subarray(start, end).toString()) as [
        1,
        number,
        { error: string; message: string } | null,
        unknown,
      ];
      received = received.subarray(end);
      if (!Array.isArray(message)) continue; // Marionette's greeting.
      const [, id, fault, answer] = message;
      if (fault) waiting.get(id)?.reject(new Error(`${fault.error}: ${fault.message}`));
      else waiting.get(id)?.resolve(answer);
      waiting.delete(id);
    }
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended'));
  });
  return (command, parameters) =>
    new Promise((resolve, reject) => {
      waiting.set(++number, { resolve, reject });
      const text = JSON.stringify([0, number, command, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}

/** Without this style, the buttons above the page make the window at least 447 px wide. */
const slim =
  '* { min-width: 0; min-height: 0; margin: 0; padding: 0; font-size: 1px; -gtk-icon-transform: scale(0.1); }';

export const webkit = (): Promise<Driver<Element>> =>
  begun(async (programs) => {
    const screen = programs.start('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']);
    const display = await given('Xvfb', screen, () => /^\d+(?=\n)/m.exec(screen.said())?.[0]);
    mkdirSync(join(programs.folder, 'gtk-3.0'));
    writeFileSync(join(programs.folder, 'gtk-3.0/gtk.css'), slim);
    const port = await freePort();
    const program = programs.start('WebKitWebDriver', [`--port=${port}`], { DISPLAY: `:${display}` });
    const url = `http://127.0.0.1:${port}`;
    await given('WebKitWebDriver', program, () =>
      fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const post = async (path: string, body: object) => {
      const answer = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
      const { value } = (await answer.json()) as { value: never };
      if (!answer.ok)
        throw new Error(`${(value as { error: string }).error}: ${(value as { message: string }).message}`);
      return value;
    };
    const options = { binary: miniBrowser(), args: ['--automation'] };
    const session: { sessionId: string; capabilities: { browserVersion: string } } = await post('/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    });
    const send: Send = (command, { id, ...parameters }) =>
      post(`/session/${session.sessionId}/${commands[command].replace('ID', String(id))}`, parameters);
    // A page that never finishes loading must not block commands for the default of five minutes.
    await post(`/session/${session.sessionId}/timeouts`, { pageLoad: 30_000 });
    const { run, ...rest } = driver(send);
    return {
      ...rest,
      run,
      version: `WebKitGTK ${session.capabilities.browserVersion}`,
      // SetWindowRect sets the size of the window, including its frame.
      size: async (width, height) => {
        await send('SetWindowRect', { width, height });
        const inner = await run(() => innerHeight);
        await send('SetWindowRect', { width, height: 2 * height - inner });
      },
      complaints: () => run(() => JSON.parse(sessionStorage.getItem('complaints') ?? '[]') as string[]),
    };
  });

function miniBrowser(): string {
  const found = readdirSync('/usr/lib')
    .map((name) => `/usr/lib/${name}/webkit2gtk-4.1/MiniBrowser`)
    .find(existsSync);
  if (!found) throw new Error('webkit2gtk-4.1 has no MiniBrowser: "make tools" installs what is missing');
  return found;
}
