import * as texts from '../texts';
import { type ReadyPicture, ShowPicture } from '../ui/picture';
import styles from './mosaic.module.css';

export interface MosaicProps {
  pictures: { caption: string; small: ReadyPicture; large: ReadyPicture }[];
}

/** A picture links to its large version, which islands/gallery.ts opens in the viewer. */
export function Mosaic({ pictures }: MosaicProps) {
  return (
    <>
      <ul className={styles.mosaic}>
        {pictures.map(({ caption, small, large }, index) => (
          <li key={large.sources.src}>
            <a href={large.sources.src}>
              <ShowPicture picture={small} first={index === 0} />
              <span>
                <b>{String(index + 1).padStart(2, '0')}</b> {caption}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <Viewer />
    </>
  );
}

/** Empty until a picture is opened. */
function Viewer() {
  return (
    <dialog className={styles.viewer} aria-label={texts.pictureViewer}>
      <figure>
        <picture data-picture="" />
        <figcaption aria-live="polite">
          <b data-place="" /> <span data-caption="" />
        </figcaption>
      </figure>
      <div className={styles.controls}>
        <button type="button" data-previous="">
          <Arrow left /> {texts.previous}
        </button>
        <button type="button" data-next="">
          {texts.next} <Arrow />
        </button>
        <button type="button" data-close="">
          {texts.close}
        </button>
      </div>
    </dialog>
  );
}

function Arrow({ left = false }: { left?: boolean }) {
  return (
    <svg
      viewBox="0 0 20 12"
      width="20"
      height="12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d={left ? 'M20 6H1M6 1 1 6l5 5' : 'M0 6h19M14 1l5 5-5 5'} />
    </svg>
  );
}
