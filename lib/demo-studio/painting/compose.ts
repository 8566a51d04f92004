import type { PaintRequest } from "@/lib/ai/painter";
import { chooseCamera, framings, pictureSize } from "./camera";
import { type Actor, castActors, drawCast, maxFigures } from "./figures/cast";
import { chooseLight, restyle } from "./light";
import { chooseLook } from "./looks";
import { paintAir, paintPlate } from "./plates";
import { mainPropIn, paintDetail, paintPortraitGround, paintProps } from "./props";
import { random } from "./random";
import { readScene, readShot, type ShotSize, withoutDenied } from "./read-scene";
import { paintSky, paintWeather } from "./sky";
import { Stage } from "./stage";

/** A composed picture: layers of SVG from far to near, and the positions of the heads. */
export type Composition = ReturnType<typeof compose>;
type Faces = ReturnType<typeof drawCast>;

function chooseShot(request: PaintRequest, asked: ShotSize | undefined): ShotSize {
  const { kind, prompt, figures } = request;
  if (kind === "character") return "close-up";
  if (kind === "reference" && asked) return asked;
  if (asked === "detail" && figures.length > 0 && !mainPropIn(prompt)) return "close-up";
  if (asked && (asked !== "close-up" || figures.length > 0)) return asked;
  if (kind === "location") return "establishing";
  if (figures.length === 0) return "wide";
  return random(`shot:${request.seed}`).pick(["full", "medium", "wide"] as const);
}

export function compose(asked: PaintRequest) {
  const { prompt, shot: wanted } = readShot(asked.prompt);
  const request = { ...asked, prompt: withoutDenied(prompt) };
  const look = chooseLook(request.artStyle);
  const reading = readScene(request);
  const shot = chooseShot(request, wanted);
  const placeSeed = request.location?.id ?? `${reading.place}:${request.seed}`;
  const side = random(`light:${placeSeed}`).chance(0.5) ? 1 : -1;
  const size = pictureSize(request.width, request.height);
  const people = shot === "detail" ? 0 : Math.min(maxFigures, request.figures.length);
  const indoors = reading.air === "room" || reading.place === "ship" || reading.place === "train";
  const camera = chooseCamera(shot, people, size, random(`camera:${request.seed}`), indoors);
  const light = restyle(chooseLight(reading, side), look.name, reading);
  const stage = new Stage(camera, look, light, reading, placeSeed);
  const faces = draw(stage, request);
  const edge = camera.stand * 1.25;
  return {
    request: asked,
    look,
    shot,
    reading,
    faces,
    side: light.side,
    // Only the background is opaque; the front is drawn over it.
    back: svgOf(stage, request, stage.markup(edge)),
    front: svgOf(stage, request, stage.markup(0, edge)),
    // Blur of the background, in thousandths of the picture.
    depth: isOfFigure(request) ? 0 : framings[shot].depth,
  };
}

const svgOf = ({ camera, pen }: Stage, { width, height }: PaintRequest, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${camera.width.toFixed(2)} ${camera.height.toFixed(2)}" preserveAspectRatio="none"><defs>${pen.defs}</defs>${content}</svg>`;

/** A picture of one figure, before a plain ground. */
const isOfFigure = ({ kind, figures }: PaintRequest) =>
  kind === "character" || (kind === "reference" && figures.length > 0);

function draw(stage: Stage, request: PaintRequest): Faces {
  const { camera, reading, look } = stage;
  if (isOfFigure(request)) {
    const actors = castActors(request, camera, look.name, false);
    const middle = camera.width / 2;
    for (const actor of actors) actor.x = middle + (actor.x < middle ? -6 : 6);
    paintPortraitGround(stage, request.figures[0]?.id ?? request.seed, actors[0]);
    return drawCast(stage, actors);
  }
  if (reading.air === "open") paintSky(stage);
  const plate = framings[camera.shot].plate;
  const variant = plate === "mid" ? `-${stage.random("variant").pick(["a", "b"] as const)}` : "";
  paintPlate(stage, `${reading.place}-${plate}${variant}`);
  paintWeather(stage);
  if (camera.shot === "detail") {
    paintDetail(stage, request.prompt);
    return [];
  }
  const present = request.kind === "location" ? { ...request, figures: [] } : request;
  const actors = castActors(present, camera, look.name, reading.talking);
  paintProps(stage, actors);
  const faces = drawCast(stage, actors);
  drawFocusLines(stage, actors, faces);
  return faces;
}

/** Draws speed and shock as lines towards a face, in the inked styles. */
function drawFocusLines(stage: Stage, actors: readonly Actor[], faces: Faces) {
  const { camera, look, reading } = stage;
  const inked = look.name === "manga" || look.name === "classic";
  const face = faces[0]?.box;
  if (!inked || !reading.dramatic || !face || actors.length > 2 || camera.shot === "establishing")
    return;
  const x = (face.x + face.width / 2) * camera.width;
  const y = (face.y + face.height / 2 + 0.08) * camera.height;
  const palette = { flash: look.name === "manga" ? "#000000" : "#ffffff" };
  paintAir(stage, "focus", { palette, at: [x, y, Math.min(camera.width, camera.height) / 1.2] });
}
