import { blend, darken, hex, lighten } from "../color";
import { blob, ellipse, limb, type Point, polygon, puff, rect } from "../geometry";
import {
  bush,
  coral,
  deadTree,
  flowers,
  grass,
  mushroomTree,
  palm,
  rock,
  roundTree,
  seaweed,
  trunk,
} from "../props/plants";
import { paintSky } from "../sky";
import type { Stage } from "../stage";
import { paintGroundMarks, paintGrowth, paintPath } from "./open";

/** Woods seen from within: trunks in depth under a roof of leaves, light falling in. */
export function paintWoods(stage: Stage, jungle: boolean) {
  const { pen, light, width, height, horizon } = stage;
  const snow = stage.reading.wintry;
  paintSky(stage, { clouds: false });
  const leaf = snow ? "#c3d2d6" : jungle ? "#3f8a52" : "#5a9048";
  const bark = jungle ? "#6a5a3f" : "#6f5140";
  const random = stage.random("woods");
  for (const [index, [rise, z]] of (
    [
      [0.44, 46],
      [0.34, 30],
    ] as const
  ).entries())
    stage.put(2000 - index, () => {
      pen.distance = z;
      for (let x = -30; x < width + 60; x += width * 0.09)
        pen.shape(
          puff(
            random,
            x,
            horizon - height * rise * random.range(0.3, 0.8),
            width * 0.12,
            height * rise * 0.5,
            9,
          ),
          darken(leaf, 0.1),
          { line: 0.5, round: 8 },
        );
      pen.shape(rect(-20, horizon - height * 0.12, width + 40, height * 0.14), darken(leaf, 0.25), {
        line: 0,
      });
    });
  stage.floor(
    snow ? "#e3ebf1" : jungle ? "#5f7a42" : "#7d8a4c",
    snow ? "#f0f5f8" : jungle ? "#6f8a52" : "#93a05f",
  );
  paintGroundMarks(stage, snow ? "#cfdae2" : "#6f7f45", 40);
  paintPath(stage, jungle ? "#8a7a52" : "#a98f66", 0.9);
  const near = stage.camera.stand * 1.35;
  const close = stage.camera.shot === "close-up" || stage.camera.shot === "medium";
  for (let index = 0; index < 16; index++) {
    const z = near * (44 / near) ** ((index + 0.5) / 16);
    const seed = stage.random(`trunk:${index}`);
    let share = ((index * 0.618) % 1) * 1.15 - 0.07;
    const middle = stage.camera.centre / width;
    if (!close && Math.abs(share - middle) < 0.13 && z < 24)
      share = middle + (share < middle ? -1 : 1) * seed.range(0.16, 0.3);
    const tall = (stage.ground(z) + 60) / stage.scale(z);
    stage.stand(share, z, (brush) =>
      trunk(brush, seed, tall, blend(bark, "#a58a6a", seed.range(0, 0.3))),
    );
  }
  // Rays between the trunks.
  if (light.body === "sun" || light.body === "low-sun" || light.body === "moon")
    stage.put(near * 1.05, () => {
      const tone = light.body === "moon" ? "#b9ccff" : light.body === "sun" ? "#fff8d6" : "#ffdf9a";
      for (let ray = 0; ray < 5; ray++) {
        const x = light.side > 0 ? width * (0.55 + ray * 0.16) : width * (0.45 - ray * 0.16);
        const slant = -light.side * height * 0.5;
        const w = width * random.range(0.03, 0.08);
        pen.veil(
          polygon([
            [x, -10],
            [x + w, -10],
            [x + w * 1.6 + slant, height * 0.86],
            [x - w * 0.8 + slant, height * 0.86],
          ]),
          [
            [0, tone, 0.34],
            [1, tone, 0],
          ],
        );
      }
    });
  const extras: Parameters<typeof paintGrowth>[1] = [
    [bush, 10, near, 24],
    [rock, 5, near * 0.9, 14],
    [snow ? grass : flowers, 8, 2, 9],
    [grass, 22, 1.8, 12],
  ];
  if (jungle) extras.push([palm, 6, near, 22]);
  else extras.push([mushroomTree, 0, 4, 5]);
  paintGrowth(stage, extras, 0.2);
  // The roof of leaves, and leaves near the lens that frame the picture.
  stage.put(stage.camera.stand * 1.28, () => {
    pen.distance = 9;
    for (let index = 0; index < 9; index++)
      pen.shape(
        puff(
          random,
          (width * index) / 8,
          random.range(-0.05, 0.01) * height,
          width * 0.13,
          height * random.range(0.07, 0.13),
          9,
        ),
        darken(leaf, 0.2),
        { line: 0.8, round: 10 },
      );
  });
  if (!close)
    stage.put(0.6, () => {
      pen.distance = 2;
      const dark = snow ? "#8fa0aa" : darken(leaf, 0.55);
      for (const side of [-1, 1]) {
        const x = side < 0 ? 0 : width;
        for (let index = 0; index < 5; index++) {
          const y = height * (0.99 - index * 0.012);
          const reach = width * random.range(0.1, 0.2);
          pen.shape(
            `M${x} ${y + 20}Q${x - side * reach * 0.5} ${y - height * random.range(0.05, 0.13)} ${x - side * reach} ${y - height * random.range(0.02, 0.08)}Q${x - side * reach * 0.5} ${y} ${x} ${y + 40}Z`,
            dark,
            { line: 0.8, turn: -0.4 },
          );
        }
      }
    });
}

