import { useState } from 'react';
import { Arch } from '../ui/arch';
import { type ReadyPicture, ShowPicture } from '../ui/picture';
import styles from './speaker-grid.module.css';
import { useRotation } from './use-rotation';

export interface Person {
  name: string;
  designation: string;
  company: string;
  picture: ReadyPicture;
}

export interface SpeakerGridProps {
  people: Person[];
  /** How long one speaker stays highlighted, in milliseconds. */
  advanceMs: number;
  /** The highlighted index runs to the number of speakers minus this, then back to the first. */
  visible: number;
}

/** How wide the highlighted speaker is shown. */
export const stageSizes = '(min-width: 60rem) 24rem, (min-width: 44.01rem) 32vw, 8.5rem';

/** All speakers in arch-topped frames; one after the other takes the marigold line. */
export function SpeakerGrid({ people, advanceMs, visible }: SpeakerGridProps) {
  const [stopped, setStopped] = useState(false);
  const [held, setHeld] = useState(false);
  const [index, setIndex] = useRotation(people.length - visible, advanceMs, stopped || held);
  const person = people[index]!;
  // Whoever presses Play wants to see it, though the button still has the focus or the pointer.
  const press = () => {
    setStopped(!stopped);
    setHeld(!stopped);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only holds still under a pointer or the focus; nothing is pressed here
    <div
      className={styles.layout}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={styles.stage}>
        <Arch lit>
          <ShowPicture picture={{ ...person.picture, alt: '', sizes: stageSizes }} first />
        </Arch>
        <p className={styles.count}>
          {String(index + 1).padStart(2, '0')} / {people.length}
        </p>
        <p className={styles.name}>{person.name}</p>
        <p>
          {person.designation}
          <br />
          {person.company}
        </p>
        <button type="button" className={styles.pause} onClick={press}>
          {stopped ? 'Play' : 'Pause'}
        </button>
      </div>
      <ul className={styles.grid}>
        {people.map(({ name, designation, company, picture }, place) => (
          <li
            key={name}
            aria-current={place === index || undefined}
            className={styles.person}
            onPointerEnter={() => setIndex(place)}
          >
            <Arch lit={place === index}>
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
