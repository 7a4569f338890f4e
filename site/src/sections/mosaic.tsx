import { useEffect, useRef, useState } from 'react';
import { type ReadyPicture, ShowPicture } from '../ui/picture';
import styles from './mosaic.module.css';

export interface MosaicProps {
  pictures: { caption: string; small: ReadyPicture; large: ReadyPicture }[];
}

/** All pictures as a mosaic; each opens large in a viewer that works by keyboard. Without script they are links. */
export function Mosaic({ pictures }: MosaicProps) {
  const [shown, setShown] = useState<number>();
  return (
    <>
      <ul className={styles.mosaic}>
        {pictures.map(({ caption, small, large }, index) => (
          <li key={large.sources.src} className={small.height > small.width ? styles.tall : undefined}>
            <a
              href={large.sources.src}
              onClick={(event) => {
                event.preventDefault();
                setShown(index);
              }}
            >
              <ShowPicture picture={small} first={index === 0} />
              <span>
                <b>{String(index + 1).padStart(2, '0')}</b> {caption}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <Viewer pictures={pictures} index={shown} onMove={setShown} onClose={() => setShown(undefined)} />
      )}
    </>
  );
}

interface ViewerProps extends MosaicProps {
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
}

function Viewer({ pictures, index, onMove, onClose }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { caption, large } = pictures[index]!;
  const step = (by: number) => onMove((index + by + pictures.length) % pictures.length);
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => opener?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label="Picture viewer"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') step(1);
        if (event.key === 'ArrowLeft') step(-1);
      }}
    >
      <figure>
        <ShowPicture key={large.sources.src} picture={large} first />
        <figcaption aria-live="polite">
          <b>
            {index + 1} / {pictures.length}
          </b>{' '}
          {caption}
        </figcaption>
      </figure>
      <div className={styles.controls}>
        <button type="button" onClick={() => step(-1)}>
          <Arrow left /> Previous
        </button>
        <button type="button" onClick={() => step(1)}>
          Next <Arrow />
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
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
