import { hex, lighten } from "../color";
import { ellipse, type Point, polygon, rect } from "../geometry";
import { coral, rock, seaweed } from "../props/plants";
import type { Stage } from "../stage";
import { paintGroundMarks, paintGrowth } from "./open";

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
