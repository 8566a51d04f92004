import { blend, darken } from "../color";
import { type Point, polygon, rect } from "../geometry";
import {
  awning,
  church,
  cityFront,
  cottage,
  type Lit,
  lamppost,
  skyline,
  stall,
} from "../props/buildings";
import { roundTree } from "../props/plants";
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

const litOf = (stage: Stage): Lit => ({ lamps: stage.light.lamps, snow: stage.reading.wintry });

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

const close = (stage: Stage) =>
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

export function paintAlley(stage: Stage) {
  const { pen, light } = stage;
  paintSky(stage, { clouds: false });
  paintSkyline(stage, 0.3);
  const brick = ["#94594a", "#7f5348", "#8a6a58"] as const;
  stage.floor("#67625f", "#7b7672");
  const half = 2.5;
  for (const side of [-1, 1] as const) {
    const random = stage.random(`alley:${side}`);
    const color = random.pick(brick);
    const turn = side === light.side ? -0.5 : 0.35;
    const x = side * half;
    stage.put(40, () => {
      pen.distance = 8;
      const wall = (z1: number, z2: number, y1: number, y2: number): Point[] => [
        stage.point(x, y1, z1),
        stage.point(x, y2, z1),
        stage.point(x, y2, z2),
        stage.point(x, y1, z2),
      ];
      pen.ruled(wall(1, 26, 0, 16), color, { turn, fade: 0.3 }, 5);
      for (let row = 0.35; row < 7; row += 0.35)
        pen.mark(
          `M${stage.point(x, row, 1.1).join(" ")}L${stage.point(x, row, 26).join(" ")}`,
          color,
          0.28,
          { opacity: 0.55 },
        );
      for (let count = 0; count < 60; count++) {
        const z = 1.4 * (20 / 1.4) ** random();
        const row = Math.floor(random.range(1, 19)) * 0.35;
        pen.shape(
          polygon(wall(z, z * 1.06 + 0.12, row, row + 0.33)),
          blend(color, random.chance(0.5) ? "#3a2a26" : "#d9a07f", 0.25),
          { turn, line: 0.3 },
        );
      }
      for (let floor = 3.4; floor < 13; floor += 3)
        for (let z = 3.4; z < 22; z += 3.6) {
          const on = light.lamps && random.chance(0.34);
          pen.shape(
            polygon(wall(z, z + 1.2, floor, floor + 1.6)),
            on ? "#ffd684" : light.lamps ? "#2c3650" : "#8fb0c4",
            { raw: on, line: 0.8, turn: 0.2 },
          );
          pen.mark(
            `M${stage.point(x, floor + 0.8, z).join(" ")}L${stage.point(x, floor + 0.8, z + 1.2).join(" ")}`,
            "#efe4cc",
            0.7,
          );
        }
      // Fire escape.
      if (side === -light.side)
        for (const floor of [3.1, 6.1]) {
          const out = x - side * 0.8;
          pen.shape(
            polygon([
              stage.point(x, floor, 5),
              stage.point(out, floor, 5),
              stage.point(out, floor, 9),
              stage.point(x, floor, 9),
            ]),
            "#3f4149",
            { line: 0.9 },
          );
          for (let z = 5; z <= 9.01; z += 0.5)
            pen.mark(
              `M${stage.point(out, floor, z).join(" ")}L${stage.point(out, floor + 0.9, z).join(" ")}`,
              "#3f4149",
              0.8,
            );
          pen.mark(
            `M${stage.point(out, floor + 0.9, 5).join(" ")}L${stage.point(out, floor + 0.9, 9).join(" ")}`,
            "#3f4149",
            1,
          );
        }
    });
  }
  stage.put(39, () => {
    pen.distance = 9;
    const a = stage.point(-half, 4.4, 9);
    const b = stage.point(half, 4.7, 9);
    pen.mark(`M${a.join(" ")}Q${(a[0] + b[0]) / 2} ${a[1] + 26} ${b.join(" ")}`, "#3a3a40", 0.6);
    const s = stage.scale(9);
    for (const [t, color] of [
      [0.25, "#e8e2d4"],
      [0.5, "#8fa8c4"],
      [0.72, "#c47e63"],
    ] as const) {
      const px = a[0] + (b[0] - a[0]) * t;
      const py = a[1] + 16;
      pen.shape(
        polygon([
          [px - s * 0.3, py],
          [px + s * 0.3, py],
          [px + s * 0.26, py + s * 0.8],
          [px - s * 0.26, py + s * 0.8],
        ]),
        color,
        { line: 0.8 },
      );
    }
  });
  // A lamp on the wall, bins and crates along it.
  const lampSide = -light.side;
  stage.put(9, () => {
    pen.distance = 6;
    const [lx, ly] = stage.point(lampSide * (half - 0.5), 3.1, 8);
    if (light.lamps) pen.glow(lx, ly, stage.scale(8) * 3.6, "#ffcf7a", 0.9);
    pen.shape(rect(lx - 9, ly - 14, 18, 14), "#3c4149");
    pen.shape(
      polygon([
        [lx - 8, ly],
        [lx + 8, ly],
        [lx + 5, ly + 12],
        [lx - 5, ly + 12],
      ]),
      "#ffe9b0",
      { raw: true },
    );
  });
  const junk = stage.random("junk");
  for (const [side, z] of [
    [-1, 6.4],
    [1, 5.2],
    [-1, 11],
    [1, 13],
  ] as const) {
    if (z < stage.camera.stand * 1.15) continue;
    stage.place(side * 1.85, z, () => {
      if (junk.chance(0.5)) {
        pen.shape(
          polygon([
            [-0.5, 0],
            [0.5, 0],
            [0.56, -1.1],
            [-0.56, -1.1],
          ]),
          "#5a7a6a",
          { round: 0.12 },
        );
        pen.shape(
          polygon([
            [-0.64, -1.1],
            [0.64, -1.1],
            [0.5, -1.34],
            [-0.5, -1.34],
          ]),
          "#4a665a",
          { round: 0.06 },
        );
      } else
        for (const [bx, by] of [
          [-0.4, 0],
          [0.4, 0],
          [0, -0.75],
        ] as const) {
          pen.shape(rect(bx - 0.38, by - 0.72, 0.76, 0.72), "#a87f52", { round: 0.1 });
          pen.mark(`M${bx - 0.38} ${by - 0.48}h.76M${bx - 0.38} ${by - 0.24}h.76`, "#a87f52", 0.7);
        }
    });
  }
}

