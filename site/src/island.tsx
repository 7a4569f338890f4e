// An island is an interactive part of a reading page. The HTML is readable before the island's script loads, which
// happens when the island becomes visible.
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';

let addresses: Record<string, string> = {};

/** Sets the address of each island's module (islands/gallery.ts is "gallery"). */
export function setIslands(islands: Record<string, string>): void {
  addresses = islands;
}

interface IslandProps<P extends object> {
  /** The module's name in islands/. */
  name: string;
  component: ComponentType<P>;
  /** The browser receives the props as JSON. */
  props: P;
  /** The props that the browser needs, if it needs only some. */
  inBrowser?: Partial<P>;
}

/** Renders the component into an element. loader.ts loads its script when the element becomes visible. */
export function Island<P extends object>({ name, component: Component, props, inBrowser }: IslandProps<P>) {
  const address = addresses[name];
  if (!address) throw new Error(`there is no island "${name}" in src/islands/`);
  const html = renderToString(<Component {...props} />, { identifierPrefix: name });
  return (
    <div
      data-island={address}
      data-props={JSON.stringify(inBrowser ?? props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React a few lines above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
