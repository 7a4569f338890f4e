// In development only: a save in content/ is on the page where somebody is looking. A page that is only read is asked
// for anew and its body changed for the new one, so that the reader stays where he was and no module is loaded again;
// any other starts again.

/** The edition of the content that the page was made from (dev-server.ts). */
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
  if (made < wanted && answer.ok) return; // a later save is being asked for already
  const nextLoader = loaderOf(next);
  if (nextLoader?.dataset.turns !== loader.dataset.turns) return location.reload(); // an error, or other times
  shown = made;
  document.querySelector('title')!.replaceWith(next.querySelector('title')!);
  document.body.replaceWith(next.body);
  await import(/* @vite-ignore */ `${new URL(loader.src).pathname}?edition=${made}`); // brings what is alive to life
}

import.meta.hot?.on('transom:content', (edition: number) => void follow(edition));
// What was saved between the making of this page and its first word with the server.
import.meta.hot?.send('transom:content?', shown);
