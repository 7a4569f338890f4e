import { hydrateIsland } from '../hydrate-island';
import { SpeakerGrid } from '../sections/speaker-grid';

export const mount = hydrateIsland('speakers', SpeakerGrid);
