// In development only: a panel on the open page that shows the content's mistakes, warnings, and changes for visitors
// since the last commit. A shadow root keeps its styles apart from the page's.
import type { Build, Mistake } from './generator.ts';

const style = `
  section { position: fixed; inset: auto 0 0; z-index: 2147483647; max-height: 60vh; overflow: auto;
    padding: 1rem 1.25rem; background: #2b0f0a; color: #fff4ec; border-top: 4px solid #ff8a5c;
    font: 16px/1.5 system-ui, sans-serif; }
  h2 { margin: 0 0 .5rem; font-size: 1.1rem; }
  ol { margin: 0; padding: 0; list-style: none; }
  li { padding: .5rem 0; border-top: 1px solid #7a4436; }
  a { color: #ffc9a8; font-weight: 600; }
  summary { font-weight: 600; cursor: pointer; }
  a:focus-visible, summary:focus-visible { outline: 3px solid #ffc9a8; outline-offset: 2px; }
  pre { margin: .25rem 0 0; padding: .35rem .6rem; overflow-x: auto; background: #140604;
    font: 14px/1.4 ui-monospace, monospace; white-space: pre-wrap; }
  p { margin: .25rem 0 0; }`;

const host = document.createElement('transom-mistakes');
const shadow = host.attachShadow({ mode: 'open' });
const sheet = new CSSStyleSheet();
sheet.replaceSync(style);
shadow.adoptedStyleSheets = [sheet];

function element<K extends keyof HTMLElementTagNameMap>(name: K, text = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** The dev server opens the link in the editor that is running. */
function editorLink({ file, line, column, path }: Mistake): HTMLAnchorElement {
  const link = element('a', line ? `${file}:${line}:${column}` : file);
  link.href = `/__open-in-editor?file=${encodeURIComponent(`${path}:${Math.max(line, 1)}:${Math.max(column, 1)}`)}`;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    void fetch(link.href);
  });
  return link;
}

const counted = (n: number, one: string, many: string) => (n === 1 ? one : `${n} ${many}`);

function show({ mistakes: all, changes }: Build): void {
  if (all.length + changes.length === 0) return host.remove();
  const mistakes = all.filter(({ warning }) => !warning);
  const warnings = all.filter(({ warning }) => warning);
  const section = element('section');
  if (mistakes.length > 0) {
    section.setAttribute('role', 'alert');
    const title = counted(mistakes.length, 'A mistake in the content', 'mistakes in the content');
    section.append(element('h2', `${title}; the page shows the last good state`), listOf(mistakes));
  }
  if (warnings.length > 0) {
    section.append(folded(counted(warnings.length, 'A warning', 'warnings'), listOf(warnings), mistakes.length > 0));
  }
  if (changes.length > 0) {
    const list = element('ol');
    list.append(...changes.map((change) => element('li', change)));
    section.append(folded(`${counted(changes.length, 'A change', 'changes')} since the last commit`, list, false));
  }
  shadow.replaceChildren(section);
  document.documentElement.append(host);
}

function folded(title: string, list: HTMLOListElement, open: boolean): HTMLDetailsElement {
  const details = element('details');
  details.open = open;
  details.append(element('summary', title), list);
  return details;
}

function listOf(mistakes: Mistake[]): HTMLOListElement {
  const list = element('ol');
  for (const mistake of mistakes) {
    const item = element('li');
    item.append(editorLink(mistake));
    if (mistake.text) item.append(element('pre', mistake.text));
    item.append(element('p', mistake.message));
    list.append(item);
  }
  return list;
}

import.meta.hot?.on('transom:mistakes', show);
import.meta.hot?.send('transom:mistakes?', {});
