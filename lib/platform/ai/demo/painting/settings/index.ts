import type { Stage } from "../stage";
import { landscapes, paintLandscape } from "./open";

export function paintPlace(stage: Stage) {
  const landscape = landscapes[stage.reading.place] ?? landscapes.park;
  if (landscape) paintLandscape(stage, landscape);
}
