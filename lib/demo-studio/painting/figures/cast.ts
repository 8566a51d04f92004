import type { FractionBox, PaintedFigure, PaintRequest } from "@/lib/ai/painter";
import { type Camera, groundAt } from "../camera";
import { blend, clamp } from "../color";
import { ellipse } from "../geometry";
import type { LookName } from "../looks";
import { drawProp } from "../plates";
import { random } from "../random";
import { isHandheld } from "../read-scene";
import type { Stage } from "../stage";
import { chooseExpression, choosePose, type Pose, poseOf } from "./acting";
import { type Appearance, appearanceOf } from "./appearance";
import { buildOf, drawPerson, type Person } from "./body";
import { creatureHead, drawCreature, type HeadBox } from "./creatures";
import { hats, headUnits, neck } from "./head";
import { headBox } from "./peeps";
import table from "./poses.json" with { type: "json" };

export interface Actor extends Person {
  figure: PaintedFigure;
  scale: number; // picture units per centimetre
  x: number; // position of the feet, distance and direction
  y: number;
  z: number;
  facing: 1 | -1;
}

const titles = /^(?:the|old|young|little|captain|doctor|..?)$/;
const namesOf = ({ name }: PaintedFigure) =>
  name
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => !titles.test(word));

/** The part of a prompt about one figure: the sentences that name it, else all. */
function wordsAbout(figure: PaintedFigure, figures: readonly PaintedFigure[], prompt: string) {
  const all = namesOf(figure);
  const others = figures.filter((other) => other !== figure).flatMap(namesOf);
  // With Anna Berg and Anna Lind, "Anna" is ambiguous.
  const own = all.filter((name) => !others.includes(name));
  const names = ["they", "both", "all", "everybody", "other", ...(own.length > 0 ? own : all)];
  if (figures.length === 1 || all.length === 0) return prompt.toLowerCase();
  const parts = prompt.split(/(?<=[.!?;])\s+|\b(?:and|but) (?=\p{Lu})|\bwhile\b/u);
  const isOwn = (part: string) =>
    part.split(/[^\p{L}\p{N}-]+/u).some((word) => names.includes(word));
  return parts
    .map((part) => part.toLowerCase())
    .filter(isOwn)
    .join(" ");
}

/** Head box of a person in centimetres from the feet, leaning included. */
function personHead(a: Appearance, pose: Pose): HeadBox {
  const b = buildOf(a);
  const unit = b.head / headUnits;
  const [left = 200, top = 120, right = 584, bottom = 566] = headBox[a.head] ?? [];
  const rise = hats[a.hat]?.rise ?? 0;
  const x = (Math.max(left, 150) - neck.x) * unit;
  const y = -138 * b.sy + (Math.min(top, 124 - rise) - neck.y) * unit;
  const angle = (pose.lean * Math.PI) / 180;
  const height = -84 * b.sy - y;
  return [
    x + Math.sin(angle) * height,
    y + (1 - Math.cos(angle)) * height,
    (Math.min(right, 610) - Math.max(left, 150)) * unit,
    (Math.min(bottom, 574) - Math.min(top, 124 - rise)) * unit,
  ];
}

/** An actor's head in picture units: left, top, width, height. */
function headAt(actor: Actor): HeadBox {
  const { look, pose, x, y, scale, facing } = actor;
  const [left, top, width, height] =
    look.species === "human" ? personHead(look, pose) : creatureHead(look);
  const from = facing < 0 ? -(left + width) : left;
  return [x + from * scale, y + top * scale, width * scale, height * scale];
}

/** Positions of several actors, by their number, and of a single one. */
const slots: Partial<Record<string, number[]>> = table.slots;
const lone: Partial<Record<Camera["shot"], number>> = table.lone;
/** A panel's script has no more names. */
export const maxFigures = 6;

/** Height in centimetres of the smallest animal in a picture. */
const smallest = 34;

/** Where tones are few, dark skin is drawn lighter, so that a face's black lines stay visible. */
const forLook = (look: Appearance, name: LookName): Appearance =>
  name === "noir" || name === "manga"
    ? { ...look, skin: blend(look.skin, "#ffffff", name === "noir" ? 0.42 : 0.5) }
    : look;

