import * as texts from '../texts';
import { Arch } from '../ui/arch';
import { Monogram } from '../ui/monogram';
import { type ReadyPicture, ShowPicture } from '../ui/picture';
import styles from './speaker-grid.module.css';

export interface Person {
  name: string;
  designation: string;
  company: string;
  picture?: ReadyPicture | undefined;
}

/** Used by islands/speakers.ts. Source: specification section 4. */
export interface SpeakerTurns {
  /** How long one speaker stays highlighted, in milliseconds. */
  advanceMs: number;
  /** How many speakers, including the current one, are left when the highlight returns to the first speaker. */
  visible: number;
}

export interface SpeakerGridProps extends SpeakerTurns {
  people: Person[];
}

/** The displayed width of the highlighted speaker. */
export const stageSizes = '(min-width: 60rem) 24rem, (min-width: 44.01rem) 32vw, 8.5rem';

/** All speakers in arched frames; the highlighted speaker, marked by a marigold line, also has a large frame. */
export function SpeakerGrid({ people }: SpeakerGridProps) {
  const person = people[0]!;
  return (
    <div className={styles.layout}>
      <div className={styles.stage} data-stage={stageSizes}>
        <Arch lit>
          {person.picture ? (
            <ShowPicture picture={{ ...person.picture, alt: '', sizes: stageSizes }} first />
          ) : (
            <Monogram name={person.name} />
          )}
        </Arch>
        <p className={styles.count} data-count>
          01 / {people.length}
        </p>
        <p className={styles.name} data-name>
          {person.name}
        </p>
        <p data-work>
          {person.designation}
          <br />
          {person.company}
        </p>
        <button type="button" className={styles.pause}>
          {texts.pause}
        </button>
      </div>
      <ul className={styles.grid}>
        {people.map(({ name, designation, company, picture }, place) => (
          <li key={name} aria-current={place === 0 || undefined} className={styles.person}>
            <Arch lit={place === 0}>{picture ? <ShowPicture picture={picture} /> : <Monogram name={name} />}</Arch>
            <h2>{name}</h2>
            <p>
              {designation}
              <br />
              {company}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
