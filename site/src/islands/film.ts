// Visitors who prefer less motion or data have to press Play.
import * as texts from '../texts';

export function mount(element: HTMLElement): void {
  const film = element.querySelector('video')!;
  const button = element.querySelector('button')!;
  const saves = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
  let wanted = !saves && !matchMedia('(prefers-reduced-motion: reduce)').matches;

  const show = () => {
    button.textContent = film.paused ? texts.playFilm : texts.pauseFilm;
  };
  film.controls = false;
  // Autoplay requires both the property and the attribute.
  film.muted = true;
  button.hidden = false;
  show();
  film.addEventListener('play', show);
  film.addEventListener('pause', show);
  button.addEventListener('click', () => {
    wanted = film.paused;
    if (wanted) void film.play();
    else film.pause();
  });
  new IntersectionObserver(([entry]) => {
    if (!entry!.isIntersecting) film.pause();
    else if (wanted) film.play().catch(show);
  }).observe(film);
}
