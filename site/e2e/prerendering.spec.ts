// A page may be rendered before its link is pressed, but nothing on it starts until the page is shown. Playwright turns
// prerendering off, so the test starts Chromium itself and uses the DevTools protocol.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { chromium, expect, test } from '@playwright/test';

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the protocol has hundreds of message types
  params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: the protocol has hundreds of result types
  result?: any;
}

/** DevTools messages end with a zero byte. */
class Browser {
  readonly events: Message[] = [];
  private readonly child: ChildProcess;
  private readonly answers = new Map<number, (message: Message) => void>();
  private sent = 0;

  constructor(executable: string, folder: string, args: string[]) {
    this.child = spawn(executable, [...args, '--remote-debugging-pipe', `--user-data-dir=${folder}`], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    let rest = '';
    (this.child.stdio[4] as Readable).setEncoding('utf8').on('data', (text: string) => {
      const messages = (rest + text).split('\0');
      rest = messages.pop()!;
      for (const message of messages) this.receive(JSON.parse(message));
    });
  }

  private receive(message: Message) {
    if (message.id) this.answers.get(message.id)!(message);
    else this.events.push(message);
  }

  send(method: string, params = {}, sessionId?: string): Promise<Message['result']> {
    this.sent++;
    const answer = new Promise<Message>((arrived) => this.answers.set(this.sent, arrived));
    (this.child.stdio[3] as Writable).write(`${JSON.stringify({ id: this.sent, method, params, sessionId })}\0`);
    return answer.then(({ result }) => result);
  }

  run = async (session: string, expression: string) =>
    (await this.send('Runtime.evaluate', { expression, returnByValue: true }, session)).result.value;

  /** The sessions of the page that is shown, or with "prerender" of those rendered in advance. */
  pages = (subtype?: string): string[] =>
    this.events
      .filter(({ method }) => method === 'Target.attachedToTarget')
      .filter(({ params: { targetInfo } }) => targetInfo.type === 'page' && targetInfo.subtype === subtype)
      .map(({ params }) => params.sessionId);

  requests = (session: string): { type: string; path: string }[] =>
    this.events
      .filter(({ method, sessionId }) => method === 'Network.requestWillBeSent' && sessionId === session)
      .map(({ params: { type, request } }) => ({ type, path: new URL(request.url).pathname }));

  end = () => this.child.kill('SIGKILL');
}

test('a page that is rendered in advance starts nothing until it is shown @whole-browser', async ({
  baseURL,
}, info) => {
  const options = info.project.use.launchOptions!;
  const browser = new Browser(options.executablePath ?? chromium.executablePath(), info.outputPath('profile'), [
    ...options.args!.filter((arg) => !arg.startsWith('--disable-features')),
    '--window-size=1400,900',
  ]);
  try {
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', forTab: true });
    const { sessionId: tab } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    const watchPages = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await browser.send('Target.setAutoAttach', watchPages, tab);
    // Send all commands at once: every new page starts paused, and the browser answers only after the last command.
    const watched = (session: string) =>
      Promise.all(
        ['Network.enable', 'Page.enable', 'Preload.enable', 'Runtime.runIfWaitingForDebugger'].map((method) =>
          browser.send(method, {}, session),
        ),
      );
    await expect.poll(() => browser.pages().length).toBe(1);
    const [shown] = browser.pages() as [string];
    await watched(shown);
    await browser.send('Page.navigate', { url: `${baseURL}/faqs` }, shown);
    await expect.poll(() => browser.run(shown, 'document.fonts.size > 0 && document.readyState')).toBe('complete');

    const [x, y] = await browser.run(
      shown,
      `(() => { const { x, y } = document.querySelector('header nav a[href="/speakers"]').getBoundingClientRect();
        return [x + 5, y + 5]; })()`,
    );
    await browser.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }, shown);
    await expect.poll(() => browser.pages('prerender').length).toBe(1);
    const [next] = browser.pages('prerender') as [string];
    await watched(next);
    await expect.poll(() => browser.run(next, 'document.readyState')).toBe('complete');
    // The visitor now signs in in another tab.
    await browser.run(
      shown,
      `localStorage.signed_in = '1'; localStorage.user = '{"firstname":"Asha","lastname":"Rao"}'`,
    );
    const early = browser.requests(next);
    expect(
      early.map(({ type }) => type).filter((type) => !['Document', 'Stylesheet', 'Image', 'Other'].includes(type)),
    ).toEqual([]);
    expect(
      early.filter(({ path }) => path.startsWith('/api')),
      'no call of the API',
    ).toEqual([]);

    for (const type of ['mousePressed', 'mouseReleased'])
      await browser.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 }, shown);
    await expect.poll(() => browser.run(next, 'document.visibilityState')).toBe('visible');
    expect(await browser.run(next, 'performance.getEntriesByType("navigation")[0].activationStart')).toBeGreaterThan(0);
    await expect
      .poll(() => browser.run(next, 'document.querySelector("[data-avatar]").firstElementChild.textContent'))
      .toBe('AR');
    await expect
      .poll(() => browser.requests(next).map(({ type }) => type), 'island and fonts start now')
      .toEqual(expect.arrayContaining(['Script', 'Font']));
  } finally {
    browser.end();
  }
});
