import { polygon } from "../geometry";
import { barn, castle, column, fence, tombstone, windmill } from "../props/buildings";
import type { Lit } from "../props/fronts";
import { car } from "../props/vessels";
import { paintMoon } from "../sky";
import type { Stage } from "../stage";

/** The building or the thing that makes a landscape a particular place. */
export function paintLandmark(stage: Stage) {
  const { camera, light, reading, pen } = stage;
  const lit: Lit = { lamps: light.lamps, snow: reading.wintry };
  const random = stage.random("landmark");
  const free = camera.centre > stage.width / 2 ? 0.24 : 0.76;
  const near = camera.stand;
  switch (reading.place) {
    case "farm":
      stage.stand(free, Math.max(30, near * 2), (brush) => barn(brush, random, lit));
      stage.stand(1 - free, 62, (brush) => windmill(brush));
      if (near * 1.5 < 14) stage.stand(-0.02, near * 1.7, (brush) => fence(brush, 7));
      return;
    case "castle":
      stage.stand(free, Math.max(46, near * 2.4), (brush) => castle(brush, random, lit));
      return;
    case "road":
      stage.stand(free, Math.max(14, near * 1.8), (brush) => car(brush, light.lamps), free > 0.5);
      stage.stand(1 - free, 40, (brush) => barn(brush, random, lit));
      return;
    case "ruins":
      for (const [index, [share, z]] of (
        [
          [0.1, 9],
          [0.27, 15],
          [0.88, 10],
          [0.72, 17],
          [0.45, 24],
          [0.58, 26],
        ] as const
      ).entries())
        if (z > near * 1.2 || z + near > near * 1.3)
          stage.stand(share, Math.max(z, near * 1.3 + index), (brush) =>
            column(brush, stage.random(`column:${index}`), index % 2 === 0),
          );
      stage.stand(0.5, 34, (brush) => {
        brush.within(-2.6, 0, 1, () => column(brush, random, false));
        brush.within(2.6, 0, 1, () => column(brush, random, false));
        brush.shape(
          polygon([
            [-3.6, -5],
            [3.6, -5],
            [3.6, -5.7],
            [-3.6, -5.7],
          ]),
          "#cfc4ac",
        );
        brush.shape(
          polygon([
            [-3.8, -5.7],
            [0, -7.4],
            [3.8, -5.7],
          ]),
          "#ddd3bc",
        );
      });
      return;
    case "graveyard":
      for (let index = 0; index < 15; index++) {
        const z = near * 1.25 * (26 / near) ** (index / 15);
        const seed = stage.random(`grave:${index}`);
        stage.stand(((index * 0.618) % 1) * 1.1 - 0.05, z, (brush) =>
          tombstone(brush, seed, reading.wintry),
        );
      }
      stage.stand(-0.04, Math.max(14, near * 1.6), (brush) => {
        for (let x = 0; x < 14; x += 0.34)
          brush.mark(`M${x} 0V-1.5M${x - 0.07} -1.4L${x} -1.6L${x + 0.07} -1.4`, "#2f3038", 1);
        brush.mark("M0 -1.2H14M0 -.3H14", "#2f3038", 1);
      });
      return;
    case "planet":
      paintMoon(
        stage,
        stage.width * (light.side < 0 ? 0.74 : 0.26),
        stage.horizon * 0.3,
        stage.height * 0.1,
        "#e2a88a",
      );
      paintMoon(
        stage,
        stage.width * (light.side < 0 ? 0.52 : 0.5),
        stage.horizon * 0.62,
        stage.height * 0.034,
        "#c9b5e0",
      );
      return;
    case "park":
      stage.stand(free, Math.max(8, near * 1.35), (brush) => {
        brush.mark("M-.7 0V-.45M.7 0V-.45", "#3c4149", 2);
        for (const y of [-0.5, -0.75, -0.95])
          brush.shape(
            polygon([
              [-0.95, y],
              [0.95, y],
              [0.95, y - 0.12],
              [-0.95, y - 0.12],
            ]),
            "#a87248",
            { line: 0.8 },
          );
      });
      return;
    case "desert":
      stage.put(1500, () => {
        pen.distance = 34;
        const y = stage.horizon + 3;
        const [w, h] = [stage.width, stage.height];
        const x = w * free;
        pen.shape(
          polygon([
            [x - w * 0.2, y],
            [x - w * 0.15, y - h * 0.12],
            [x - w * 0.08, y - h * 0.15],
            [x + w * 0.07, y - h * 0.15],
            [x + w * 0.12, y - h * 0.11],
            [x + w * 0.19, y],
          ]),
          "#b5653f",
          { round: 10 },
        );
        for (const band of [0.04, 0.08, 0.12])
          pen.mark(`M${x - w * 0.17} ${y - h * band}q${w * 0.1} -4 ${w * 0.32} 0`, "#b5653f", 0.7);
      });
      return;
    default:
  }
}
