// The large drawings by the name of the file that they become.

import * as buildings from './scenes/buildings.mjs';
import * as cities from './scenes/cities.mjs';
import * as plans from './scenes/plans.mjs';
import * as water from './scenes/water.mjs';

export const drawings = {
  'gallery/upper-lake.jpg': water.upperLake,
  'gallery/stupa.jpg': buildings.stupa,
  'gallery/palace-front.jpg': buildings.palaceFront,
  'gallery/stepwell.jpg': water.stepwell,
  'gallery/jali.jpg': plans.jali,
  'gallery/arcade.jpg': buildings.arcade,
  'gallery/market-street.jpg': buildings.marketStreet,
  'gallery/hall.jpg': buildings.hall,
  'gallery/bridge.jpg': water.bridge,
  'gallery/courtyard-plan.jpg': plans.courtyardPlan,
  'gallery/fanlight.jpg': plans.fanlightSheet,
  'gallery/minaret.jpg': buildings.mosque,
  'gallery/city-night.jpg': cities.cityNight,
  'gallery/cenotaphs.jpg': water.cenotaphs,
  'gallery/dam.jpg': water.dam,
  'gallery/garden-plan.jpg': plans.gardenPlan,
  'gallery/stair.jpg': plans.stair,
  'gallery/truss.jpg': plans.truss,
  'gallery/rain.jpg': cities.rain,
  'home/hero.jpg': cities.hero,
  'home/hero-night.jpg': cities.heroNight,
  'home/about.jpg': cities.institute,
  'home/theme.jpg': cities.theme,
};
