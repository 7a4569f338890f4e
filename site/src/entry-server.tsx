// The server-side entry: lists the pages and renders their HTML. Unlike prerender/, this module does not access files.
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import * as content from './content';
import { makeFor } from './device/clock';
import { setIslands } from './island';
import { Article } from './pages/article';
import { lastTurn, type Phase, phaseAt, type Turns, turnsOf } from './phase';
import { collectPreloads, type Pictures, type Preload, setPictures } from './pictures';
import { keepLoaded, ProgramPages } from './program';
import * as routes from './routes.gen';
import { makeFrame } from './sections/frame';
import { phasedTitles } from './sections/phased-title';
import { NotLoaded, WithoutScript } from './sections/without-script';
import type { Page as MarkdownPage } from './types/content.gen';

export { speculationRules } from './speculation-rules';
export { content };
export type SiteContent = typeof content;

/** A page, which becomes an HTML file. */
export interface Page {
  path: string;
  file: string;
  /** The module in src/ that renders the page and whose imports determine the style sheet (prerender/styles.ts). */
  module: string;
  /** The address for search engines; undefined for a page that they must not index. */
  canonical: string | undefined;
  hydrated: boolean;
  guarded: boolean;
  title: string;
  /** The title in each phase, if the page invites visitors to register. */
  titles?: Record<Phase, string> | undefined;
  description: string;
  /** The sheet number, such as "A-03". */
  sheet: string;
  noindex: boolean;
}

export interface Rendered {
  html: string;
  preloads: Preload[];
}

/** The time for which a page was rendered, with the phases of the event (phase.ts). */
export interface Moment {
  madeFor: number;
  turns: Turns;
  phase: Phase;
}

const bodies = new Map<string, () => ReactNode>();
let list: Page[] = [];
let frame: ReturnType<typeof makeFrame>;
let moment: Moment;

/** Loads every page once, because rendering itself is synchronous. */
export async function prepare(options: { pictures: Pictures; islands: Record<string, string> }): Promise<void> {
  setPictures(options.pictures);
  setIslands(options.islands);
  moment = momentAt(Date.now());
  makeFor(moment.madeFor);
  bodies.clear();
  frame = makeFrame();
  list = [];
  for (const route of routes.readingRoutes.filter(exists)) {
    const { default: Body } = await route.load();
    add(describe(route, false), () => <Body />);
  }
  for (const route of routes.programRoutes.filter(exists)) {
    keepLoaded(route, (await route.load()).default);
    add(describe(route, true), () => programBody(route));
  }
  for (const markdown of content.pages.pages) {
    const page = describeMarkdown(markdown);
    add(page, () => <Article page={markdown} sheet={page.sheet} />);
  }
}

/** Whether this event has the page: the generator gives a sheet to each page that it has, and to no other. */
const exists = ({ path }: routes.Route) =>
  !routes.optionalPaths.includes(path) || content.sheetOf(routes.sheetRoute(path)) !== undefined;

function momentAt(now: number): Moment {
  const madeFor = lastTurn(content.tickets, content.event, now);
  const turns = turnsOf(content.tickets, content.event);
  return { madeFor, turns, phase: phaseAt(turns, madeFor, false) };
}

export const pageMoment = (): Moment => moment;

export function allPages(): Page[] {
  return list;
}

export function render(page: Page): Rendered {
  let html = '';
  const preloads = collectPreloads(() => {
    html = frame(page, renderToString(bodies.get(page.path)!()));
  });
  return { html, preloads };
}

function add(page: Page, body: () => ReactNode): void {
  list.push(page);
  bodies.set(page.path, body);
}

/** A program page is rendered separately, because the browser hydrates only the element around it. */
function programBody(route: routes.Route): ReactNode {
  const location = route.path.replace(/:[^/]+/, '_');
  const html = renderToString(
    <StaticRouter location={location}>
      <ProgramPages />
    </StaticRouter>,
  );
  return (
    <>
      <NotLoaded />
      {!routes.readablePaths.includes(route.path) && (
        <noscript>
          <WithoutScript route={routes.sheetRoute(route.path)} />
        </noscript>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React one line above */}
      <div id="app" dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}

function describe(route: routes.Route, hydrated: boolean): Page {
  const sheet = content.sheetOf(routes.sheetRoute(route.path));
  if (!sheet) throw new Error(`content/event.yaml: no sheet for the route ${routes.sheetRoute(route.path)}`);
  const noindex = sheet.noindex ?? false;
  return {
    path: route.path,
    file: `${routes.sheetRoute(route.path).slice(1) || 'index'}.html`,
    module: `pages/${routes.moduleOf[route.path]}.tsx`,
    canonical: noindex ? undefined : route.path,
    hydrated,
    guarded: routes.guardedPaths.includes(route.path),
    title: sheet.title,
    titles: phasedTitles(sheet),
    description: sheet.description,
    sheet: sheet.number,
    noindex,
  };
}

function describeMarkdown(page: MarkdownPage): Page {
  const sheet = content.sheetOf(page.route);
  return {
    path: page.route,
    file: `${page.route.slice(1)}.html`,
    module: 'pages/article.tsx',
    canonical: page.route,
    hydrated: false,
    guarded: false,
    title: page.title,
    description: page.description,
    sheet: page.sheet ?? sheet?.number ?? '',
    noindex: false,
  };
}
