import { type PictureSources, pictures, preload } from '../pictures';
import type { Image } from '../types/content.gen';

export interface PictureProps {
  image: Image;
  /** The displayed width, as in HTML's `sizes` attribute: "(min-width: 48rem) 33vw, 100vw". */
  sizes: string;
  /** The widths to encode, in pixels. */
  widths?: number[];
  /** The height divided by the width after cropping. By default, the picture is not cropped. */
  ratio?: number;
  /** The picture is on the first screen, so it loads at once; with a media query, only on matching screens. */
  first?: boolean | string;
  className?: string | undefined;
}

/** The data with which an island shows a picture in the browser. */
export interface ReadyPicture {
  sources: PictureSources;
  /** The version for the dark theme. */
  night?: PictureSources | undefined;
  sizes: string;
  alt: string;
  width: number;
  height: number;
}

/** Finds the picture's addresses while the page is rendered. */
export function readyPicture({ image, sizes, widths = [320, 720, 960, 1280], ratio }: PictureProps): ReadyPicture {
  const height = ratio ? Math.round(image.width * ratio) : image.height;
  const sources = pictures().sources(image.file, { width: image.width, height }, widths, image.focus);
  const night = image.night
    ? pictures().sources(image.night, { width: image.width, height }, widths, image.focus)
    : undefined;
  return { sources, night, sizes, alt: image.alt, width: image.width, height };
}

/** A picture from the content, rendered only on the server; islands use ShowPicture. */
export function Picture(props: PictureProps) {
  const ready = readyPicture(props);
  if (props.first) preloadPicture(ready, props.first === true ? [] : [props.first]);
  return <ShowPicture picture={ready} first={props.first === true} className={props.className} />;
}

/** Preloads a picture in the version for the visitor's light or dark theme. */
export function preloadPicture({ sources, night, sizes }: ReadyPicture, on: string[] = []): void {
  const ask = ({ srcset }: PictureSources, ...media: string[]) => {
    if (srcset) preload({ srcset, sizes, media: [...on, ...media].join(' and ') || undefined });
  };
  if (!night) return ask(sources);
  ask(sources, light);
  ask(night, dark);
}

const light = '(prefers-color-scheme: light)';
const dark = '(prefers-color-scheme: dark)';

interface ShowPictureProps {
  picture: ReadyPicture;
  first?: boolean | undefined;
  className?: string | undefined;
}

/** A picture whose addresses readyPicture has already found, so that it also works in an island. */
export function ShowPicture({ picture, first, className }: ShowPictureProps) {
  const { sources, night, sizes, alt, width, height } = picture;
  return (
    <picture>
      {night?.srcset && <source type="image/avif" srcSet={night.srcset} sizes={sizes} media={dark} />}
      {sources.srcset && <source type="image/avif" srcSet={sources.srcset} sizes={sizes} />}
      <img
        src={sources.src}
        alt={alt}
        width={width}
        height={height}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
        className={className}
      />
    </picture>
  );
}