export function paintCave(stage: Stage) {
  const { pen, width, height, horizon } = stage;
  const random = stage.random("cave");
  const stone = "#5f5a72";
  const glow = random.pick(["#7fe0ff", "#b58aff", "#8affc0", "#ffc07a"] as const);
  stage.put(3000, () => {
    pen.veil(rect(-20, -20, width + 40, height + 40), [
      [0, "#141a2e", 1],
      [0.5, "#31496a", 1],
      [1, "#1c2236", 1],
    ]);
    pen.glow(width * 0.5, horizon - height * 0.05, width * 0.62, glow, 0.5);
  });
  for (const [layer, [depth, tone]] of (
    [
      [0.2, 0.28],
      [0.1, 0.14],
      [0, 0],
    ] as const
  ).entries())
    stage.put(100 - layer * 30, () => {
      pen.distance = 26 - layer * 10;
      const color = lighten(stone, tone);
      const teeth = (top: boolean): Point[] => {
        const points: Point[] = [];
        const count = 13;
        for (let index = 0; index <= count; index++) {
          const x = -20 + ((width + 40) * index) / count;
          const middle = 1 - Math.abs(index / count - 0.5) * 2;
          const base = top
            ? height * (0.3 - middle * 0.22 + depth * 0.35)
            : horizon + height * (0.02 + (1 - middle) * -0.1 + (2 - layer) * -0.01 + layer * 0.05);
          const spike = index % 2 ? height * random.range(0.03, 0.11) : 0;
          points.push([x, top ? base + spike : base - spike * 0.8]);
        }
        return points;
      };
      pen.shape(polygon([...teeth(true), [width + 20, -20], [-20, -20]]), color, { round: 6 });
      if (layer < 2)
        pen.shape(
          polygon([...teeth(false), [width + 20, height + 20], [-20, height + 20]]),
          color,
          { round: 6 },
        );
    });
  stage.floor("#4f4a5f", "#6a6884", 30);
  paintGroundMarks(stage, "#3f3a4f", 40);
  stage.put(28, () => {
    pen.distance = 8;
    const y = stage.ground(stage.camera.stand * 1.9);
    pen.shape(ellipse(width * 0.62, y, width * 0.26, height * 0.022), glow, {
      raw: true,
      line: 0.8,
      opacity: 0.6,
    });
    pen.shape(ellipse(width * 0.6, y - 2, width * 0.16, height * 0.009), "#ffffff", {
      raw: true,
      line: 0,
      opacity: 0.5,
    });
  });
  for (let index = 0; index < 9; index++) {
    const seed = stage.random(`crystal:${index}`);
    const z = stage.camera.stand * seed.range(1.4, 2.8);
    const share = index % 2 ? seed.range(-0.02, 0.26) : seed.range(0.74, 1.02);
    stage.stand(share, z, (brush) => {
      if (index < 5) {
        brush.glow(0, -0.5, 1.1, glow, 0.6);
        for (const lean of [-0.34, 0, 0.3])
          brush.shape(
            polygon([
              [lean - 0.14, 0],
              [lean * 2 - 0.1, -seed.range(0.4, 0.9)],
              [lean * 2.3, -seed.range(0.95, 1.25)],
              [lean * 2 + 0.14, -0.6],
              [lean + 0.16, 0],
            ]),
            glow,
            { raw: false, round: 0.05, turn: 0.9 },
          );
      } else rock(brush, seed);
    });
  }
  frameRock(stage, "#1d1a2a");
}

