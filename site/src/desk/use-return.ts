// When a member goes back and the page has loaded its data, restores the scroll position and moves the focus to the
// link that was opened, unless the member has done something else in the meantime.
import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

interface Place {
  /** The address of the link that was opened, and the link's position among those with the same address. */
  href: string;
  nth: number;
  top: number;
}

/** Where on each page the member was, keyed by history entry. */
const places = new Map<string, Place>();

const linksTo = (fits: (href: string) => boolean): HTMLAnchorElement[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('#room a[href]')].filter((link) =>
    fits(link.getAttribute('href') ?? ''),
  );

const clicked = (target: EventTarget | null): HTMLAnchorElement | null | undefined =>
  target instanceof Element
    ? (target.closest<HTMLAnchorElement>('#room a[href]') ??
      target.closest('#room tr')?.querySelector<HTMLAnchorElement>('a[href]'))
    : undefined;

/** Returns the link to the page that the member has just left: the clicked one, otherwise the first such link. */
function linkBack(place: Place | undefined, from: string): HTMLAnchorElement | undefined {
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
      const link = clicked(target);
      const href = link?.getAttribute('href');
      if (link && href) places.set(key, { href, nth: linksTo((one) => one === href).indexOf(link), top: scrollY });
    };
    addEventListener('click', remember, { capture: true });
    return () => removeEventListener('click', remember, { capture: true });
  }, [key]);

  const before = useRef(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useLayoutEffect(() => {
    const from = before.current;
    before.current = pathname;
    if (!isBack || from === pathname) return;
    const place = places.get(key);
    const look = () => {
      const link = linkBack(place, from);
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
