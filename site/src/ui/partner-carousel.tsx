import { ShowPicture, type ReadyPicture } from './picture';
import styles from './partner-carousel.module.css';

export interface PartnerSlide {
  name: string;
  url: string | undefined;
  picture: ReadyPicture;
}

export interface PartnerCarouselProps {
  slides: PartnerSlide[];
  /** The transition time in milliseconds. */
  speed: number;
  /** How many slides a wide screen shows at once. */
  perView: number;
}

/** The marks in a row that can be scrolled by hand; islands/partners.ts makes it glide. */
export function PartnerCarousel({ slides }: PartnerCarouselProps) {
  return (
    <>
      <div className={`swiper ${styles.window}`}>
        <ul className={`swiper-wrapper ${styles.row}`}>
          {slides.map(({ name, url, picture }) => (
            <li key={name} className={`swiper-slide ${styles.slide}`}>
              {url ? (
                <a href={url} target="_blank" rel="noopener noreferrer">
                  <ShowPicture picture={picture} />
                </a>
              ) : (
                <ShowPicture picture={picture} />
              )}
            </li>
          ))}
        </ul>
      </div>
      <button type="button" className={styles.pause} hidden>
        Pause
      </button>
    </>
  );
}
