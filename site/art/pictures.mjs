// Every picture by the file that it becomes.

import * as buildings from './scenes/buildings.mjs';
import * as water from './scenes/water.mjs';

export function pictures() {
  return {
    'gallery/upper-lake.jpg': water.upperLake,
    'gallery/stupa.jpg': buildings.stupa,
    'gallery/palace-front.jpg': buildings.palaceFront,
    'gallery/stepwell.jpg': water.stepwell,
    'gallery/arcade.jpg': buildings.arcade,
    'gallery/market-street.jpg': buildings.marketStreet,
    'gallery/hall.jpg': buildings.hall,
    'gallery/bridge.jpg': water.bridge,
    'gallery/minaret.jpg': buildings.mosque,
    'gallery/cenotaphs.jpg': water.cenotaphs,
    'gallery/dam.jpg': water.dam,
  };
}
