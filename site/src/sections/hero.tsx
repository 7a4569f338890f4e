import { event, home, sheetOf } from '../content';
import * as texts from '../texts';
import { LinkButton } from '../ui/button';
import { FanlightMark } from '../ui/fanlight-mark';
import { Picture } from '../ui/picture';
import { SheetLabel } from '../ui/sheet-title';
import styles from './hero.module.css';
import { UntilOver } from './phased';
import { RegisterButton } from './register-button';
import { registerLink } from './register-link';

/**
 * The first screen: words on the left; on the right a drawing that runs off the sheet. On phones the fanlight
 * stands for it, which is part of the page and needs no request.
 */
export function Hero() {
  const { hero, after } = home;
  const cities = event.venues.map(({ city }) => city).join(' · ');
  return (
    <section className={styles.hero} aria-labelledby="hero-title">
      <div className={`page ${styles.grid}`}>
        <div className={styles.words}>
          <SheetLabel number={sheetOf('/')?.number ?? ''} label={event.tagline} />
          <h1 id="hero-title">
            <UntilOver then={after?.title}>{hero.title}</UntilOver>
          </h1>
          <p className={styles.when}>
            {event.display_dates}
            <span aria-hidden="true"> — </span>
            {cities}
          </p>
          <p className={styles.lead}>
            <UntilOver then={after?.lead}>{hero.lead}</UntilOver>
          </p>
          <div className={styles.actions}>
            {hero.action.link === registerLink ? (
              <RegisterButton label={hero.action.label} />
            ) : (
              <LinkButton href={hero.action.link}>{hero.action.label}</LinkButton>
            )}
            <LinkButton href="/itinerary" look="outline">
              {texts.seeProgramme}
            </LinkButton>
          </div>
        </div>
        <FanlightMark detailed className={styles.light} />
        <div className={styles.sheet}>
          <Picture
            image={hero.image}
            first="(min-width: 40.01rem)"
            widths={[390, 640, 960, 1440]}
            sizes="(min-width: 60rem) 60vw, 100vw"
          />
        </div>
      </div>
    </section>
  );
}
