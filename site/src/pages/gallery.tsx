import { gallery, sheetOf } from '../content';
import { Island } from '../island';
import { Mosaic } from '../sections/mosaic';
import { readyPicture } from '../ui/picture';
import { SheetTitle } from '../ui/sheet-title';

export default function Gallery() {
  const sheet = sheetOf('/gallery');
  const pictures = gallery.images.map(({ caption, image }) => ({
    caption,
    small: readyPicture({ image, widths: [320, 480, 720], sizes: '(min-width: 60rem) 24rem, (min-width: 40rem) 46vw, 94vw' }),
    large: readyPicture({ image, widths: [720, 1280, 1920], sizes: '96vw' }),
  }));
  return (
    <div className="page">
      <SheetTitle number={sheet?.number} title={sheet?.title ?? ''} lead={gallery.intro} />
      <Island name="gallery" component={Mosaic} props={{ pictures }} />
    </div>
  );
}
