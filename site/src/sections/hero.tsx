import { event, home, sheetOf } from '../content';
import { LinkButton } from '../ui/button';
import { FanlightMark } from '../ui/fanlight-mark';
import { Picture } from '../ui/picture';
import { SheetLabel } from '../ui/sheet-title';
import styles from './hero.module.css';

/** The first screen: words on the left; on the right a door with its transom and the fanlight above. */
export function Hero() {
  const { hero } = home;
  const cities = event.venues.map(({ city }) => city).join(' · ');
  return (
    <section className={styles.hero} aria-labelledby="hero-title">
      <div className={`page ${styles.grid}`}>
        <div className={styles.words}>
          <SheetLabel number={sheetOf('/')?.number ?? ''} label={event.tagline} />
          <h1 id="hero-title">{hero.title}</h1>
          <p className={styles.when}>
            {event.display_dates}
            <span aria-hidden="true"> — </span>
            {cities}
          </p>
          <p className={styles.lead}>{hero.lead}</p>
          <div className={styles.actions}>
            <LinkButton href={hero.action.link}>{hero.action.label}</LinkButton>
            <LinkButton href="/itinerary" look="outline">
              See the programme
            </LinkButton>
          </div>
        </div>
        <div className={styles.door}>
          <FanlightMark detailed className={styles.light} />
          <div className={styles.leaf}>
            <Picture image={hero.image} ratio={1.02} first widths={[360, 540, 720, 960]} sizes="(min-width: 60rem) 30rem, (min-width: 40rem) 60vw, 92vw" />
          </div>
        </div>
      </div>
    </section>
  );
}
