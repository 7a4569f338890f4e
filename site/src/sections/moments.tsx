import { event, home, itinerary } from '../content';
import { Picture } from '../ui/picture';
import { SectionTitle } from '../ui/section-title';
import { DayList } from './day-list';
import styles from './moments.module.css';

/** A few moments from the programme, each with a drawing, above the list of days. */
export function Moments() {
  const moments = home?.moments;
  return (
    <section id="days" aria-labelledby="days-title">
      <SectionTitle id="days-title" note={moments && <a href={moments.more.link}>{moments.more.label}</a>}>
        {moments?.title ?? event.display_dates}
      </SectionTitle>
      {moments && (
        <ul className={styles.moments}>
          {moments.entries.map(({ date, highlight, image }) => {
            const day = itinerary?.days.find((one) => one.date === date);
            return (
              <li key={highlight}>
                <Picture
                  image={image}
                  widths={[360, 540, 800]}
                  sizes="(min-width: 60rem) 24rem, (min-width: 44rem) 30vw, 92vw"
                />
                <p className={styles.day}>{day?.display}</p>
                <h3>{highlight}</h3>
                <p className={styles.title}>{day?.title}</p>
              </li>
            );
          })}
        </ul>
      )}
      <DayList />
    </section>
  );
}
