// The partners' carousel: Swiper on the row that is there already, without React.
import Swiper from 'swiper';
import { Autoplay, FreeMode } from 'swiper/modules';
import type { PartnerCarouselProps } from '../ui/partner-carousel';

export function mount(element: HTMLElement, { speed, perView }: PartnerCarouselProps): void {
  const row = element.querySelector<HTMLElement>('.swiper')!;
  const button = element.querySelector('button')!;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const swiper = new Swiper(row, {
    modules: [Autoplay, FreeMode],
    speed,
    loop: true,
    freeMode: true,
    slidesPerView: 2.2,
    breakpoints: { 640: { slidesPerView: 3.5 }, 960: { slidesPerView: perView } },
    autoplay: still ? false : { delay: 0, disableOnInteraction: false, pauseOnMouseEnter: true },
  });
  if (still) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    const running = swiper.autoplay.running;
    if (running) swiper.autoplay.stop();
    else swiper.autoplay.start();
    button.textContent = running ? 'Play' : 'Pause';
  });
  row.addEventListener('focusin', () => swiper.autoplay.stop());
}
