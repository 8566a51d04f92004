import type { Actor } from "../figures/cast";
import { ellipse, polygon, rect } from "../geometry";
import { isHandheld } from "../props/hand";
import { heroIn } from "../props/hero-things";
import { roundTree } from "../props/trees";
import { airship, bicycle, car, plane, rocket, rowboat, sailboat, ufo } from "../props/vessels";
import type { PropName } from "../reading";
import { paintMoon } from "../sky";
import type { Stage } from "../stage";
import { creature } from "./detail";

/** Things in the sky: share of width and height, and units per metre relative to the picture. */
const flying: Partial<Record<PropName, (stage: Stage, x: number, y: number) => void>> = {
  birds: (stage, x, y) => {
    const random = stage.random("birds");
    stage.put(900, (pen) => {
      pen.distance = 20;
      for (let index = 0; index < 7; index++) {
        const [bx, by] = [
          x + random.range(-0.16, 0.16) * stage.width,
          y + random.range(-0.07, 0.07) * stage.height,
        ];
        const s = stage.height * random.range(0.008, 0.018);
        pen.mark(
          `M${bx - s * 1.4} ${by - s * 0.3}Q${bx - s * 0.6} ${by - s} ${bx} ${by}Q${bx + s * 0.6} ${by - s} ${bx + s * 1.4} ${by - s * 0.4}`,
          "#2a2a34",
          1.1,
        );
      }
    });
  },
  airship: (stage, x, y) =>
    stage.put(800, (pen) => {
      pen.distance = 18;
      pen.within(x, y, stage.height * 0.016, () => airship(pen));
    }),
  plane: (stage, x, y) =>
    stage.put(800, (pen) => {
      pen.distance = 14;
      pen.within(x, y, stage.height * 0.022, () => plane(pen), false, -8);
    }),
  ufo: (stage, x, y) =>
    stage.put(800, (pen) => {
      pen.distance = 10;
      pen.within(x, y, stage.height * 0.022, () => ufo(pen), false, 6);
    }),
  rocket: (stage, x, y) =>
    stage.put(800, (pen) => {
      pen.distance = 10;
      pen.within(x, y, stage.height * 0.02, () => rocket(pen, true), false, 24);
    }),
};

/** Things on the ground, in metres, with the half width they need. */
const standing: Partial<
  Record<
    PropName,
    { half: number; back?: number; outdoors?: boolean; draw: (stage: Stage) => void }
  >
> = {
  car: { half: 2.2, back: 1.5, outdoors: true, draw: (stage) => car(stage.pen, stage.light.lamps) },
  bicycle: { half: 0.9, outdoors: true, draw: (stage) => bicycle(stage.pen) },
  boat: { half: 2, back: 1.6, outdoors: true, draw: (stage) => rowboat(stage.pen) },
  tree: {
    half: 1.6,
    back: 1.7,
    outdoors: true,
    draw: (stage) => roundTree(stage.pen, stage.random("the tree"), stage.reading.wintry),
  },
  tent: {
    half: 1.5,
    back: 1.5,
    outdoors: true,
    draw: ({ pen }) => {
      pen.shape(
        polygon([
          [-1.5, 0],
          [0, -2],
          [1.5, 0],
        ]),
        "#d98a3a",
        { round: 0.16 },
      );
      pen.shape(
        polygon([
          [-0.45, 0],
          [0, -1.5],
          [0.45, 0],
        ]),
        "#5a3a2a",
      );
    },
  },
  campfire: {
    half: 0.7,
    outdoors: true,
    draw: ({ pen }) => {
      pen.glow(0, -0.4, 2.4, "#ffa23a", 0.85);
      pen.stroke("M-.5 -.05L.45 -.22M.5 -.05L-.45 -.22", "#6a4630", 0.13, { line: 0.8 });
      pen.shape(
        "M-.32 -.1C-.42 -.5 -.12 -.5 -.14 -.95C.12 -.7 .06 -.5 .14 -.46C.2 -.6 .24 -.66 .24 -.72C.44 -.4 .4 -.16 .32 -.1Z",
        "#ff8a2a",
        { raw: true, line: 0.7, accent: true },
      );
      pen.shape("M-.15 -.1C-.2 -.3 0 -.34 0 -.56C.14 -.36 .2 -.2 .15 -.1Z", "#ffe27a", {
        raw: true,
        line: 0,
      });
    },
  },
  chest: {
    half: 0.5,
    draw: ({ pen }) =>
      pen.within(0, 0, 0.013, () => heroIn("treasure chest")?.(pen, undefined as never)),
  },
  bench: {
    half: 1,
    back: 1.3,
    outdoors: true,
    draw: ({ pen }) => {
      pen.mark("M-.7 0V-.45M.7 0V-.45", "#3c4149", 2);
      for (const y of [-0.5, -0.75, -0.95])
        pen.shape(rect(-0.95, y, 1.9, 0.12), "#a87248", { line: 0.8 });
    },
  },
  statue: {
    half: 0.8,
    back: 1.8,
    draw: ({ pen }) => {
      pen.shape(rect(-0.6, -0.9, 1.2, 0.9), "#b5aea2", { round: 0.1 });
      pen.shape(
        "M-.3 -.9C-.4 -1.5 -.36 -2 -.2 -2.2C-.3 -2.5 -.1 -2.75 .05 -2.7C.25 -2.7 .3 -2.4 .2 -2.2C.4 -2.1 .8 -2.3 1 -2.7L1.1 -2.6C.95 -2.1 .6 -1.9 .36 -1.85C.4 -1.5 .36 -1.2 .34 -.9Z",
        "#c4bdb0",
        { round: 0.1 },
      );
    },
  },
  door: {
    half: 0.7,
    back: 1.35,
    outdoors: true,
    draw: ({ pen }) => {
      pen.glow(0, -1.2, 2, "#bfe8ff", 0.55);
      pen.shape("M-.7 0V-1.7Q0 -2.9 .7 -1.7V0Z", "#9a9088", { round: 0.08 });
      pen.shape("M-.5 0V-1.65Q0 -2.5 .5 -1.65V0Z", "#7a4a30", { round: 0.06 });
      pen.mark("M0 0V-2.05", "#7a4a30", 0.9);
      pen.shape(ellipse(0.12, -0.95, 0.06), "#e2b94a", { line: 0.5 });
    },
  },
  robot: {
    half: 0.5,
    draw: (stage) => stage.pen.within(0, 0, 0.009, creature(stage, "robot", "a friendly robot")),
  },
  cat: {
    half: 0.3,
    draw: (stage) => stage.pen.within(0, 0, 0.0085, creature(stage, "cat", "an orange cat")),
  },
  dog: {
    half: 0.4,
    draw: (stage) => stage.pen.within(0, 0, 0.009, creature(stage, "dog", "a brown dog")),
  },
  fox: {
    half: 0.4,
    draw: (stage) => stage.pen.within(0, 0, 0.009, creature(stage, "fox", "a red fox")),
  },
  owl: {
    half: 0.3,
    draw: (stage) => stage.pen.within(0, 0, 0.011, creature(stage, "owl", "a brown owl")),
  },
  ghost: {
    half: 0.5,
    draw: (stage) => stage.pen.within(0, -0.2, 0.01, creature(stage, "ghost", "a pale ghost")),
  },
  horse: {
    half: 1,
    back: 1.3,
    outdoors: true,
    draw: (stage) => stage.pen.within(0, 0, 0.0105, creature(stage, "horse", "a brown horse")),
  },
  dragon: {
    half: 2,
    back: 1.7,
    outdoors: true,
    draw: (stage) => stage.pen.within(0, 0, 0.024, creature(stage, "dragon", "a green dragon")),
  },
};

