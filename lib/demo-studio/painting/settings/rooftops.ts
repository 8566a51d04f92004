import { blend } from "../color";
import { type Point, polygon, rect } from "../geometry";
import { skyline } from "../props/fronts";
import { paintSky } from "../sky";
import type { Stage } from "../stage";
import { paintSkyline } from "./urban";

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
