import { polygon } from "../geometry";
import { church, stall } from "../props/buildings";
import { cottage, lamppost } from "../props/fronts";
import { paintSky } from "../sky";
import type { Stage } from "../stage";
import { close, litOf } from "./urban";

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
