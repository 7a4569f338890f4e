// What a journey does in a browser, whichever it is. An engine gives the few calls of Driver; the rest is the same for
// all.
import { existsSync } from 'node:fs';
import { expect } from '@playwright/test';

/** The few calls that each engine has; E is its name for an element. */
export interface Driver<E = unknown> {
  version: string;
  go(url: string): Promise<void>;
  /** Runs a function in the page and returns its answer, which is plain data. */
  run<A extends unknown[], T>(work: (...args: A) => T, ...args: A): Promise<T>;
  /** The same for a function whose answer is an element. */
  find<A extends unknown[]>(work: (...args: A) => Element | null, ...args: A): Promise<E | null>;
  click(element: E): Promise<void>;
  /** Types at the keyboard; into a field for files, the path of one. */
  type(element: E, text: string): Promise<void>;
  size(width: number, height: number): Promise<void>;
  /** What the browser complained of since it started: errors of scripts, of the console and of policies. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

type Kind = 'button' | 'link' | 'field';

/** For what hangs, no measure. Some things stand on the screen for seconds only. */
const patience = { timeout: 60_000, intervals: [50, 100] };

export class Tab {
  constructor(
    readonly driver: Driver,
    private readonly home: string,
  ) {}

  /** Opens a page of the site and waits for the program on it, if it has one: before that a press is lost. */
  async open(address: string): Promise<void> {
    await this.driver.go(new URL(address, this.home).href);
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.until('the program has started', () => {
      const app = document.getElementById('app');
      const awaits = document.querySelector('[data-loader]')?.getAttribute('data-program');
      return (
        document.readyState === 'complete' && (!app || !awaits || Object.keys(app).some((key) => /^__react/.test(key)))
      );
    });
  }

  /** Waits until something is so in the page. */
  async until<A extends unknown[]>(what: string, is: (...args: A) => boolean, ...args: A): Promise<void> {
    await expect.poll(() => this.driver.run(is, ...args).catch(() => false), { message: what, ...patience }).toBe(true);
  }

  sees(text: string): Promise<void> {
    const says = (wanted: string) => document.body.innerText.toLowerCase().includes(wanted.toLowerCase());
    return this.until(`the page says ${text}`, says, text);
  }

  async at(path: RegExp): Promise<string> {
    const where = () => this.driver.run(() => location.pathname + location.search);
    await expect.poll(() => where().catch(() => ''), patience).toMatch(path);
    return where();
  }

  press(name: string, kind: Kind = 'button', around = ''): Promise<void> {
    return this.act(kind, name, around, (element) => this.driver.click(element));
  }

  /** Types into a field that is found by its label. */
  write(label: string, text: string): Promise<void> {
    return this.act('field', label, '', (element) => this.driver.type(element, text));
  }

  /** Chooses a picture, whose field may be covered by its button. */
  attach(label: string, path: string): Promise<void> {
    if (!existsSync(path)) throw new Error(`there is no file ${path}`);
    return this.write(label, path);
  }

  /** Sets what no keyboard types alike everywhere: a date, or a choice of a list. */
  async set(label: string, value: string): Promise<void> {
    await this.act('field', label, '', async () => {});
    await this.driver.run(
      (mark, wanted) => {
        const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(`[data-found="${mark}"]`)!;
        const option = field instanceof HTMLSelectElement && [...field.options].find(({ text }) => text === wanted);
        const kind = field instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
        // As React wants it: its own setter would hide the change from it.
        Object.getOwnPropertyDescriptor(kind.prototype, 'value')!.set!.call(field, option ? option.value : wanted);
        for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
      },
      label,
      value,
    );
  }

  /**
   * Finds an element and does something to it; what has just been drawn anew, or lies under something, is tried again.
   */
  private async act(
    kind: Kind,
    name: string,
    around: string,
    work: (element: unknown) => Promise<void>,
  ): Promise<void> {
    await expect(async () => {
      const element = await this.driver.find(locate, kind, name, around);
      expect(element, `${kind} "${name}"`).not.toBeNull();
      await work(element);
    }).toPass(patience);
  }
}

/**
 * The element that people call by this name: in the open dialog if there is one, else in the page. Runs in the page.
 */
function locate(kind: Kind, name: string, around: string): Element | null {
  const selectors = { button: 'button, [role=button]', link: 'a[href]', field: 'input, select, textarea' };
  const plain = (text?: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();
  const names = (element: Element) => {
    const { labels, placeholder } = element as HTMLInputElement;
    const written = kind === 'field' ? [...(labels ?? [])].map((label) => label.textContent) : [element.textContent];
    return [element.getAttribute('aria-label'), placeholder, ...written].map(plain);
  };
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  const all = [...place.querySelectorAll<HTMLInputElement>(selectors[kind])]
    .filter((element) => element.checkVisibility() && !element.disabled)
    .filter((element) => !around || plain(element.closest('article')?.textContent).includes(around));
  const found =
    all.find((element) => names(element).includes(name)) ??
    all.find((element) => names(element).some((known) => known.startsWith(name)));
  if (!found) return null;
  found.dataset.found = name;
  // Not smoothly, as the page would: WebKit's driver presses where the element was before it moved, and refuses.
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  return found;
}
