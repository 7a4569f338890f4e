// Who goes back finds the place that they left: the list as far down as it was, and the focus on what had been opened.
// The room asks for its data anew, so this waits for its links, until they are there or somebody has gone on.
import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

interface Place {
  /** What was opened, and which of several links to it. */
  href: string;
  nth: number;
  top: number;
}

/** The places that were left, by the entries of the history. */
const places = new Map<string, Place>();

const linksTo = (fits: (href: string) => boolean): HTMLAnchorElement[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('#room a[href]')].filter((link) =>
    fits(link.getAttribute('href') ?? ''),
  );

/** The link that was pressed, or that of the row in which somebody pressed. */
const pressed = (target: EventTarget | null): HTMLAnchorElement | null | undefined =>
  target instanceof Element
    ? (target.closest<HTMLAnchorElement>('#room a[href]') ??
      target.closest('#room tr')?.querySelector<HTMLAnchorElement>('a[href]'))
    : undefined;

/** The link that leads to where somebody comes from: the one that they pressed, else the first that goes there. */
function wayBack(place: Place | undefined, from: string): HTMLAnchorElement | undefined {
  const same = place && linksTo((href) => href === place.href);
  return same?.[place?.nth ?? 0] ?? same?.[0] ?? linksTo((href) => href.replace(/[?#].*/, '').endsWith(from))[0];
}

function goTo(link: HTMLAnchorElement, place: Place | undefined): void {
  if (place) scrollTo({ top: place.top, behavior: 'instant' });
  link.focus({ preventScroll: true });
  const { top, bottom } = link.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) link.scrollIntoView({ block: 'center', behavior: 'instant' });
}

export function useReturn(): void {
  const { key, pathname, state } = useLocation();
  const isBack = useNavigationType() === 'POP' || Boolean((state as { back?: boolean } | null)?.back);

  useLayoutEffect(() => {
    const remember = ({ target }: Event) => {
      const link = pressed(target);
      const href = link?.getAttribute('href');
      if (link && href) places.set(key, { href, nth: linksTo((one) => one === href).indexOf(link), top: scrollY });
    };
    addEventListener('click', remember, { capture: true });
    return () => removeEventListener('click', remember, { capture: true });
  }, [key]);

  const before = useRef(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an arrival, as of the room
  useLayoutEffect(() => {
    const from = before.current;
    before.current = pathname;
    if (!isBack || from === pathname) return;
    const place = places.get(key);
    const look = () => {
      const link = wayBack(place, from);
      if (!link) return;
      end();
      goTo(link, place);
    };
    const waiting = new MutationObserver(look);
    const gone = ['keydown', 'pointerdown', 'wheel'];
    const end = () => {
      waiting.disconnect();
      for (const name of gone) removeEventListener(name, end);
    };
    for (const name of gone) addEventListener(name, end);
    waiting.observe(document.getElementById('room') ?? document.body, { childList: true, subtree: true });
    look();
    return end;
  }, [pathname]);
}
