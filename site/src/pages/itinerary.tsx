import { brand, cities, event, itinerary, placeOf, sheetOf } from '../content';
import { Island } from '../island';
import { pictures } from '../pictures';
import { LoopingFilm } from '../sections/looping-film';
import * as texts from '../texts';
import type { ProgrammeDay } from '../types/content.gen';
import { Facts } from '../ui/facts';
import { Hours } from '../ui/hours';
import { Picture, readyPicture } from '../ui/picture';
import { SectionTitle } from '../ui/section-title';
import { SheetTitle } from '../ui/sheet-title';
import styles from './itinerary.module.css';

export default function Itinerary() {
  const several = event.days.length > 1;
  const { intro, days, notes, video, schedule_image: schedule } = itinerary!;
  return (
    <div className={`page ${styles.sections}`}>
      <div>
        <SheetTitle {...sheetOf('/itinerary')} lead={intro} />
        {notes && <Facts className={styles.notes} of={notes.map(({ title, text }) => [title, text])} />}
      </div>
      <section aria-labelledby="highlights">
        <SectionTitle id="highlights" note={event.display_dates}>
          {days.some(({ highlights }) => highlights) ? texts.programmeHighlights : texts.programmeDays}
        </SectionTitle>
        <ol className={styles.days}>
          {days.map((day, index) => (
            <Day key={day.date} day={day} index={index} />
          ))}
        </ol>
        {several && (
          <p className="until-over">
            <a href="/event.ics" className="target" download>
              {texts.addAllDaysToCalendar}
            </a>
          </p>
        )}
      </section>
      {video && (
        <section aria-labelledby="film">
          <h2 id="film" className="unseen">
            {texts.film}
          </h2>
          <Island
            name="film"
            component={LoopingFilm}
            inBrowser={{}}
            props={{
              webm: pictures().address(video.webm),
              mp4: pictures().address(video.mp4),
              poster: readyPicture({
                image: video.poster,
                widths: [480, 960, 1440],
                sizes: '(min-width: 80rem) 75rem, 96vw',
              }),
            }}
          />
        </section>
      )}
      {schedule && (
        <section aria-labelledby="schedule">
          <SectionTitle id="schedule">{texts.programmeSchedule}</SectionTitle>
          <a href={pictures().address(schedule.file)}>
            <Picture
              image={schedule}
              className="framed"
              widths={[480, 960, 1440]}
              sizes="(min-width: 80rem) 75rem, 96vw"
            />
          </a>
          <p>
            <a href={pictures().address(schedule.file)} className="target">
              {brand.words.open_picture}
            </a>
          </p>
        </section>
      )}
    </div>
  );
}

function Day({ day, index }: { day: ProgrammeDay; index: number }) {
  const several = event.days.length > 1;
  const title = day.title || day.display;
  const place = placeOf(event.days.find(({ date }) => date === day.date)?.venue) ?? '';
  return (
    <li>
      <header>
        {several && <p className="accent">{texts.dayNumber(index + 1)}</p>}
        <h3>{title}</h3>
        {title !== day.display && <p>{day.display}</p>}
        {cities().length > 1 && !title.includes(place) && <p>{place}</p>}
        {day.dress && (
          <p>
            <span className={styles.dress}>{texts.dress}</span> {day.dress}
          </p>
        )}
        <a href={`/day-${index + 1}.ics`} className="until-over target" download>
          {texts.addToCalendar}
          {several && <span className="unseen">{texts.addToCalendarDay(index + 1)}</span>}
        </a>
      </header>
      <div className={styles.content}>
        {day.highlights && (
          <ul className={styles.highlights}>
            {day.highlights.map((highlight) => (
              <li key={highlight}>{highlight}</li>
            ))}
          </ul>
        )}
        {day.sessions && (
          <ol className={styles.sessions}>
            {day.sessions.map(({ title, venue, room, ...hours }) => (
              <li key={`${hours.starts_at}${title}${room}`}>
                <span className={styles.hours}>
                  <Hours {...hours} />
                </span>
                <span>
                  {title}
                  {venue && <small> · {placeOf(venue)}</small>}
                  {room && <small> · {room}</small>}
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </li>
  );
}
