import { brand, event } from '../content';
import * as texts from '../texts';
import styles from './banner.module.css';
import { Phased } from './phased';

/** A checkbox, which needs no JavaScript, stops the moving line. */
export function Banner() {
  return (
    <aside className={`no-print ${styles.banner}`} aria-label={texts.announcement}>
      <div className={styles.window}>
        <p className={brand.ornament === 'fanlight' ? styles.track : `${styles.track} ${styles.plain}`}>
          <span>
            <Phased open={event.banner} then="banner" />
          </span>
          {[1, 2, 3, 4, 5].map((copy) => (
            <span key={copy} aria-hidden="true">
              <Phased open={event.banner} then="banner" />
            </span>
          ))}
        </p>
      </div>
      <label className={styles.pause}>
        <input type="checkbox" className="unseen" />
        <span className="unseen">{texts.pauseAnnouncement}</span>
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path d="M7 4v12M13 4v12" stroke="currentColor" strokeWidth="2.5" />
          <path d="M6 4l10 6-10 6Z" fill="currentColor" />
        </svg>
      </label>
    </aside>
  );
}