/** Assigns each actor a position, an action and a direction. */
export function castActors(request: PaintRequest, camera: Camera, style: LookName, talks: boolean) {
  const figures = request.figures.slice(0, maxFigures);
  const count = figures.length;
  const chance = random(`cast:${request.seed}:${figures.map(({ id }) => id).join()}`);
  const { shot } = camera;
  const close = shot === "close-up" || shot === "medium";
  const swap = count === 1 && chance.chance(0.5);
  const portrait = request.kind === "character";
  const actors = figures.map((figure, index): Actor => {
    const look = forLook(appearanceOf(figure), style);
    const words = wordsAbout(figure, figures, request.prompt);
    const seed = `${request.seed}:${figure.id}`;
    const between = count === 3 && index === 1 && chance.chance(0.5);
    const right = count === 1 ? !swap : between || (index + 0.5) / count < 0.5;
    const name = portrait ? "stand" : choosePose(words, seed, talks);
    const step = shot === "establishing" ? 0.16 : 0.07;
    const z = camera.stand * (close ? 1 : 1 + (index % 2) * step + chance.range(0, 0.03));
    let share = slots[count]?.[index] ?? 0.02 + (0.96 * (index + 0.5)) / count;
    if (count === 1) share = swap ? 1 - (lone[shot] ?? 0.4) : (lone[shot] ?? 0.4);
    if (shot === "establishing" && count > 1) share = 0.5 + (share - 0.5) * 0.62;
    if (!close) share += chance.range(-0.025, 0.025);
    // Animals and robots are not of human size: in close shots their heads fill the space of a
    // human head.
    const usual = (shot === "close-up" ? 40 : 46) * (count === 1 ? 1.12 : 0.84);
    const [, top, , head] = creatureHead(look);
    // At least as tall as a lying cat, so that its face is visible.
    const size = Math.max(look.size, -smallest / top);
    const near = count === 1 ? 1 : Math.max(0.62, Math.min(1, size));
    const grow = look.species === "human" ? 1 : close ? (usual / head) * near : size;
    return {
      figure,
      look,
      pose: poseOf(close && name === "walk" ? "ease" : name),
      expression: chooseExpression(portrait ? "" : words, seed, look.age === "elder"),
      scale: (camera.focal / z / 100) * grow,
      x: share * camera.width,
      y: groundAt(camera, z),
      z,
      facing: right ? 1 : -1,
    };
  });
  if (close) alignHeads(actors, camera);
  else fitHeads(actors, camera);
  return actors;
}

/** Half figures and portraits: the tallest head is at the same height in every picture. */
function alignHeads(actors: Actor[], { height, shot }: Camera) {
  const target = height * (shot === "close-up" ? 0.17 : 0.24);
  const tops = actors.map((actor) => headAt(actor)[1]);
  const highest = tops.reduce((most, top) => Math.min(most, top), Infinity);
  for (const [index, actor] of actors.entries()) {
    const below = (tops[index] ?? highest) - highest;
    // Children and animals stay lower, with their faces inside the picture.
    const limit = Math.max(0, height * 0.86 - target - headAt(actor)[3]);
    actor.y += target - highest - below + Math.min(below * 0.75, height * 0.3, limit);
  }
}

/** Whole figures: every head stays inside the picture. */
function fitHeads(actors: Actor[], { height }: Camera) {
  const least = height * 0.07;
  for (const actor of actors) {
    const top = headAt(actor)[1];
    if (top < least) actor.scale *= (actor.y - least) / (actor.y - top);
  }
}

/** Draws the actors on the stage and returns the positions of their heads. */
export function drawCast(stage: Stage, actors: readonly Actor[]) {
  const { light, camera } = stage;
  const { time, air } = stage.reading;
  const night = time === "night" || air === "cave" || air === "underwater";
  const free = stage.reading.props.filter(isHandheld);
  // Wings are drawn behind all figures, so that they cover no figure.
  const farthest = actors.reduce((most, { z }) => Math.max(most, z), 0);
  return actors.map((actor, index) => {
    // A head far in front of the feet, such as a horse's, stays inside the picture.
    const [left, , width] = headAt(actor);
    actor.x += Math.max(0, Math.min(camera.width - width, left)) - left;
    const { look, x, y, scale, facing } = actor;
    const order = look.species === "dragon" ? farthest + 0.001 : actor.z;
    stage.put(order - index * 0.001, (brush) => {
      brush.quiet = 0;
      brush.lift = (night ? 0.4 : 0.12) + (brush.look.name === "noir" ? 0.3 : 0);
      brush.distance = Math.min(actor.z, camera.shot === "establishing" ? 9 : 5);
      const half = (look.species === "human" ? 30 : 34) * scale;
      const shadow = ellipse(x - light.side * 9 * scale, y + 1.5 * scale, half, half * 0.2);
      if (y < camera.height * 1.06)
        brush.shape(shadow, "#120f1c", { raw: true, line: 0, opacity: 0.42 });
      const draw = () => {
        // The first thing of the prompt that fits a hand and that no other actor carries.
        const held = actor.pose.carries && free.shift();
        const dye = held ? stage.reading.dye(held) : undefined;
        const carry = held ? () => drawProp(brush, `hand-${held}`, false, dye) : undefined;
        if (look.species !== "human") {
          drawCreature(brush, look, actor.expression);
          // Paws and wings cannot hold a thing: it is placed in front of them.
          if (carry) brush.within(22, -3, 1, carry);
        } else drawPerson(brush, actor, carry);
      };
      brush.within(x, y, scale, draw, facing < 0);
    });
    return { name: actor.figure.name, box: fraction(camera, headAt(actor)) };
  });
}

function fraction(camera: Camera, [x, y, width, height]: HeadBox): FractionBox {
  const round = (value: number) => Math.round(value * 1e4) / 1e4;
  const part = (value: number, side: number) => round(clamp(value / side));
  const [left, right] = [part(x, camera.width), part(x + width, camera.width)];
  const [top, bottom] = [part(y, camera.height), part(y + height, camera.height)];
  return { x: left, y: top, width: round(right - left), height: round(bottom - top) };
}
