import { gallery, home } from '../content';
import { Picture } from '../ui/picture';
import { Prose } from '../ui/prose';
import { SectionTitle } from '../ui/section-title';
import styles from './moments.module.css';

const shown = 3;

/** The first part of the home page once the event is over: the gallery and the next event. */
export function AfterEvent() {
  const after = home?.after;
  if (!after) return null;
  const { gallery_title: title, more } = after;
  return (
    <>
      {gallery && title && (
        <section className="in-over" aria-labelledby="after-gallery">
          <SectionTitle id="after-gallery" note={more && <a href={more.link}>{more.label}</a>}>
            {title}
          </SectionTitle>
          <ul className={styles.moments}>
            {gallery.images.slice(0, shown).map(({ caption, image }) => (
              <li key={caption}>
                <Picture
                  image={image}
                  widths={[360, 540, 800]}
                  sizes="(min-width: 60rem) 24rem, (min-width: 44rem) 30vw, 92vw"
                />
                <p className={styles.title}>{caption}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="in-over" aria-labelledby="after-next">
        <SectionTitle id="after-next">{after.next.title}</SectionTitle>
        <Prose html={after.next.text} />
      </section>
    </>
  );
}
