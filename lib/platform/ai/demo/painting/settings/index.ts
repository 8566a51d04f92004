import type { Place } from "../reading";
import type { Stage } from "../stage";
import { paintShip, paintSpace, paintTrain } from "./cosmos";
import { paintLandmark } from "./landmarks";
import { landscapes, paintLandscape } from "./open";
import { paintRoom } from "./rooms";
import { paintAlley, paintRooftop, paintStreet, paintVillage } from "./urban";
import {
  paintBeach,
  paintBridge,
  paintHarbour,
  paintLighthouse,
  paintRiver,
  paintSea,
} from "./water";
import { paintCave, paintUnderwater, paintWoods } from "./wild";

const places: Partial<Record<Place, (stage: Stage) => void>> = {
  street: paintStreet,
  alley: paintAlley,
  rooftop: paintRooftop,
  village: (stage) => paintVillage(stage, false),
  market: (stage) => paintVillage(stage, true),
  forest: (stage) => paintWoods(stage, false),
  jungle: (stage) => paintWoods(stage, true),
  sea: paintSea,
  beach: paintBeach,
  river: paintRiver,
  harbour: paintHarbour,
  lighthouse: paintLighthouse,
  bridge: paintBridge,
  cave: paintCave,
  underwater: paintUnderwater,
  space: paintSpace,
  ship: paintShip,
  train: paintTrain,
};

/** Builds the place that the reading names. */
export function paintPlace(stage: Stage) {
  const { place } = stage.reading;
  const own = places[place];
  if (own) return own(stage);
  if (paintRoom(stage)) return;
  const landscape = landscapes[place] ?? landscapes.park;
  if (landscape) paintLandscape(stage, landscape);
  paintLandmark(stage);
}
