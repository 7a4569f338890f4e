// The only script on a reading page; the page also works without it. After the first paint, the loader loads the fonts,
// the islands and, on a program page, the program.
import { phaseAt, type Turns } from './phase';

// A form that is submitted before hydration is marked and sent later (sign-in/sign-in.tsx). This script starts as soon
// as the parser reaches it, because on a slow network people type before the page is complete.
addEventListener('submit', (event) => ((event.target as HTMLFormElement).dataset.sent = ''));
if (document.readyState === 'loading') await new Promise((parsed) => (document.onreadystatechange = parsed));

const root = document.documentElement;
const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);
const orders = all('[data-loader]')[0]!.dataset;
const list = (words?: string) => words?.split(' ') ?? [];

/** Calls `near` once for each element when it comes within `margin` of the viewport. */
function whenNear(elements: Iterable<HTMLElement>, margin: string, near: (element: HTMLElement) => void) {
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        watcher.unobserve(target);
        near(target as HTMLElement);
      }
    },
    { rootMargin: margin },
  );
  for (const element of elements) watcher.observe(element);
}

/** The visitor's initials while the signed-in flag is set (device/session.ts). */
function visitor(): string {
  try {
    const user = JSON.parse(localStorage.user ?? null);
    if (localStorage.signed_in)
      return ((user?.firstname?.[0] ?? '') + (user?.lastname?.[0] ?? '')).toUpperCase() || '•';
  } catch {
    // Storage is blocked or the stored user is not valid JSON: nobody is signed in.
  }
  return '';
}

/** Program pages send "transom:user" when the initials change. */
function showVisitor() {
  const initials = visitor();
  for (const avatar of all('[data-avatar]')) {
    avatar.hidden = !initials;
    avatar.firstElementChild!.textContent = initials;
  }
  for (const link of all('[data-signed-out]')) link.hidden = Boolean(initials);
}

/** Sets a timer for the next phase. */
function showPhase() {
  const start = Date.parse(root.dataset.rehearsal!);
  const at = start ? start + performance.now() : Date.now();
  const turns = list(orders.turns).map(Number);
  const phase = phaseAt(turns as unknown as Turns, at, Boolean(start));
  root.dataset.phase = phase;
  document.title = all('title')[0]!.dataset[phase] ?? document.title;
  const next = Math.min(...turns.filter((turn) => turn > at)) - at;
  // setTimeout accepts at most 24 days. After the last phase, nothing changes.
  setTimeout(showPhase, Math.min(next, 2e9));
}

function openTarget() {
  let name = location.hash.slice(1);
  try {
    name = decodeURIComponent(name);
  } catch {
    // A name that is not encoded correctly is used unchanged.
  }
  Object.assign(document.getElementById(name) ?? {}, { open: true });
}

/** Waits two seconds after a failure. */
const load = (module: string) =>
  import(/* @vite-ignore */ module).catch(() => new Promise<undefined>((later) => setTimeout(later, 2e3)));

let loaded: Promise<void> | undefined;

/** Only once, and after the first paint, so that fonts, islands and program do not delay it. */
const loadRest = () => (loaded ??= loadOnce());

async function loadOnce() {
  const { fonts, program } = orders;
  // All fonts are applied together, because each font that is applied causes another layout of the page. Without a
  // network, the fallback fonts stay.
  const faces = list(fonts).map((face) => {
    const [family, weight, file] = face.split(',');
    return new FontFace(family!, `url(${file})`, { weight: weight! }).load();
  });
  Promise.all(faces).then(
    (loaded) => loaded.map((face) => document.fonts.add(face)),
    () => {},
  );
  whenNear(all('[data-island]'), '200px', async (element) => {
    const { island, props } = element.dataset;
    // Without a network, the island keeps its readable HTML.
    (await load(island!))?.mount(element, JSON.parse(props!));
  });
  for (const href of list(program))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  // Load one module at a time, so that the browser can respond to the visitor in between. The last module imports any
  // failed module again; if that import also fails, the page says so (sections/without-script.tsx).
  for (const module of list(program)) await load(module);
}

// Like sign-in/require-session.tsx, sends signed-out visitors to /login; pages/login.tsx reads the address to return
// to. This page's program must not start, because the address has changed.
if ('guarded' in orders && !visitor()) {
  history.replaceState({ from: location.pathname + location.hash }, '', '/login');
  location.reload();
} else {
  // On a slow phone, the paint comes long after the frame callback. If no paint is reported, start anyway.
  new PerformanceObserver(loadRest).observe({ type: 'paint', buffered: true });
  requestAnimationFrame(() => setTimeout(loadRest, 300));
  // A background tab paints nothing, so do not wait there. A page that is rendered in advance (speculation-rules.ts)
  // waits until it is shown.
  if (document.hidden && !(document as { prerendering?: boolean }).prerendering) loadRest();
}
root.classList.add('alive');
showPhase();
whenNear(all('[data-draw]'), '0px 0px -10%', (element) => element.classList.add('drawn'));
showVisitor();
addEventListener('storage', showVisitor);
// A page from the back/forward cache may have been loaded before a sign-out.
addEventListener('pageshow', showVisitor);
addEventListener('transom:user', showVisitor);
openTarget();
addEventListener('hashchange', openTarget);
