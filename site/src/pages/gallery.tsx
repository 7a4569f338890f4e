import { gallery, sheetOf } from '../content';
import { Island } from '../island';
import { Mosaic } from '../sections/mosaic';
import { preloadPicture, readyPicture } from '../ui/picture';
import { SheetTitle } from '../ui/sheet-title';

export default function Gallery() {
  const { intro, images } = gallery!;
  const pictures = images.map(({ caption, image }, index) => ({
    caption,
    small: readyPicture({ image, widths: [400, 800, 1280], sizes: sizesAt(index) }),
    large: readyPicture({ image, widths: [800, 1280, 1920], sizes: '96vw' }),
  }));
  if (pictures[0]) preloadPicture(pictures[0].small);
  return (
    <div className="page">
      <SheetTitle {...sheetOf('/gallery')} lead={intro} />
      <Island name="gallery" component={Mosaic} props={{ pictures }} />
    </div>
  );
}

/** Must match the rows in mosaic.module.css. */
function sizesAt(index: number): string {
  const large = index % 11 === 0 || index % 11 === 8;
  const half = index % 11 >= 9;
  return `(min-width: 60rem) ${large ? '50rem' : half ? '37rem' : '24rem'}, ${index % 3 === 0 ? '94vw' : '46vw'}`;
}