export function paintVillage(stage: Stage, market: boolean) {
  const { pen } = stage;
  paintSky(stage);
  const hills = stage.random("hills");
  stage.put(2000, () => {
    pen.distance = 60;
    const y = stage.horizon;
    pen.shape(
      `M-20 ${y + 4}C${stage.width * 0.2} ${y - stage.height * hills.range(0.08, 0.14)} ${stage.width * 0.6} ${y - stage.height * 0.1} ${stage.width + 20} ${y - stage.height * 0.03}L${stage.width + 20} ${y + 8}L-20 ${y + 8}Z`,
      "#7fa07a",
      { line: 0.7 },
    );
  });
  const snow = stage.reading.wintry;
  stage.floor(
    snow ? "#e3ebf2" : market ? "#b9a88c" : "#93a55c",
    snow ? "#f2f6fa" : market ? "#cfc0a2" : "#a9b673",
  );
  stage.put(850, () => {
    pen.distance = 8;
    pen.shape(
      polygon([
        stage.point(-2.6, 0, 1),
        stage.point(2.6, 0, 1),
        stage.point(1.9, 0, 70),
        stage.point(-1.9, 0, 70),
      ]),
      snow ? "#cfd8e0" : "#c4b08a",
      { line: 0.6, turn: 0.4 },
    );
    const random = stage.random("cobbles");
    for (let index = 0; index < 46; index++) {
      const z = 1.5 * (22 / 1.5) ** random();
      const [x, y] = stage.point(random.range(-2.3, 2.3), 0, z);
      const size = stage.scale(z) * random.range(0.1, 0.2);
      pen.mark(
        `M${x - size} ${y}q${size} ${-size * 0.45} ${size * 2} 0q${-size} ${size * 0.4} ${-size * 2} 0`,
        "#a8946f",
        0.5,
        { opacity: 0.8 },
      );
    }
  });
  const near = close(stage) ? stage.camera.stand + 3.4 : 0;
  stage.place(close(stage) ? 1 : -1.5, 46, (brush) =>
    church(brush, stage.random("church"), litOf(stage)),
  );
  const rows = close(stage)
    ? [
        [-1, near + 1],
        [1, near + 2.4],
        [0.12, near + 12],
      ]
    : [
        [-1, 10],
        [1, 13],
        [-1, 19],
        [1, 23],
        [-1, 30],
        [1, 36],
      ];
  for (const [index, [side, z]] of (rows as [number, number][]).entries()) {
    const random = stage.random(`cottage:${index}`);
    stage.place(
      side * random.range(5.2, 6.2),
      z,
      (brush) => cottage(brush, random, litOf(stage)),
      side > 0,
    );
  }
  for (const [side, z] of [
    [-1, 8.4],
    [1, 16],
    [-1, 25],
  ] as const)
    if (z > stage.camera.stand * 1.2)
      stage.place(side * 2.8, z, (brush) =>
        brush.within(0, 0, 0.8, () => lamppost(brush, stage.light.lamps)),
      );
  if (market)
    for (const [index, [side, z]] of (
      [
        [-1, 7.2],
        [1, 8.6],
        [-1, 12],
        [1, 14.5],
        [-1, 18.5],
      ] as const
    ).entries()) {
      const random = stage.random(`stall:${index}`);
      const distance = close(stage) ? z - 7.2 + stage.camera.stand + 1.6 : z;
      if (distance > stage.camera.stand * 1.15)
        stage.place(side * 3.1, distance, (brush) => stall(brush, random), side > 0);
    }
  if (market)
    stage.put(30, () => {
      pen.distance = 8;
      const random = stage.random("bunting");
      for (const z of [9, 15]) {
        const a = stage.point(-4, 4.4, z);
        const b = stage.point(4, 4.4, z);
        const dip = stage.scale(z) * 0.8;
        pen.mark(
          `M${a.join(" ")}Q${(a[0] + b[0]) / 2} ${a[1] + dip * 2} ${b.join(" ")}`,
          "#5a4a3a",
          0.6,
        );
        for (let index = 1; index < 14; index++) {
          const t = index / 14;
          const x = a[0] + (b[0] - a[0]) * t;
          const y = a[1] + dip * 4 * t * (1 - t);
          const size = stage.scale(z) * 0.24;
          pen.shape(
            polygon([
              [x - size * 0.6, y],
              [x + size * 0.6, y],
              [x, y + size * 1.3],
            ]),
            random.pick(["#c8312b", "#e8b23a", "#35588f", "#f2ead8"] as const),
            { line: 0.7 },
          );
        }
      }
    });
}

