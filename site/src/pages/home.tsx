import { event, home, officeBearers } from '../content';
import { AfterEvent } from '../sections/after-event';
import { Hero } from '../sections/hero';
import { Moments } from '../sections/moments';
import { Panorama } from '../sections/panorama';
import { Voices } from '../sections/voices';
import * as texts from '../texts';
import type { Bearer, Passage } from '../types/content.gen';
import { LinkButton } from '../ui/button';
import { Facts } from '../ui/facts';
import { Picture } from '../ui/picture';
import { Portrait } from '../ui/portrait';
import { Prose } from '../ui/prose';
import { SectionTitle } from '../ui/section-title';
import styles from './home.module.css';

export default function Home() {
  const { figures, voices, after, panorama, about, theme } = home ?? {};
  const { founded_year: founded } = event.organiser;
  return (
    <>
      <Hero />
      {figures && (
        <div className={styles.figures}>
          <Facts className={`page ${styles.row}`} of={figures.map(({ value, label }) => [label, value])} />
        </div>
      )}
      {panorama && (voices || after) && (
        <div className={`page ${styles.sections}${voices ? '' : ' in-over'}`}>
          <AfterEvent />
          <Voices />
        </div>
      )}
      <Panorama />
      <div className={`page ${styles.sections}`}>
        {!panorama && (
          <>
            <AfterEvent />
            <Voices />
          </>
        )}
        <Moments />
        {about && (
          <section id="about" aria-labelledby="about-title">
            <SectionTitle id="about-title" note={founded && texts.founded(founded)}>
              {about.title}
            </SectionTitle>
            <PassageBody passage={about}>
              {event.organiser.join_url && (
                <LinkButton look="outline" href={event.organiser.join_url} target="_blank" rel="noopener noreferrer">
                  {event.organiser.join_label}
                  <span className="unseen">{texts.opensInNewTab}</span>
                </LinkButton>
              )}
            </PassageBody>
          </section>
        )}
        {theme && (
          <section id="theme" aria-labelledby="theme-title">
            <SectionTitle id="theme-title">{theme.title}</SectionTitle>
            <PassageBody passage={theme} mirrored />
          </section>
        )}
        {officeBearers && <Bearers bearers={officeBearers.bearers} />}
      </div>
    </>
  );
}

function Bearers({ bearers }: { bearers: Bearer[] }) {
  return (
    <section id="office-bearers" aria-labelledby="bearers-title">
      <SectionTitle id="bearers-title">{home?.bearers_title ?? texts.officeBearers}</SectionTitle>
      <ul className={styles.bearers}>
        {bearers.map(({ name, role, body, image }) => (
          <li key={name}>
            <Portrait name={name} image={image} widths={[160, 320, 480]} sizes="(min-width: 48rem) 11rem, 42vw" />
            <h3>{name}</h3>
            <p>
              {role}
              <br />
              {body}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PassageProps {
  passage: Passage;
  /** The picture is on the left. */
  mirrored?: boolean;
  children?: React.ReactNode;
}

function PassageBody({ passage, mirrored, children }: PassageProps) {
  return (
    <div className={mirrored ? `${styles.passage} ${styles.mirrored}` : styles.passage}>
      <div className={styles.words}>
        <Prose html={passage.text} />
        {children}
      </div>
      {passage.image && (
        <figure>
          <Picture image={passage.image} className="framed" sizes="(min-width: 60rem) 36rem, 100vw" />
        </figure>
      )}
    </div>
  );
}
