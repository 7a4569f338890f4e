import { existsSync } from 'node:fs';
import { expect } from '@playwright/test';

/** E is the engine's type for an element. */
export interface Driver<E = unknown> {
  version: string;
  go(url: string): Promise<void>;
  /** The function runs in the page. Its result must be plain data. */
  run<A extends unknown[], T>(work: (...args: A) => T, ...args: A): Promise<T>;
  find<A extends unknown[]>(work: (...args: A) => Element | null, ...args: A): Promise<E | null>;
  click(element: E): Promise<void>;
  /** Types text, or the path of a file if the element is a file field. */
  type(element: E, text: string): Promise<void>;
  size(width: number, height: number): Promise<void>;
  /** Script errors, console errors and policy violations since the browser started. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

type Kind = 'button' | 'link' | 'field';

/** A step that takes longer counts as hanging. */
const patience = { timeout: 60_000, intervals: [50, 100] };

export class Tab {
  constructor(
    readonly driver: Driver,
    private readonly home: string,
  ) {}

  /** Waits for the page's program, if it has one, because clicks have no effect before that. */
  async open(address: string): Promise<void> {
    await this.driver.go(new URL(address, this.home).href);
    await this.ready(address);
  }

  async ready(address: string): Promise<void> {
    await this.until(`${address}: the program has started`, () => {
      const app = document.getElementById('app');
      const awaits = document.querySelector('[data-loader]')?.getAttribute('data-program');
      return (
        document.readyState === 'complete' && (!app || !awaits || Object.keys(app).some((key) => /^__react/.test(key)))
      );
    });
  }

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

  write(label: string, text: string): Promise<void> {
    return this.act('field', label, '', (element) => this.driver.type(element, text));
  }

  /** The file field may be covered by its button. */
  attach(label: string, path: string): Promise<void> {
    if (!existsSync(path)) throw new Error(`there is no file ${path}`);
    return this.write(label, path);
  }

  /** For values that are entered differently in each browser: a date or a choice from a list. */
  async set(label: string, value: string): Promise<void> {
    await this.act('field', label, '', async () => {});
    await this.driver.run(
      (mark, wanted) => {
        const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(`[data-found="${mark}"]`)!;
        const option = field instanceof HTMLSelectElement && [...field.options].find(({ text }) => text === wanted);
        const kind = field instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
        // React replaces the property's setter and would miss the change.
        Object.getOwnPropertyDescriptor(kind.prototype, 'value')!.set!.call(field, option ? option.value : wanted);
        for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
      },
      label,
      value,
    );
  }

  /** Tries again while the element is covered or being replaced. */
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

/** Finds by accessible name, in the open dialog if there is one. Runs in the page. */
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
  // No smooth scrolling: WebKit's driver would press where the element was before scrolling, and fail.
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  return found;
}
