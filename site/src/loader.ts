// The only script of a reading page. It wakes islands when they come near, shows the initials of a signed-in visitor,
// opens the answer that a link points to, and draws lines as they appear. Everything works, plainly, without it. When
// the words stand on the screen, it lets the fonts in and starts the program of a program page.
import { phaseAt, type Turns } from './phase';

const root = document.documentElement;
const orders = document.querySelector<HTMLElement>('[data-loader]')!.dataset;
const list = (words?: string) => words?.split(' ') ?? [];
const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);

/** Calls back once for each element when it comes within `margin` of the screen. */
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

/** The initials of a visitor while the logged-in flag is set (device/session.ts). */
function visitor(): string {
  try {
    const user = JSON.parse(localStorage.getItem('user') ?? 'null');
    if (localStorage.getItem('signed_in'))
      return ((user?.firstname?.[0] ?? '') + (user?.lastname?.[0] ?? '')).toUpperCase() || '•';
  } catch {
    // Without storage, or with somebody else's data in it, nobody is signed in.
  }
  return '';
}

/** Shows the initials in the header. Program pages send "transom:user" when they change. */
function showVisitor() {
  const initials = visitor();
  for (const avatar of all('[data-avatar]')) {
    avatar.hidden = !initials;
    avatar.firstElementChild!.textContent = initials;
  }
  for (const link of all('[data-signed-out]')) link.hidden = Boolean(initials);
}

/** The document's title where it has words for every phase (prerender/document.ts). */
function showTitle() {
  const title = document.querySelector('title')?.dataset[root.dataset.phase!];
  if (title) document.title = title;
}

/** Shows the words of the event's phase, and again when the next one begins. */
function showPhase() {
  const start = Date.parse(root.dataset.rehearsal ?? '');
  const at = start ? start + performance.now() : Date.now();
  const turns = list(orders.turns).map(Number);
  root.dataset.phase = phaseAt(turns as unknown as Turns, at, Boolean(start));
  showTitle();
  const next = Math.min(...turns.filter((turn) => turn > at)) - at;
  // The longest delay that setTimeout takes is 24 days. After the last turn nothing changes any more.
  setTimeout(showPhase, Math.min(next, 2 ** 31 - 1));
}

function openTarget() {
  let name = location.hash.slice(1);
  try {
    name = decodeURIComponent(name);
  } catch {
    // What is no encoding stands for itself.
  }
  const target = document.getElementById(name);
  if (target instanceof HTMLDetailsElement) target.open = true;
}

let painted: boolean | undefined;

/** The first frame is drawn when the style sheet is there; what is asked for after it cannot hold it up. */
async function afterFirstPaint() {
  if (painted) return;
  painted = true;
  const { fonts, program } = orders;
  // Faces instead of one more style sheet save the way to fetch it. They come in together: each time one does, the
  // whole page is laid out anew. Without the network the words stay as they are.
  const faces = list(fonts).map((face) => {
    const [family, weight, file] = face.split(',');
    return new FontFace(family!, `url(${file})`, { weight: weight! }).load();
  });
  Promise.all(faces).then(
    (loaded) => loaded.map((face) => document.fonts.add(face)),
    () => {},
  );
  const modules = list(program);
  for (const href of modules)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  // One after the other, so that the browser may answer the visitor between two of them.
  for (const module of modules) await import(/* @vite-ignore */ module);
}

// What sign-in/require-session.tsx does too, without waiting for the program; pages/login.tsx reads the way back. The
// program does not start on the page that is left: it would find another address than the one the page was made for.
const leaves = 'guarded' in orders && !visitor();
if (leaves) {
  history.replaceState({ from: location.pathname + location.hash }, '', '/login');
  location.reload();
}
root.classList.add('alive');
showPhase();
if (!leaves) {
  // A frame is begun long before it stands on the screen of a slow phone. A browser that does not tell of it is
  // given time.
  new PerformanceObserver(afterFirstPaint).observe({ type: 'paint', buffered: true });
  requestAnimationFrame(() => setTimeout(afterFirstPaint, 300));
}
whenNear(all('[data-island]'), '200px', async (element) => {
  const { island, props } = element.dataset;
  // Without the network an island stays what it is already, a readable part of the page.
  const module = await import(/* @vite-ignore */ island!).catch(() => null);
  module?.mount(element, JSON.parse(props!));
});
whenNear(all('[data-draw]'), '0px 0px -10%', (element) => element.classList.add('drawn'));
showVisitor();
addEventListener('storage', showVisitor);
// Back can bring a whole page as it was left; its visitor may have signed out since.
addEventListener('pageshow', showVisitor);
addEventListener('transom:user', showVisitor);
openTarget();
addEventListener('hashchange', openTarget);
// A form that is sent before its page has come alive is sent then (sign-in/sign-in.tsx).
addEventListener('submit', ({ target }) => ((target as HTMLFormElement).dataset.sent = ''));
