import { home, speakers } from '../content';
import { Portrait } from '../ui/portrait';
import { SectionTitle } from '../ui/section-title';
import styles from './voices.module.css';

/** A few speakers, and a link to all of them. */
export function Voices() {
  const voices = home?.voices;
  if (!voices || !speakers) return null;
  const all = speakers.speakers;
  const people = voices.names.flatMap((name) => all.find((speaker) => speaker.name === name) ?? []);
  return (
    <section aria-labelledby="voices">
      <SectionTitle id="voices" note={<a href={voices.more.link}>{voices.more.label}</a>}>
        {voices.title}
      </SectionTitle>
      <ul className={styles.people}>
        {people.map(({ name, designation, company, image }) => (
          <li key={name}>
            <Portrait
              name={name}
              image={image}
              widths={[180, 360, 540]}
              sizes="(min-width: 60rem) 17rem, (min-width: 44rem) 22vw, 42vw"
            />
            <h3>{name}</h3>
            <p>
              {designation}
              <br />
              {company}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