export function paintRooftop(stage: Stage) {
  const { pen, light } = stage;
  paintSky(stage);
  const random = stage.random("roofs");
  for (const [index, [rise, z, tone]] of (
    [
      [0.34, 70, "#8a94a8"],
      [0.24, 40, "#6f7a90"],
      [0.13, 20, "#586176"],
    ] as const
  ).entries())
    stage.put(2000 - index, () => {
      pen.distance = z;
      skyline(
        pen,
        random,
        -40,
        stage.width + 40,
        stage.horizon + stage.height * (0.06 + index * 0.03),
        stage.height * rise,
        tone,
        light.lamps,
      );
    });
  const snow = stage.reading.wintry;
  const edge = stage.camera.stand + 3;
  const y = stage.ground(edge);
  const s = stage.scale(edge);
  stage.put(edge + 0.5, () => {
    pen.distance = 5;
    pen.shape(rect(-20, y, stage.width + 40, stage.height - y + 20), snow ? "#e3eaf1" : "#8d8780", {
      line: 0,
      fade: 0.3,
    });
    pen.shape(rect(-20, y - s * 0.75, stage.width + 40, s * 0.8), snow ? "#cbd4de" : "#9c6a58", {
      turn: 0.1,
    });
    for (let row = 1; row < 4; row++)
      pen.mark(`M-20 ${y - s * 0.75 + row * s * 0.19}H${stage.width + 20}`, "#9c6a58", 0.5);
    for (let x = -10; x < stage.width + 20; x += s * 0.42)
      for (let row = 0; row < 4; row++)
        pen.mark(
          `M${x + (row % 2) * s * 0.21} ${y - s * 0.75 + row * s * 0.19}v${s * 0.19}`,
          "#9c6a58",
          0.4,
        );
    pen.shape(rect(-20, y - s * 0.9, stage.width + 40, s * 0.18), snow ? "#f6f9fc" : "#c4b8a6", {
      line: 1,
    });
    for (let line = 1; line < 5; line++) {
      const z = edge * (1 - line * 0.17);
      pen.mark(`M-20 ${stage.ground(z)}H${stage.width + 20}`, "#8d8780", 0.5, { opacity: 0.5 });
    }
  });
  const flip = random.chance(0.5);
  stage.stand(flip ? 0.86 : 0.14, edge - 0.4, (brush) => {
    for (const x of [-0.8, 0.8])
      brush.stroke(`M${x} 0L${x * 0.85} -2`, "#4a3a33", 0.14, { line: 0.7 });
    brush.mark("M-.8 -.2L.7 -1.8M.8 -.2L-.7 -1.8", "#4a3a33", 1);
    brush.shape(rect(-1.15, -4.2, 2.3, 2.3), "#9a7050", { round: 0.3 });
    for (let x = -0.9; x < 1.1; x += 0.35) brush.mark(`M${x} -4.2V-1.9`, "#9a7050", 0.5);
    brush.shape(
      polygon([
        [-1.35, -4.15],
        [0, -5.3],
        [1.35, -4.15],
      ]),
      snow ? "#f4f8fc" : "#6b5048",
      { round: 0.16 },
    );
  });
  stage.stand(flip ? 0.3 : 0.72, edge - 0.3, (brush) => {
    brush.shape(rect(-0.7, -0.95, 1.4, 0.95), "#a9b2b8", { round: 0.12 });
    brush.mark("M-.5 -.75H.5M-.5 -.55H.5M-.5 -.35H.5", "#a9b2b8", 0.8);
  });
  stage.stand(flip ? 0.12 : 0.9, edge - 0.2, (brush) => {
    brush.mark("M0 0V-3.4M-.6 -3.1H.6M-.45 -2.7H.45M-.3 -2.3H.3", "#4a4d55", 1.2);
  });
}

export { awning };
