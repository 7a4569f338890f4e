// The gallery's viewer is a dialog in the page, without React. The browser handles Escape and the focus.
import type { MosaicProps } from '../sections/mosaic';
import type { ReadyPicture } from '../ui/picture';

export function mount(element: HTMLElement, { pictures }: MosaicProps): void {
  const dialog = element.querySelector('dialog')!;
  const part = (name: string) => dialog.querySelector(`[data-${name}]`)!;
  const links = element.querySelectorAll('li a');
  let shown = 0;

  function show(index: number): void {
    shown = (index + pictures.length) % pictures.length;
    const { caption, large } = pictures[shown]!;
    const small = smallOf(links[shown]!, large);
    part('picture').replaceChildren(...small);
    part('place').textContent = `${shown + 1} / ${pictures.length}`;
    part('caption').textContent = caption;
    if (!dialog.open) dialog.showModal();
    const opened = shown;
    // The viewer opens at once and shows the small picture until the large one can be painted.
    requestAnimationFrame(() =>
      setTimeout(async () => {
        const picture = document.createElement('picture');
        picture.dataset.picture = '';
        const parts = elementsOf(large);
        picture.append(...parts);
        if (small.length) await (parts.at(-1) as HTMLImageElement).decode().catch(() => {});
        if (opened === shown) part('picture').replaceWith(picture);
      }),
    );
  }

  for (const [index, link] of links.entries()) {
    link.ariaHasPopup = 'dialog';
    link.addEventListener('click', (event) => {
      event.preventDefault();
      show(index);
    });
  }
  const previous = () => show(shown - 1);
  const next = () => show(shown + 1);
  const close = () => dialog.close();
  part('previous').addEventListener('click', previous);
  part('next').addEventListener('click', next);
  part('close').addEventListener('click', close);
  dialog.addEventListener('click', ({ target }) => target === dialog && close());
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') previous();
    if (key === 'ArrowRight') next();
  });
}

/** A copy of the picture inside the link; empty if that picture has not loaded. */
function smallOf(link: Element, { alt, width, height }: ReadyPicture): HTMLElement[] {
  const { currentSrc: src, naturalWidth } = link.querySelector('img')!;
  return naturalWidth
    ? [Object.assign(document.createElement('img'), { src, alt, width, height, decoding: 'async' })]
    : [];
}

/** Creates the same elements as ShowPicture (ui/picture.tsx). */
function elementsOf({ sources, night, sizes, alt, width, height }: ReadyPicture): HTMLElement[] {
  const source = (srcset: string | undefined, media = '') =>
    srcset ? [Object.assign(document.createElement('source'), { type: 'image/avif', srcset, sizes, media })] : [];
  const dark = '(prefers-color-scheme: dark)';
  return [
    ...source(night?.srcset, dark),
    ...source(sources.srcset),
    Object.assign(document.createElement('img'), { src: sources.src, alt, width, height, decoding: 'async' }),
  ];
}
