import type { FractionBox, PaintRequest } from "../../painter";
import type { ShotSize } from "../../writer";
import { chooseCamera, pictureSize } from "./camera";
import { castActors, drawCast } from "./figures/cast";
import { chooseLight } from "./light";
import { chooseLook, type Look } from "./looks";
import { random } from "./random";
import { readScene, type SceneReading } from "./reading";
import { paintPlace } from "./settings";
import { Stage } from "./stage";

/** A composed picture: layers of SVG from far to near, and where the heads are. */
export interface Composition {
  look: Look;
  reading: SceneReading;
  /** The background alone is opaque; the front is drawn over it. */
  back: string;
  front: string;
  faces: { name: string; box: FractionBox }[];
}

function chooseShot(request: PaintRequest): ShotSize {
  if (request.kind === "character") return "close-up";
  if (request.shot) return request.shot;
  if (request.kind === "location") return "wide";
  if (request.figures.length === 0) return "wide";
  return random(`shot:${request.seed}`).pick(["full", "medium", "wide"] as const);
}

export function compose(request: PaintRequest): Composition {
  const look = chooseLook(request.artStyle);
  const reading = readScene(request);
  const shot = chooseShot(request);
  const chance = random(`camera:${request.seed}`);
  const placeSeed = request.location?.seed ?? `${reading.place}:${request.seed}`;
  const side = random(`light:${placeSeed}`).chance(0.5) ? 1 : -1;
  const size = pictureSize(request.width, request.height);
  const camera = chooseCamera(shot, Math.min(4, request.figures.length), size, chance);
  const stage = new Stage(camera, look, chooseLight(reading, side), reading, placeSeed);
  paintPlace(stage);
  const actors = castActors(request, camera, reading.talking);
  const faces = drawCast(stage, actors);
  const edge = camera.stand * 1.25;
  const wrap = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${request.width}" height="${request.height}" viewBox="0 0 ${camera.width.toFixed(2)} ${camera.height.toFixed(2)}" preserveAspectRatio="none"><defs>${stage.pen.defs}</defs>${content}</svg>`;
  return {
    look,
    reading,
    back: wrap(stage.markup(edge)),
    front: wrap(stage.markup(0, edge)),
    faces,
  };
}
