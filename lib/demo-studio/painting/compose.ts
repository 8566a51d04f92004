import type { FractionBox, PaintRequest, ShotSize } from "@/lib/ai/painter";
import { chooseCamera, pictureSize } from "./camera";
import { type Actor, castActors, drawCast, mostFigures } from "./figures/cast";
import { chooseLight, restyle } from "./light";
import { chooseLook, type Look } from "./looks";
import { paintPortraitGround } from "./portrait";
import { heroIn } from "./props/hero-things";
import { random } from "./random";
import { readScene, type SceneReading } from "./reading";
import { paintPlace } from "./settings";
import { paintDetail } from "./settings/detail";
import { paintThings } from "./settings/things";
import { Stage } from "./stage";
import { paintFocusLines, paintWeather } from "./weather";

/** A composed picture: layers of SVG from far to near, and where the heads are. */
export interface Composition {
  look: Look;
  reading: SceneReading;
  /** The background alone is opaque; the front is drawn over it. */
  back: string;
  front: string;
  faces: { name: string; box: FractionBox }[];
  /** Where the light comes from: −1 left, 1 right. */
  side: -1 | 1;
  /** How far the background is out of focus, in thousandths of the picture. */
  depth: number;
}

const depths: Record<ShotSize, number> = {
  establishing: 0.7,
  wide: 1.2,
  full: 2,
  medium: 3.6,
  "close-up": 5.5,
  detail: 5,
};

function chooseShot(request: PaintRequest): ShotSize {
  if (request.kind === "character") return "close-up";
  if (request.shot === "detail" && request.figures.length > 0 && !heroIn(request.prompt)) {
    return "close-up";
  }
  if (request.shot && (request.shot !== "close-up" || request.figures.length > 0)) {
    return request.shot;
  }
  if (request.kind === "location") return "establishing";
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
  const people = shot === "detail" ? 0 : Math.min(mostFigures, request.figures.length);
  const indoors = reading.air === "room" || reading.place === "ship";
  const camera = chooseCamera(shot, people, size, chance, indoors);
  const light = restyle(chooseLight(reading, side), look.name, reading);
  const stage = new Stage(camera, look, light, reading, placeSeed);
  const faces = draw(stage, request);
  const edge = camera.stand * 1.25;
  const wrap = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${request.width}" height="${request.height}" viewBox="0 0 ${camera.width.toFixed(2)} ${camera.height.toFixed(2)}" preserveAspectRatio="none"><defs>${stage.pen.defs}</defs>${content}</svg>`;
  return {
    look,
    reading,
    back: wrap(stage.markup(edge)),
    front: wrap(stage.markup(0, edge)),
    faces,
    side,
    depth: request.kind === "character" ? 0 : depths[shot],
  };
}

function draw(stage: Stage, request: PaintRequest): Composition["faces"] {
  const { camera, reading } = stage;
  if (request.kind === "character") {
    const actors = castActors(request, camera, stage.look.name, false);
    for (const actor of actors)
      actor.x = camera.width / 2 + (actor.x < camera.width / 2 ? -1 : 1) * 6;
    paintPortraitGround(stage, request.figures[0]?.seed ?? request.seed, actors[0]?.look);
    return drawCast(stage, actors);
  }
  paintPlace(stage);
  if (camera.shot === "detail") {
    paintDetail(stage, request.prompt);
    paintWeather(stage);
    return [];
  }
  const actors =
    request.kind === "location"
      ? []
      : castActors(request, camera, stage.look.name, reading.talking);
  paintThings(stage, actors);
  const faces = drawCast(stage, actors);
  paintWeather(stage);
  dramatise(stage, actors, faces);
  return faces;
}

/** Speed and shock, in the styles that draw them as lines. */
function dramatise(stage: Stage, actors: readonly Actor[], faces: Composition["faces"]) {
  const { camera, look, reading } = stage;
  const inked = look.name === "manga" || look.name === "classic";
  const face = faces[0]?.box;
  if (!inked || !reading.dramatic || !face || actors.length > 2 || camera.shot === "establishing")
    return;
  const x = (face.x + face.width / 2) * camera.width;
  const y = (face.y + face.height / 2) * camera.height;
  paintFocusLines(stage, x, y + camera.height * 0.08, look.name === "manga");
}
