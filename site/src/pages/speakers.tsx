import { sheetOf, speakers } from '../content';
import { Island } from '../island';
import { SpeakerGrid, stageSizes } from '../sections/speaker-grid';
import { preloadPicture, readyPicture } from '../ui/picture';
import { SheetTitle } from '../ui/sheet-title';

export default function Speakers() {
  const sheet = sheetOf('/speakers');
  const { speakers: all, advance_ms: advanceMs, visible } = speakers!;
  const people = all.map(({ name, designation, company, image }) => ({
    name,
    designation,
    company,
    picture:
      image &&
      readyPicture({
        image,
        ratio: 1.2,
        widths: [180, 360, 540],
        sizes: '(min-width: 60rem) 11rem, (min-width: 40rem) 22vw, 44vw',
      }),
  }));
  const turns = { advanceMs, visible };
  if (people[0]?.picture) preloadPicture({ ...people[0].picture, sizes: stageSizes });
  return (
    <div className="page">
      <SheetTitle {...sheet} lead={sheet?.description} />
      <Island name="speakers" component={SpeakerGrid} props={{ people, ...turns }} inBrowser={turns} />
    </div>
  );
}
