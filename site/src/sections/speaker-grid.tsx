import * as texts from '../texts';
import { Arch } from '../ui/arch';
import { type ReadyPicture, ShowPicture } from '../ui/picture';
import styles from './speaker-grid.module.css';

export interface Person {
  name: string;
  designation: string;
  company: string;
  picture: ReadyPicture;
}

/** How the speakers take turns (islands/speakers.ts, specification section 4). */
export interface SpeakerTurns {
  /** How long one speaker stays highlighted, in milliseconds. */
  advanceMs: number;
  /** The highlighted index runs to the number of speakers minus this, then back to the first. */
  visible: number;
}

export interface SpeakerGridProps extends SpeakerTurns {
  people: Person[];
}

/** How wide the highlighted speaker is shown. */
export const stageSizes = '(min-width: 60rem) 24rem, (min-width: 44.01rem) 32vw, 8.5rem';

/** All speakers in arch-topped frames, the first of them on the stage; one after the other takes the marigold line. */
export function SpeakerGrid({ people }: SpeakerGridProps) {
  const person = people[0]!;
  return (
    <div className={styles.layout}>
      <div className={styles.stage} data-stage>
        <Arch lit>
          <ShowPicture picture={{ ...person.picture, alt: '', sizes: stageSizes }} first />
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
            <Arch lit={place === 0}>
              <ShowPicture picture={picture} />
            </Arch>
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
