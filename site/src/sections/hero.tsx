import { brand, cities, event, home, sheetOf } from '../content';
import * as texts from '../texts';
import { LinkButton } from '../ui/button';
import { Ornament } from '../ui/mark';
import { Picture } from '../ui/picture';
import { SheetLabel } from '../ui/sheet-title';
import styles from './hero.module.css';
import { UntilOver } from './phased';
import { RegisterButton } from './register-button';
import { registerLink } from './register-link';

/** A drawing reaches the screen's edge; phones show the fanlight instead. */
export function Hero() {
  const after = home?.after;
  const number = sheetOf('/')?.number ?? '';
  const { title, lead, image, action } = {
    action: { label: brand.words.register_now, link: registerLink },
    ...(home?.hero ?? { title: event.name, lead: event.description }),
  };
  return (
    <section className={styles.hero} aria-labelledby="hero-title">
      <div className={`page ${styles.grid}`}>
        <div className={styles.words}>
          {(number || event.tagline) && <SheetLabel number={number} label={event.tagline} />}
          <h1 id="hero-title">
            <UntilOver then={after?.title}>{title}</UntilOver>
          </h1>
          <p className={styles.when}>
            {event.display_dates}
            <span aria-hidden="true"> — </span>
            {cities().join(' · ')}
          </p>
          <p className={styles.lead}>
            <UntilOver then={after?.lead}>{lead}</UntilOver>
          </p>
          <div className="cluster">
            {action.link === registerLink ? (
              <RegisterButton label={action.label} />
            ) : (
              <LinkButton href={action.link}>{action.label}</LinkButton>
            )}
            {sheetOf('/itinerary') && (
              <LinkButton href="/itinerary" look="outline">
                {texts.seeProgramme}
              </LinkButton>
            )}
          </div>
        </div>
        <Ornament detailed className={image ? styles.light : `${styles.light} ${styles.alone}`} />
        {image && (
          <div className={styles.sheet}>
            <Picture
              image={image}
              first="(min-width: 40.01rem)"
              widths={[390, 640, 960, 1440]}
              sizes="(min-width: 60rem) 60vw, 100vw"
            />
          </div>
        )}
      </div>
    </section>
  );
}
