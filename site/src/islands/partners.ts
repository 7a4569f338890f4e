// Swiper moves the prerendered row, without React. Visitors who prefer less motion scroll the row themselves.

import Swiper from 'swiper';
import { Autoplay, FreeMode } from 'swiper/modules';
import * as texts from '../texts';
import type { PartnerCarouselProps } from '../ui/partner-carousel';

export function mount(element: HTMLElement, { speed, perView }: PartnerCarouselProps): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const row = element.querySelector<HTMLElement>('.swiper')!;
  const button = element.querySelector('button')!;
  const swiper = new Swiper(row, {
    modules: [Autoplay, FreeMode],
    speed,
    loop: true,
    freeMode: true,
    slidesPerView: 2.2,
    breakpoints: { 640: { slidesPerView: 3.5 }, 960: { slidesPerView: perView } },
    autoplay: { delay: 0, disableOnInteraction: false, pauseOnMouseEnter: true },
  });
  // A moving row cannot be scrolled, so only its button can get the focus.
  row.removeAttribute('tabindex');
  button.hidden = false;
  button.addEventListener('click', () => {
    const running = swiper.autoplay.running;
    if (running) swiper.autoplay.stop();
    else swiper.autoplay.start();
    button.textContent = running ? texts.play : texts.pause;
  });
  row.addEventListener('focusin', () => swiper.autoplay.stop());
}
