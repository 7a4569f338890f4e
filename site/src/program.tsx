// The program pages, in one client-side router. Only the first page is loaded before hydration.
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

/** Lets the first page render without waiting for its module. */
export function keepLoaded(route: Route, component: ComponentType): void {
  components.set(route, component);
}

function componentOf(route: Route): ComponentType {
  let component = components.get(route);
  if (!component) {
    component = lazy(() => route.load().catch(reloadDocument));
    components.set(route, component);
  }
  return component;
}

/** A page's script can be missing after an update; the browser then loads the newer version or shows an error. */
function reloadDocument(): Promise<never> {
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

/** Opens a reading page as a new document. The origin is needed, because a path may begin with "//". */
function Elsewhere() {
  const { pathname, search, hash } = useLocation();
  useEffect(() => location.assign(location.origin + pathname + search + hash), [pathname, search, hash]);
  return <Loading />;
}

/** Calls `found` once the element appears, unless the visitor has scrolled. Returns a function that stops waiting. */
function whenPresent(id: string, before: number, found: (target: HTMLElement) => void): () => void {
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

/** Also sets the title's variants for the phases (loader.ts). */
function setTitle(sheet: Sheet): void {
  const titled = (name: string) => document.title.replace(/^.* · /, `${name} · `);
  const titles = phasedTitles(sheet);
  const element = document.querySelector('title')!;
  for (const phase of ['open', 'closed', 'over'] as const)
    if (titles) element.dataset[phase] = titled(titles[phase]);
    else delete element.dataset[phase];
  document.title = titled(titles?.[document.documentElement.dataset.phase as Phase] ?? sheet.title);
}

/** Does what a browser does for a new document: title, scroll position and focus. */
function Arrival() {
  const { pathname, hash } = useLocation();
  const kind = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page, even with the same anchor
  useEffect(() => {
    if (kind !== 'POP' && !(hash && document.getElementById(hash.slice(1))))
      scrollTo({ top: 0, behavior: hash ? 'instant' : 'auto' });
    // A newly opened page starts at its top. When a visitor goes back, the browser restores the position.
    if (hash) return whenPresent(hash.slice(1), kind === 'POP' ? 0 : scrollY, (target) => target.scrollIntoView());
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
    setTitle(sheet);
    for (const mark of document.querySelectorAll('[data-sheet-number]')) mark.textContent = sheet.number;
    for (const mark of document.querySelectorAll('[data-sheet-title]')) mark.textContent = sheet.title;
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, [pathname, kind]);
  return null;
}