/** Dark rock at the edges, near the lens. */
function frameRock(stage: Stage, color: string) {
  const { pen, width, height } = stage;
  const random = stage.random("frame");
  stage.put(0.6, () => {
    pen.distance = 2;
    for (const side of [-1, 1]) {
      const points: Point[] = [];
      const x = side < 0 ? -20 : width + 20;
      for (let index = 0; index <= 10; index++) {
        const t = index / 10;
        const reach = width * (0.05 + 0.1 * Math.abs(t - 0.5) ** 1.2 * 2 + random.range(0, 0.035));
        points.push([x - side * reach, -20 + (height + 40) * t]);
      }
      pen.shape(polygon([[x, -20], ...points, [x, height + 20]]), color, { turn: -0.4 });
    }
  });
}

export function paintUnderwater(stage: Stage) {
  const { pen, light, width, height } = stage;
  const random = stage.random("deep");
  stage.put(3000, () =>
    pen.veil(
      rect(-20, -20, width + 40, height + 40),
      light.sky.map((tone, index) => [index / 2, hex(tone), 1] as [number, string, number]),
    ),
  );
  stage.put(2500, () => {
    for (let ray = 0; ray < 7; ray++) {
      const x = width * (ray / 6);
      const w = width * random.range(0.03, 0.08);
      pen.veil(
        polygon([
          [x, -20],
          [x + w, -20],
          [x + w * 2.4 - light.side * width * 0.2, height * 0.8],
          [x - w - light.side * width * 0.2, height * 0.8],
        ]),
        [
          [0, "#eafff8", 0.42],
          [1, "#eafff8", 0],
        ],
      );
    }
  });
  for (const [index, rise] of [0.2, 0.12].entries())
    stage.put(1000 - index * 100, () => {
      pen.distance = 16 - index * 6;
      const points: Point[] = [[-20, stage.horizon + 30]];
      for (let step = 0; step <= 8; step++)
        points.push([
          (width * step) / 8,
          stage.horizon + 20 - height * rise * random.range(0.1, 1),
        ]);
      pen.shape(polygon([...points, [width + 20, stage.horizon + 40]]), "#3f7f8a", {
        line: 0.6,
        round: 8,
      });
    });
  stage.floor("#d9c28a", "#a8b58f");
  paintGroundMarks(stage, "#b59f6a", 40);
  paintGrowth(
    stage,
    [
      [coral, 14, stage.camera.stand * 1.15, 12],
      [seaweed, 16, stage.camera.stand * 1.1, 12],
      [rock, 6, stage.camera.stand * 1.1, 10],
    ],
    0.2,
  );
  const fish = stage.random("fish");
  for (let index = 0; index < 12; index++) {
    const z = stage.camera.stand * fish.range(1.3, 3.6);
    const color = fish.pick(["#f0903a", "#f2c53d", "#e2556b", "#5ab5e0"] as const);
    stage.put(z, () => {
      pen.distance = z * 0.7;
      pen.within(
        fish.range(0.02, 0.98) * width,
        fish.range(0.06, 0.62) * height,
        (10 + 55 / z) * (stage.camera.shot === "close-up" ? 1.3 : 1),
        () => {
          pen.shape(
            "M-.9 0C-.5 -.6 .4 -.6 .9 0C.4 .6 -.5 .6 -.9 0ZM-.8 0L-1.4 -.42L-1.25 0L-1.4 .42Z",
            color,
            { round: 0.1 },
          );
          pen.shape("M-.1 -.46Q.1 -.8 .3 -.42Z", color, { line: 0.7 });
          pen.shape(ellipse(0.52, -0.1, 0.1), "#ffffff", { raw: true, line: 0.6 });
          pen.shape(ellipse(0.55, -0.1, 0.045), "#1a1a20", { raw: true, line: 0 });
          pen.mark("M.1 -.34Q.26 0 .1 .34", color, 0.6);
        },
        fish.chance(0.5),
      );
    });
  }
  stage.put(0.9, () => {
    for (let index = 0; index < 26; index++) {
      const r = fish.range(2.5, 9);
      const x = fish.range(0, width);
      const y = fish.range(0, height);
      pen.shape(ellipse(x, y, r), "#dff8ff", { raw: true, line: 0.4, opacity: 0.4 });
      pen.shape(ellipse(x - r * 0.3, y - r * 0.3, r * 0.25), "#ffffff", {
        raw: true,
        line: 0,
        opacity: 0.9,
      });
    }
  });
}

export { blob, deadTree, limb, roundTree };
