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

/** The edition of the program: the hash in its file's name; on a reading page, that of the loader's. */
function release(): string {
  const loader = document.querySelector<HTMLScriptElement>('[data-loader]');
  return /-([\w-]+)\.js/.exec(loader?.dataset.program ?? loader?.src ?? '')?.[1] ?? 'none';
}

/** Reports an error of this page; returns whether the report arrived. */
export const report = (error: unknown): Promise<boolean> =>
  reportError({
    route: routeHere(),
    release: release(),
    error: error instanceof Error && /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'Error',
  });
