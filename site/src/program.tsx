// The program pages as one router. The page that was prerendered is loaded before hydration; the others when the
// visitor goes there.
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { Route as RouterRoute, Routes, useLocation, useNavigationType } from 'react-router';
import { sheetOf } from './content';
import type { Phase } from './phase';
import { programRoutes, type Route, sheetRoute } from './routes.gen';
import { ErrorBoundary } from './sections/error-boundary';
import { phasedTitles } from './sections/phased-title';
import type { Sheet } from './types/content.gen';
import { Loading } from './ui/loading';

const components = new Map<Route, ComponentType>();

/** Remembers a component that is loaded already, so that it renders at once. */
export function keepLoaded(route: Route, component: ComponentType): void {
  components.set(route, component);
}

function componentOf(route: Route): ComponentType {
  let component = components.get(route);
  if (!component) {
    component = lazy(() => route.load().catch(leaveToBrowser));
    components.set(route, component);
  }
  return component;
}

/**
 * A page whose script cannot be loaded (no network, or a newer edition of the site) is asked for as a document: the
 * browser says what is wrong and tries again, and a newer edition comes whole.
 */
function leaveToBrowser(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}

export function ProgramPages() {
  return (
    <>
      <Arrival />
      <ErrorBoundary>
        <Suspense fallback={<Loading />}>
          <Routes>
            {programRoutes.map((route) => {
              const Page = componentOf(route);
              return <RouterRoute key={route.path} path={route.path} element={<Page />} />;
            })}
            <RouterRoute path="*" element={<Elsewhere />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

/**
 * A reading page is another document of this site: the browser goes there. A path alone might begin with two slashes.
 */
function Elsewhere() {
  const { pathname, search, hash } = useLocation();
  useEffect(() => location.assign(location.origin + pathname + search + hash), [pathname, search, hash]);
  return <Loading />;
}

/**
 * Calls back with the element of this id as soon as the page has it, because forms come after hydration; unless the
 * page does not stand where it stood before. Returns what ends the waiting.
 */
function whenThere(id: string, before: number, found: (target: HTMLElement) => void): () => void {
  const look = () => {
    const target = document.getElementById(id);
    if (!target) return;
    watcher.disconnect();
    if (scrollY === before) found(target);
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document.getElementById('app')!, { childList: true, subtree: true });
  look();
  return () => watcher.disconnect();
}

/** Names the document, also for the phases that begin while it is open (loader.ts). */
function entitle(sheet: Sheet): void {
  const titled = (name: string) => document.title.replace(/^.* · /, `${name} · `);
  const titles = phasedTitles(sheet);
  const element = document.querySelector('title')!;
  for (const phase of ['open', 'closed', 'over'] as const)
    if (titles) element.dataset[phase] = titled(titles[phase]);
    else delete element.dataset[phase];
  document.title = titled(titles?.[document.documentElement.dataset.phase as Phase] ?? sheet.title);
}

/** What the browser does by itself between documents: title, scroll position, focus, and the sheet's title block. */
function Arrival() {
  const { pathname, hash } = useLocation();
  const kind = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is an arrival, also with the same anchor
  useEffect(() => {
    if (kind !== 'POP' && !(hash && document.getElementById(hash.slice(1))))
      scrollTo({ top: 0, behavior: hash ? 'instant' : 'auto' });
    // A page that is opened begins at its top; elsewhere it stands when the visitor, or the browser on return, went
    // there.
    if (hash) return whenThere(hash.slice(1), kind === 'POP' ? 0 : scrollY, (target) => target.scrollIntoView());
  }, [pathname, hash, kind]);
  useEffect(() => {
    if (kind === 'POP') return;
    const route = programRoutes.find(
      ({ path }) =>
        sheetRoute(path) === sheetRoute(pathname.replace(/(.)\/$/, '$1')) ||
        pathname.startsWith(`${sheetRoute(path)}/`),
    );
    const sheet = route && sheetOf(sheetRoute(route.path));
    if (!sheet) return;
    entitle(sheet);
    for (const mark of document.querySelectorAll('[data-sheet-number]')) mark.textContent = sheet.number;
    for (const mark of document.querySelectorAll('[data-sheet-title]')) mark.textContent = sheet.title;
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, [pathname, kind]);
  return null;
}
