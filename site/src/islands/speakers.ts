// Without React, which would add 60 kB to the page and whose start would be the page's longest task.

import type { SpeakerTurns } from '../sections/speaker-grid';
import * as texts from '../texts';
import arch from '../ui/arch.module.css';

export function mount(element: HTMLElement, { advanceMs, visible }: SpeakerTurns): void {
  const layout = element.firstElementChild!;
  const people = [...layout.querySelectorAll('li')];
  const stage = layout.querySelector<HTMLElement>('[data-stage]')!;
  const button = stage.querySelector('button')!;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let index = 0;
  let stopped = false;
  let held = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  function highlight(person: Element, on: boolean): void {
    if (on) person.setAttribute('aria-current', 'true');
    else person.removeAttribute('aria-current');
    person.querySelector(`.${arch.arch}`)!.classList.toggle(arch.lit!, on);
  }

  function show(next: number): void {
    highlight(people[index]!, false);
    index = next;
    const person = people[index]!;
    highlight(person, true);
    present(person.querySelector('picture, svg')!, stage.querySelector('picture, svg')!, stage.dataset.stage!);
    stage.querySelector('[data-count]')!.textContent = `${String(index + 1).padStart(2, '0')} / ${people.length}`;
    stage.querySelector('[data-name]')!.textContent = person.querySelector('h2')!.textContent;
    stage.querySelector('[data-work]')!.replaceChildren(...person.querySelector('p')!.cloneNode(true).childNodes);
  }

  /** Pauses while the pointer or the focus is on a speaker; afterwards, the speaker's time starts again. */
  function rest(): void {
    const rests = still || stopped || held;
    if (rests === (timer === undefined)) return;
    clearInterval(timer);
    timer = rests ? undefined : setInterval(() => show(index >= people.length - visible ? 0 : index + 1), advanceMs);
  }

  const hold = (by: boolean) => () => {
    held = by;
    rest();
  };
  for (const begin of ['pointerenter', 'focusin']) layout.addEventListener(begin, hold(true));
  for (const end of ['pointerleave', 'focusout']) layout.addEventListener(end, hold(false));
  for (const [place, person] of people.entries()) person.addEventListener('pointerenter', () => show(place));
  button.addEventListener('click', () => {
    stopped = !stopped;
    button.textContent = stopped ? texts.play : texts.pause;
    // Start at once when Play is pressed, even though the button is still focused or under the pointer.
    hold(stopped)();
  });
  rest();
  element.dataset.moving = still ? 'never' : '';
}

/** The image element stays, so that the old picture is visible until the new one has loaded. */
function present(picture: Element, place: Element, sizes: string): void {
  const copy = picture.cloneNode(true) as Element;
  for (const source of copy.querySelectorAll('source')) source.sizes = sizes;
  const image = place.querySelector('img');
  if (!image || picture.matches('svg')) {
    copy.querySelector('img')?.setAttribute('alt', ''); // the name is beside the picture
    place.replaceWith(copy);
    return;
  }
  for (const source of place.querySelectorAll('source')) source.remove();
  place.prepend(...copy.querySelectorAll('source'));
  for (const name of ['width', 'height', 'src'])
    image.setAttribute(name, picture.querySelector('img')!.getAttribute(name)!);
}
