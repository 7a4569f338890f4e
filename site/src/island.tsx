// An island is a part of a reading page that wakes up in the browser: its module is loaded when it becomes visible, and
// until then (or without JavaScript) its HTML is a complete, readable part of the page.
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';

let addresses: Record<string, string> = {};

/** Sets the address of each island's module (islands/gallery.tsx is "gallery"). */
export function setIslands(islands: Record<string, string>): void {
  addresses = islands;
}

interface IslandProps<P extends object> {
  /** The name of the module in islands/. */
  name: string;
  component: ComponentType<P>;
  /** What the component gets, here and again in the browser: plain data only. */
  props: P;
  /** What the browser gets instead, where the page itself holds the rest. */
  inBrowser?: Partial<P>;
  className?: string;
}

/** Renders the component into an element that the loader (loader.ts) brings to life when it becomes visible. */
export function Island<P extends object>({ name, component: Component, props, inBrowser, className }: IslandProps<P>) {
  const address = addresses[name];
  if (!address) throw new Error(`there is no island "${name}" in src/islands/`);
  const html = renderToString(<Component {...props} />, { identifierPrefix: name });
  return (
    <div
      className={className}
      data-island={address}
      data-props={JSON.stringify(inBrowser ?? props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React a few lines above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
