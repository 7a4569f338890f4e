import { partners } from '../content';
import { Island } from '../island';
import { PartnerCarousel } from '../ui/partner-carousel';
import { readyPicture } from '../ui/picture';
import styles from './partners.module.css';

/** The knowledge partners, on every page. */
export function Partners() {
  if (!partners) return null;
  const slides = partners.partners.map((mark) => ({
    name: mark.name,
    url: mark.url,
    picture: readyPicture({ image: mark.image, sizes: '14rem', widths: [240, 480] }),
  }));
  const motion = { speed: partners.speed_ms, perView: partners.slides_per_view };
  return (
    <section className={`no-print ${styles.partners}`} aria-labelledby="partners-title">
      <div className="page">
        <h2 id="partners-title" className={styles.title}>
          {partners.title}
        </h2>
        <Island
          name="partners"
          component={PartnerCarousel}
          props={{ label: partners.title, slides, ...motion }}
          inBrowser={motion}
        />
      </div>
    </section>
  );
}