/** Puts what the prompt names where there is room for it: in the sky, on the ground, beside people. */
export function paintThings(stage: Stage, actors: readonly Actor[]) {
  const { camera, reading } = stage;
  const close = camera.shot === "close-up" || camera.shot === "detail";
  const open = reading.air === "open";
  const taken = new Set(actors.map(({ look }) => look.species as string));
  const free = freeShares(actors, camera.width);
  let sky = 0;
  let ground = 0;
  for (const name of reading.props) {
    if (name === "moon" && open && reading.time !== "night") {
      paintMoon(stage, stage.width * 0.8, stage.horizon * 0.3, stage.height * 0.05);
      continue;
    }
    const fly = flying[name];
    if (fly && (open || name === "birds")) {
      if (!open || sky > 1) continue;
      fly(stage, stage.width * (sky ? 0.26 : 0.68), stage.horizon * (sky ? 0.36 : 0.5));
      sky += 1;
      continue;
    }
    const thing = standing[name];
    if (!thing || close || ground > 1 || taken.has(name) || (thing.outdoors && !open)) continue;
    if (
      name === "boat" &&
      ["sea", "harbour", "bridge", "beach", "river", "lighthouse"].includes(reading.place)
    ) {
      if (reading.place !== "harbour")
        stage.put(620, (pen) => {
          pen.distance = 14;
          pen.within(
            stage.width * 0.6,
            stage.horizon + stage.height * 0.07,
            stage.height * 0.02,
            () => sailboat(pen),
          );
        });
      continue;
    }
    if (isHandheld(name) && actors.length > 0) continue;
    const z = camera.stand * (thing.back ?? 1.06) + ground * 0.2;
    const share = free[ground % free.length] ?? 0.82;
    stage.stand(
      share,
      z,
      (pen) => {
        pen.fadeTo(0.35, () =>
          pen.shape(ellipse(0, 0.02, thing.half * 1.1, thing.half * 0.14), "#120f1c", {
            raw: true,
            line: 0,
          }),
        );
        thing.draw(stage);
      },
      share > 0.5,
    );
    ground += 1;
  }
}

/** What of these flies, drawn into the upper part of a picture that is there already. */
export function flyingThings(stage: Stage, names: readonly PropName[]) {
  names
    .flatMap((name) => flying[name] ?? [])
    .slice(0, 2)
    .forEach((fly, index) => {
      fly(stage, stage.width * (index ? 0.28 : 0.66), stage.height * (index ? 0.14 : 0.2));
    });
}

/** Where between and beside the actors there is most room. */
function freeShares(actors: readonly Actor[], width: number): number[] {
  if (actors.length === 0) return [0.58, 0.24];
  const xs = [0, ...actors.map(({ x }) => x / width).sort((a, b) => a - b), 1];
  return xs
    .slice(1)
    .map((x, index) => ({
      middle:
        index === 0
          ? x * 0.4
          : index === xs.length - 2
            ? 1 - (1 - (xs[index] ?? 0)) * 0.4
            : (x + (xs[index] ?? 0)) / 2,
      gap: x - (xs[index] ?? 0),
    }))
    .sort((a, b) => b.gap - a.gap)
    .map(({ middle }) => middle);
}
