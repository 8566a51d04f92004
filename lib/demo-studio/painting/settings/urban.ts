import { darken } from "../color";
import { type Point, polygon } from "../geometry";
import { cityFront, type Lit, lamppost, skyline } from "../props/fronts";
import { roundTree } from "../props/trees";
import { paintSky } from "../sky";
import type { Stage } from "../stage";

const facades = [
  "#c98f6b",
  "#b9a48d",
  "#d9b48a",
  "#a86f5a",
  "#9fa9b8",
  "#b0a07a",
  "#8f7f8a",
] as const;

export const litOf = (stage: Stage): Lit => ({
  lamps: stage.light.lamps,
  snow: stage.reading.wintry,
});

/** Roofs and towers at the end of the view. */
export function paintSkyline(stage: Stage, rise = 0.2) {
  const random = stage.random("skyline");
  for (const [index, z] of [90, 60].entries())
    stage.put(2000 - index, (pen) => {
      pen.distance = z;
      skyline(
        pen,
        random,
        -30,
        stage.width + 30,
        stage.horizon + 4,
        stage.height * rise * (1 - index * 0.35),
        index ? "#6a7488" : "#8a94a8",
        stage.light.lamps,
      );
    });
}

interface Corridor {
  half: number;
  kerb: number;
  low: number;
  high: number;
  road: string;
  pavement: string;
  colors: readonly string[];
}

/** A wall of houses along one side of the street, seen in perspective. */
function paintSide(stage: Stage, side: -1 | 1, corridor: Corridor) {
  const { pen, light } = stage;
  const x = side * corridor.half;
  let z = 1.25;
  let index = 0;
  while (z < 72) {
    const random = stage.random(`house:${side}:${index}`);
    const end = z + random.range(5, 9);
    const h = random.range(corridor.low, corridor.high);
    const color = random.pick(corridor.colors);
    const turn = side === light.side ? -0.35 : 0.45;
    const [from, to] = [z, end];
    stage.put(end, () => {
      pen.distance = (from + end) / 2;
      const wall = (z1: number, z2: number, y1: number, y2: number): Point[] => [
        stage.point(x, y1, z1),
        stage.point(x, y2, z1),
        stage.point(x, y2, z2),
        stage.point(x, y1, z2),
      ];
      // The end that rises over a lower neighbour.
      pen.shape(
        polygon([
          stage.point(x, 0, from),
          stage.point(x, h, from),
          stage.point(x * 5, h, from),
          stage.point(x * 5, 0, from),
        ]),
        darken(color, 0.12),
        { turn: -turn * 0.6 },
      );
      pen.ruled(wall(from, to, 0, h), color, { turn, fade: 0.18 }, index + 3);
      if (pen.look.model === "cel" && turn < 0)
        pen.hatch(wall(from, to, h * 0.45, h), color, 11, side * 40, index + 5);
      pen.shape(polygon(wall(from, to, h - 0.5, h + 0.15)), darken(color, 0.25), {
        turn,
        line: 0.8,
      });
      for (let floor = 3.7; floor < h - 1.6; floor += 2.7)
        for (let column = from + 0.9; column < to - 1.1; column += 1.9) {
          if (column < 1.6) continue;
          const shining = light.lamps && random.chance(0.5);
          pen.shape(
            polygon(wall(column - 0.1, column + 1.05, floor - 0.12, floor + 1.5)),
            "#efe4cc",
            { turn, line: 0.5 },
          );
          pen.shape(
            polygon(wall(column, column + 0.95, floor, floor + 1.4)),
            shining ? "#ffd684" : light.lamps ? "#33415f" : "#9cc0d6",
            { raw: shining, turn: 0.2, line: 0.5 },
          );
          pen.mark(
            `M${stage.point(x, floor + 0.7, column).join(" ")}L${stage.point(x, floor + 0.7, column + 0.95).join(" ")}`,
            "#efe4cc",
            0.6,
          );
        }
      const shop = random.pick(["#2f5d50", "#7a2f35", "#2d4a73", "#6b4a2f", "#4f3a63"] as const);
      if (to > 2.4) {
        const start = Math.max(from + 0.4, 1.7);
        pen.shape(polygon(wall(start, to - 0.4, 0, 2.9)), shop, { turn, line: 0.8 });
        pen.shape(
          polygon(wall(start + 0.5, to - 1.7, 0.7, 2.3)),
          light.lamps ? "#ffe0a0" : "#b9d5e2",
          { raw: light.lamps, turn: 0.3, line: 0.7 },
        );
        pen.shape(polygon(wall(to - 1.4, to - 0.6, 0, 2.2)), darken(shop, 0.35), {
          turn,
          line: 0.7,
        });
        const cloth = random.pick(["#c8312b", "#2f8f6e", "#e0a02e", "#3f68a8"] as const);
        const out = x - side * 0.95;
        pen.shape(
          polygon([
            stage.point(x, 3.05, start),
            stage.point(out, 2.45, start),
            stage.point(out, 2.45, to - 1.5),
            stage.point(x, 3.05, to - 1.5),
          ]),
          cloth,
          { turn: 0.5, line: 0.9 },
        );
        pen.shape(
          polygon([
            stage.point(out, 2.45, start),
            stage.point(out, 2.2, start),
            stage.point(out, 2.2, to - 1.5),
            stage.point(out, 2.45, to - 1.5),
          ]),
          "#f2ead8",
          { turn: 0.2, line: 0.7 },
        );
      }
    });
    z = end;
    index += 1;
  }
}

