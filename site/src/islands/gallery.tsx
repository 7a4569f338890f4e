import { hydrateIsland } from '../hydrate-island';
import { Mosaic } from '../sections/mosaic';

export const mount = hydrateIsland('gallery', Mosaic);
