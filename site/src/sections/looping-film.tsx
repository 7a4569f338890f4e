import * as texts from '../texts';
import { type ReadyPicture, ShowPicture } from '../ui/picture';
import styles from './looping-film.module.css';

export interface LoopingFilmProps {
  webm: string;
  mp4: string;
  poster: ReadyPicture;
}

/** Silent. islands/film.ts plays the film while it is visible; without JavaScript, it has controls. */
export function LoopingFilm({ webm, mp4, poster }: LoopingFilmProps) {
  return (
    <div className={`no-print ${styles.film}`}>
      {/* Visible until the video shows its first frame. A poster image could not be lazy or in a modern format. */}
      <ShowPicture picture={{ ...poster, alt: '' }} />
      <video
        controls
        loop
        muted
        playsInline
        preload="none"
        width={poster.width}
        height={poster.height}
        aria-label={poster.alt}
      >
        <source src={webm} type="video/webm" />
        <source src={mp4} type="video/mp4" />
      </video>
      <button type="button" hidden>
        {texts.pauseFilm}
      </button>
    </div>
  );
}
