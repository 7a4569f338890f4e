// Reports a page that failed to the team, without any personal data.
import { reportError } from './api';
import { event } from './content';

/** The page's address without its parameters, as the sheets name it. */
function routeHere(): string {
  const routes = event.sheets.map(({ route }) => route as string);
  return (
    routes.find(
      (route) => location.pathname === route || (route !== '/' && location.pathname.startsWith(`${route}/`)),
    ) ?? '/404'
  );
}

/** The build's mark: the hash in the name of the program's file; on a reading page, that of its style sheet. */
function release(): string {
  const program = document.querySelector<HTMLElement>('[data-loader]')?.dataset.program;
  const sheet = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.href;
  return /-([\w-]+)\.(?:js|css)/.exec(program ?? sheet ?? '')?.[1] ?? 'none';
}

/** Reports an error of this page; returns whether the report arrived. */
export const report = (error: unknown): Promise<boolean> =>
  reportError({
    route: routeHere(),
    release: release(),
    error: error instanceof Error && /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'Error',
  });
