// In development only: what is wrong with the content, on the page where somebody is looking. It goes away by itself with the
// next save that is in order. The page's styles cannot reach it, and its own cannot reach the page.
import type { Mistake } from './generator.ts';

const style = `
  section { position: fixed; inset: auto 0 0; z-index: 2147483647; max-height: 60vh; overflow: auto; padding: 1rem 1.25rem;
    background: #2b0f0a; color: #fff4ec; border-top: 4px solid #ff8a5c; font: 16px/1.5 system-ui, sans-serif; }
  h2 { margin: 0 0 .5rem; font-size: 1.1rem; }
  ol { margin: 0; padding: 0; list-style: none; }
  li { padding: .5rem 0; border-top: 1px solid #7a4436; }
  a { color: #ffc9a8; font-weight: 600; }
  a:focus-visible { outline: 3px solid #ffc9a8; outline-offset: 2px; }
  pre { margin: .25rem 0 0; padding: .35rem .6rem; overflow-x: auto; background: #140604; font: 14px/1.4 ui-monospace, monospace; white-space: pre-wrap; }
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

/** A link that opens the editor at the place; the dev server knows which editor is running. */
function editorLink({ file, line, column, path }: Mistake): HTMLAnchorElement {
  const link = element('a', line ? `${file}:${line}:${column}` : file);
  link.href = `/__open-in-editor?file=${encodeURIComponent(`${path}:${Math.max(line, 1)}:${Math.max(column, 1)}`)}`;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    void fetch(link.href);
  });
  return link;
}

function show(mistakes: Mistake[]): void {
  if (mistakes.length === 0) return host.remove();
  const section = element('section');
  section.setAttribute('role', 'alert');
  section.append(
    element(
      'h2',
      mistakes.length === 1
        ? 'A mistake in the content; the page shows the last good state'
        : `${mistakes.length} mistakes in the content; the page shows the last good state`,
    ),
  );
  const list = element('ol');
  for (const mistake of mistakes) {
    const item = element('li');
    item.append(editorLink(mistake));
    if (mistake.text) item.append(element('pre', mistake.text));
    item.append(element('p', mistake.message));
    list.append(item);
  }
  section.append(list);
  shadow.replaceChildren(section);
  document.documentElement.append(host);
}

import.meta.hot?.on('transom:mistakes', show);
import.meta.hot?.send('transom:mistakes?', {});
