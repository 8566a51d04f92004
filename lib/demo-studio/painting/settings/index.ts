import type { Place } from "../reading";
import type { Stage } from "../stage";
import { paintShip, paintSpace } from "./cosmos";
import { paintLandmark } from "./landmarks";
import { landscapes } from "./landscapes";
import { paintLandscape } from "./open";
import { paintAlley, paintRooftop } from "./rooftops";
import { paintRoom } from "./rooms";
import { paintBridge, paintHarbour, paintLighthouse, paintSea } from "./seaside";
import { paintTrain } from "./train";
import { paintStreet } from "./urban";
import { paintVillage } from "./village";
import { paintBeach, paintRiver } from "./water";
import { paintCave, paintUnderwater } from "./wild";
import { paintWoods } from "./woods";

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
