import * as texts from '../texts';
import { LogoLink } from './logo-link';
import styles from './partner-carousel.module.css';
import { type ReadyPicture, ShowPicture } from './picture';

export interface PartnerSlide {
  name: string;
  url: string | undefined;
  picture: ReadyPicture;
}

export interface PartnerCarouselProps {
  label: string;
  slides: PartnerSlide[];
  /** The transition time in milliseconds. */
  speed: number;
  perView: number;
}

/** A row of logos, which islands/partners.ts moves and visitors can scroll by touch, wheel or arrow keys. */
export function PartnerCarousel({ label, slides }: PartnerCarouselProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: this is not a group of form fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls must be reachable by the arrow keys */}
      <div className={`swiper ${styles.window}`} role="group" aria-label={label} tabIndex={0}>
        <ul className={`swiper-wrapper ${styles.row}`}>
          {slides.map(({ name, url, picture }) => (
            <li key={name} className={`swiper-slide ${styles.slide}`}>
              <LogoLink url={url}>
                <ShowPicture picture={picture} />
              </LogoLink>
            </li>
          ))}
        </ul>
      </div>
      <button type="button" className={styles.pause} hidden>
        {texts.pause}
      </button>
    </>
  );
}
