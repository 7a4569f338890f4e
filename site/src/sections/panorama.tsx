import { home } from '../content';
import { Picture } from '../ui/picture';
import styles from './panorama.module.css';

/** Phones show only the middle of the drawing. */
export function Panorama() {
  const panorama = home?.panorama;
  if (!panorama) return null;
  return (
    <section className={styles.panorama} aria-labelledby="panorama">
      <div className={`page ${styles.words}`}>
        <h2 id="panorama">{panorama.title}</h2>
        <p>{panorama.text}</p>
      </div>
      <Picture image={panorama.image} widths={[800, 1280, 1920, 2560]} sizes="(min-width: 48rem) 100vw, 42rem" />
    </section>
  );
}
