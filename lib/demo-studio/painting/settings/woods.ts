import { blend, darken } from "../color";
import { polygon, puff, rect } from "../geometry";
import { bush, flowers, grass, rock } from "../props/plants";
import { mushroomTree, palm, trunk } from "../props/trees";
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
