// In development only: updates the open page after each save in content/. A reading page gets a new body, which keeps
// its scroll position and loads no module again. Other pages reload.

/** The number of the content build that this page was rendered from (dev-server.ts). */
const editionOf = (page: Document) =>
  Number(page.querySelector<HTMLMetaElement>('meta[name="transom-edition"]')?.content ?? 0);
const loaderOf = (page: Document) => page.querySelector<HTMLScriptElement>('script[data-loader]');

let shown = editionOf(document);
let wanted = shown;

async function follow(edition: number): Promise<void> {
  wanted = Math.max(wanted, edition);
  if (shown >= edition) return;
  const loader = loaderOf(document);
  if (!loader || 'program' in loader.dataset) return location.reload();
  const answer = await fetch(location.href);
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const made = editionOf(next);
  if (made < wanted && answer.ok) return; // a later save is already being loaded
  const nextLoader = loaderOf(next);
  if (nextLoader?.dataset.turns !== loader.dataset.turns) return location.reload(); // a phase has begun or ended
  shown = made;
  document.querySelector('title')!.replaceWith(next.querySelector('title')!);
  document.body.replaceWith(next.body);
  await import(/* @vite-ignore */ `${new URL(loader.src).pathname}?edition=${made}`); // starts the islands again
}

import.meta.hot?.on('transom:content', (edition: number) => void follow(edition));
// Ask about saves made after this page was rendered and before it connected.
import.meta.hot?.send('transom:content?', shown);
