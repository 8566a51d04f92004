import { groundAt } from "./camera";
import { blend, darken, lighten } from "./color";
import { appearanceOf } from "./figures/appearance";
import type { Actor } from "./figures/cast";
import { drawCreature } from "./figures/creatures";
import { inOrder, wordsOf } from "./figures/words";
import { ellipse } from "./geometry";
import { drawProp, paintAir } from "./plates";
import { random } from "./random";
import { isHandheld, type Place, type PropName } from "./read-scene";
import { paintMoon } from "./sky";
import type { Stage } from "./stage";
import words from "./tables.json" with { type: "json" };

interface Standing {
  half: number; // half of its width, and its distance in the unit of the figures'
  back?: number;
  outdoors?: boolean;
  creature?: { look: string; size: number };
}
const standing: Partial<Record<PropName, Standing>> = words.standing;
const flying: Partial<Record<PropName, { size: number; turn: number }>> = words.flying;
const heroes = wordsOf(words.heroes);

/** The thing that a prompt puts in the centre, or undefined. */
export function mainPropIn(prompt: string): string | undefined {
  // "Detail in the bar at night: a card on the counter" means the card.
  return inOrder(heroes, prompt.replace(/^detail[^:]*:/i, ""))[0];
}

/** An animal in the colour of the prompt. */
function drawAnimal({ pen, placeSeed, reading }: Stage, name: PropName, description: string) {
  const usual = appearanceOf({ id: placeSeed + name, name, description });
  const coat = reading.dye(name) ?? usual.coat;
  drawCreature(pen, { ...usual, coat }, "smile");
}

const shadow = (stage: Stage, x: number, y: number, half: number, opacity: number) =>
  stage.pen.shape(ellipse(x, y, half, half * 0.13), "#120f1c", { raw: true, line: 0, opacity });

/** The first two flying things of the prompt, in the upper part of the picture. */
function paintFlying(stage: Stage) {
  const { camera, reading } = stage;
  const found = reading.props.flatMap((name) => (flying[name] ? { name, ...flying[name] } : []));
  for (const [index, { name, size, turn }] of found.slice(0, 2).entries())
    stage.put(800, (pen) => {
      pen.distance = 14;
      const [x, y] = index ? [0.26, 0.36] : [0.68, 0.5];
      const [left, top] = [camera.width * x, camera.horizon * y];
      pen.within(left, top, (camera.height * size) / 100, () => drawProp(pen, name), false, turn);
    });
}

/** Places the things of the prompt in free space: in the sky, on the ground, next to people. */
export function paintProps(stage: Stage, actors: readonly Actor[]) {
  const { camera, reading, width, height } = stage;
  const close = camera.shot === "close-up" || camera.shot === "detail";
  const open = reading.air === "open";
  const taken = new Set<string>(actors.map(({ look }) => look.species));
  const free = freeShares(actors, width);
  let ground = 0;
  if (open) paintFlying(stage);
  for (const name of reading.props) {
    if (name === "moon" && open && reading.time !== "night")
      paintMoon(stage, width * 0.8, camera.horizon * 0.3, height * 0.05);
    const thing = standing[name];
    if (!thing || close || ground > 1 || taken.has(name) || (thing.outdoors && !open)) continue;
    const isAfloat = name === "boat" && words.waters.includes(reading.place);
    // The harbour's plates already contain boats.
    if (isAfloat && reading.place !== "harbour")
      stage.put(620, (pen) => {
        pen.distance = 14;
        const y = camera.horizon + height * 0.07;
        pen.within(width * 0.6, y, height * 0.0002, () => drawProp(pen, "sailboat"));
      });
    if (isAfloat || (isHandheld(name) && actors.length > 0)) continue;
    const share = free[ground % free.length] ?? 0.82;
    const draw = () => {
      shadow(stage, 0, 0.02, thing.half * 1.1, 0.35);
      const { creature } = thing;
      if (creature)
        stage.pen.within(0, 0, creature.size, () => drawAnimal(stage, name, creature.look));
      else
        stage.pen.within(0, 0, 0.01, () =>
          drawProp(stage.pen, name, reading.wintry, reading.dye(name)),
        );
    };
    const z = camera.stand * (thing.back ?? 1.06) + ground * 0.2;
    const [x, y, scale] = [share * width, groundAt(camera, z), camera.focal / z];
    stage.put(z, (pen) => pen.within(x, y, scale, draw, share > 0.5));
    ground += 1;
  }
}

/** The widest gap between and beside the actors. */
function freeShares(actors: readonly Actor[], width: number): number[] {
  if (actors.length === 0) return [0.58, 0.24];
  const xs = [0, ...actors.map(({ x }) => x / width).sort((a, b) => a - b), 1];
  const gaps = xs.slice(1).map((to, index) => {
    const from = xs[index] ?? 0;
    const share = index === 0 ? 0.4 : index === xs.length - 2 ? 0.6 : 0.5;
    return { middle: from + (to - from) * share, gap: to - from };
  });
  return gaps.sort((a, b) => b.gap - a.gap).map(({ middle }) => middle);
}

const tops: Partial<Record<Place, string>> = words.grounds;

/** A detail: one thing, large, on a table or on the ground, in its own light. */
export function paintDetail(stage: Stage, prompt: string) {
  const { width, height, pen, reading, light } = stage;
  const { air, place } = reading;
  const chance = stage.random("detail");
  const hero = mainPropIn(prompt) ?? chance.pick(words.usualHeroes);
  const size = Math.min(width * 0.62, height * 0.5);
  const unit = size / 84;
  const [x, base] = [width * chance.range(0.46, 0.54), height * 0.74];
  const ground =
    reading.wintry && air === "open"
      ? "#e3ebf2"
      : (tops[place] ?? (air === "room" ? "#9a6a42" : "#8f867c"));
  stage.put(0.9, () => {
    Object.assign(pen, { quiet: 0, distance: 1, lift: 0.2 });
    const edge = base - unit * 9;
    const bow = air === "open" ? 24 : 0;
    const top = `M-20 ${edge + bow / 2}Q${width * 0.4} ${edge - bow / 2} ${width + 20} ${edge + bow / 3}`;
    pen.shape(`${top}V${height + 30}H-20Z`, ground, { fade: 0.4 });
    for (const row of [0.24, 0.52, 0.84]) {
      const y = edge + (height - edge) * row;
      pen.mark(`M-20 ${y}Q${width / 2} ${y + chance.range(-8, 8)} ${width + 20} ${y}`, ground, 0.7);
    }
    const day = reading.time === "day";
    pen.glow(x, base - unit * 36, size * 0.95, day ? "#fff6de" : "#fff0c8", day ? 0.4 : 0.55);
    shadow(stage, x - light.side * unit * 5, base + unit, unit * 36, 0.4);
    pen.within(x, base, unit, () => drawProp(pen, `hero-${hero}`));
  });
}

/** The plain, decorated ground of a character's portrait, in a colour of the character. */
export function paintPortraitGround(stage: Stage, seed: string, actor: Actor | undefined) {
  const chance = random(`portrait:${seed}`);
  const look = actor?.look;
  const clothes = look?.outer === "none" ? look.topColor : look?.outerColor;
  const base = chance.pick(words.portraitGrounds.filter((color) => color !== clothes));
  const disc = blend(lighten(base, 0.62), "#fff6e0", 0.4);
  const ground = { top: lighten(base, 0.28), foot: darken(base, 0.14) };
  const palette = { ...ground, pattern: lighten(base, 0.4), disc };
  paintAir(stage, `ground-${chance.pick([0, 1, 2, 3])}`, { palette });
}
