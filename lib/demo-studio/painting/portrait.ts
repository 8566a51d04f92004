import { blend, darken, lighten } from "./color";
import type { Appearance } from "./figures/appearance";
import { ellipse, polygon, rect } from "./geometry";
import { random } from "./random";
import type { Stage } from "./stage";

const grounds = [
  "#e2b23e",
  "#4fa3a5",
  "#d9674f",
  "#7a9a5a",
  "#6a86b8",
  "#b57aa0",
  "#d99a5a",
  "#5a7f9a",
] as const;

/** The plain, decorated ground of a character's portrait; its colour belongs to the character. */
export function paintPortraitGround(stage: Stage, seed: string, look: Appearance | undefined) {
  const { pen, width, height } = stage;
  const chance = random(`portrait:${seed}`);
  const clothes = look ? (look.outer === "none" ? look.topColor : look.outerColor) : "#888888";
  const base = chance.pick(grounds.filter((color) => color !== clothes));
  const [cx, cy] = [width / 2, height * 0.46];
  const radius = Math.min(width, height) * 0.43;
  stage.put(5000, () => {
    pen.distance = 0;
    pen.veil(rect(-20, -20, width + 40, height + 40), [
      [0, lighten(base, 0.28), 1],
      [1, darken(base, 0.14), 1],
    ]);
    const kind = chance.int(0, 3);
    if (kind === 0)
      for (let index = 0; index < 20; index++) {
        if (index % 2) continue;
        const [a, b] = [(index / 20) * Math.PI * 2, ((index + 1) / 20) * Math.PI * 2];
        const far = width + height;
        pen.shape(
          polygon([
            [cx, cy],
            [cx + Math.cos(a) * far, cy + Math.sin(a) * far],
            [cx + Math.cos(b) * far, cy + Math.sin(b) * far],
          ]),
          lighten(base, 0.4),
          { raw: true, line: 0, opacity: 0.45 },
        );
      }
    else if (kind === 1)
      for (let x = -height; x < width + height; x += 74)
        pen.shape(
          polygon([
            [x, -10],
            [x + 34, -10],
            [x + 34 - height * 0.6, height + 10],
            [x - height * 0.6, height + 10],
          ]),
          lighten(base, 0.34),
          { raw: true, line: 0, opacity: 0.42 },
        );
    else if (kind === 2)
      for (let row = -1; row < height / 64 + 1; row++)
        for (let column = -1; column < width / 64 + 1; column++)
          pen.shape(ellipse(column * 64 + (row % 2) * 32, row * 64, 11), lighten(base, 0.45), {
            raw: true,
            line: 0,
            opacity: 0.5,
          });
    else
      for (let ring = 6; ring > 0; ring--)
        pen.shape(
          ellipse(cx, cy, radius * (0.4 + ring * 0.34)),
          ring % 2 ? lighten(base, 0.22) : base,
          { raw: true, line: 0, opacity: 0.5 },
        );
    pen.shape(ellipse(cx, cy, radius), blend(lighten(base, 0.62), "#fff6e0", 0.4), {
      raw: true,
      line: 1.4,
    });
  });
}
