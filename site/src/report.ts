// Reports a failed page to the team without personal data.
import { reportError } from './api';
import { event } from './content';

/** Leaves out parameters, because they can be personal data. */
function routeHere(): string {
  const routes = event.sheets.map(({ route }) => route as string);
  return (
    routes.find(
      (route) => location.pathname === route || (route !== '/' && location.pathname.startsWith(`${route}/`)),
    ) ?? '/404'
  );
}

/** The hash in the file name of the program or, on a reading page, of the style sheet. */
function release(): string {
  const program = document.querySelector<HTMLElement>('[data-loader]')?.dataset.program;
  const sheet = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.href;
  return /-([\w-]+)\.(?:js|css)/.exec(program ?? sheet ?? '')?.[1] ?? 'none';
}

/** Returns whether the server has received the report. */
export const report = (error: unknown): Promise<boolean> =>
  reportError({
    route: routeHere(),
    release: release(),
    error: error instanceof Error && /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'Error',
  });