function paintCorridor(stage: Stage, corridor: Corridor) {
  const { pen } = stage;
  const snow = stage.reading.wintry;
  stage.floor(snow ? "#dfe7ee" : corridor.pavement, snow ? "#eef3f8" : corridor.pavement);
  const strip = (x1: number, x2: number, color: string, z: number) =>
    stage.put(z, () => {
      pen.distance = 10;
      pen.shape(
        polygon([
          stage.point(x1, 0, 0.9),
          stage.point(x2, 0, 0.9),
          stage.point(x2, 0, 120),
          stage.point(x1, 0, 120),
        ]),
        color,
        { line: 0.9, turn: 0.2, fade: 0.3 },
      );
    });
  strip(-corridor.kerb, corridor.kerb, snow ? "#c9d3dd" : corridor.road, 850);
  if (corridor.kerb > 2)
    stage.put(849, () => {
      pen.distance = 12;
      for (let z = 1.4; z < 60; z *= 1.42)
        pen.shape(
          polygon([
            stage.point(-0.09, 0, z),
            stage.point(0.09, 0, z),
            stage.point(0.09, 0, z * 1.18),
            stage.point(-0.09, 0, z * 1.18),
          ]),
          "#f0e3b0",
          { line: 0, opacity: 0.85 },
        );
    });
  stage.put(848, () => {
    pen.distance = 10;
    for (let z = 1.6; z < 40; z *= 1.24)
      for (const side of [-1, 1])
        pen.mark(
          `M${stage.point(side * corridor.kerb, 0, z).join(" ")}L${stage.point(side * corridor.half, 0, z).join(" ")}`,
          corridor.pavement,
          0.5,
          { opacity: 0.7 },
        );
  });
  paintSide(stage, -1, corridor);
  paintSide(stage, 1, corridor);
}

/** Fronts that face the viewer, from edge to edge. */
export function paintFronts(
  stage: Stage,
  z: number,
  draw: (index: number, width: number) => number,
) {
  const { camera } = stage;
  const half = (camera.width * 0.62 * z) / camera.focal;
  let x = -half + (camera.width / 2 - camera.centre) * (z / camera.focal);
  let index = 0;
  const end = x + half * 2.1;
  while (x < end && index < 12) {
    const width = draw(index, x);
    x += width;
    index += 1;
  }
}

export const close = (stage: Stage) =>
  stage.camera.shot === "close-up" ||
  stage.camera.shot === "medium" ||
  stage.camera.shot === "detail";

export function paintStreet(stage: Stage) {
  paintSky(stage);
  paintSkyline(stage, 0.26);
  if (close(stage)) {
    const z = stage.camera.stand + 4.6;
    stage.floor("#a7a29c", "#b5b0a8");
    paintFronts(stage, z, (index, x) => {
      const random = stage.random(`front:${index}`);
      const width = random.range(5.4, 7.4);
      stage.place(x + width / 2, z + index * 0.01, (pen) =>
        cityFront(pen, random, litOf(stage), width, random.range(9, 14)),
      );
      return width;
    });
    stage.stand(stage.light.side > 0 ? 0.06 : 0.95, z - 1.6, (pen) =>
      lamppost(pen, stage.light.lamps),
    );
    return;
  }
  paintCorridor(stage, {
    half: 5.4,
    kerb: 3.3,
    low: 7.5,
    high: 15,
    road: "#6d6c74",
    pavement: "#b0aaa0",
    colors: facades,
  });
  for (const [side, z] of [
    [-1, 7],
    [1, 10.5],
    [-1, 17],
    [1, 24],
    [-1, 34],
  ] as const)
    if (z > stage.camera.stand * 1.15)
      stage.place(side * 3.75, z, (pen) => lamppost(pen, stage.light.lamps));
  for (const [side, z] of [
    [1, 14],
    [-1, 24],
  ] as const) {
    const random = stage.random(`tree:${side}`);
    if (z > stage.camera.stand * 1.2)
      stage.place(side * 4.3, z, (pen) =>
        pen.within(0, 0, 0.7, () => roundTree(pen, random, stage.reading.wintry)),
      );
  }
}
