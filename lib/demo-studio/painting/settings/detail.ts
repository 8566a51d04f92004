import { blend } from "../color";
import { appearanceOf } from "../figures/appearance";
import { drawCreature } from "../figures/creatures";
import { ellipse, rect } from "../geometry";
import type { Hero } from "../props/hero";
import { heroIn, usualHeroes } from "../props/hero-things";
import type { Stage } from "../stage";

export const creature = (stage: Stage, name: string, description: string) => {
  const look = appearanceOf({ seed: `${stage.placeSeed}:${name}`, name, description });
  return () => drawCreature(stage.pen, look, "smile");
};

/** A detail: one thing, large, on a table or on the ground, in its own light. */
export function paintDetail(stage: Stage, prompt: string) {
  const { width, height, pen, reading } = stage;
  const random = stage.random("detail");
  const text = prompt.toLowerCase();
  const hero: Hero = heroIn(text) ?? random.pick(usualHeroes);
  const size = Math.min(width * 0.62, height * 0.5);
  const unit = size / 84;
  const base = height * 0.74;
  const x = width * random.range(0.46, 0.54);
  stage.put(0.9, () => {
    pen.quiet = 0;
    pen.distance = 1;
    pen.lift = 0.2;
    const wood = reading.air === "room" || reading.air === "space" || reading.place === "train";
    const ground = wood
      ? reading.air === "space"
        ? "#6a7488"
        : "#9a6a42"
      : reading.wintry
        ? "#e3ebf2"
        : reading.place === "beach" || reading.place === "desert" || reading.place === "underwater"
          ? "#dcbf85"
          : reading.place === "forest" ||
              reading.place === "park" ||
              reading.place === "farm" ||
              reading.place === "jungle"
            ? "#6f8a4a"
            : "#8f867c";
    const edge = base - unit * 9;
    if (wood) {
      pen.shape(rect(-20, edge, width + 40, height - edge + 30), ground, { fade: 0.4 });
      for (const row of [0.24, 0.52, 0.84])
        pen.mark(
          `M-20 ${edge + (height - edge) * row}Q${width * 0.5} ${edge + (height - edge) * row + random.range(-8, 8)} ${width + 20} ${edge + (height - edge) * row}`,
          ground,
          0.7,
        );
    } else {
      pen.shape(
        `M-20 ${edge + 14}Q${width * 0.3} ${edge - 10} ${width * 0.6} ${edge + 4}T${width + 20} ${edge + 8}V${height + 30}H-20Z`,
        ground,
        { fade: 0.4 },
      );
      for (let index = 0; index < 24; index++) {
        const [sx, sy] = [random.range(0, width), edge + 30 + (height - edge) * random()];
        pen.mark(`M${sx} ${sy}q${8} ${-5} ${16} 0`, ground, 0.7);
      }
    }
    pen.glow(
      x,
      base - unit * 36,
      size * 0.95,
      blend("#fff0c8", "#ffffff", reading.time === "day" ? 0.4 : 0),
      reading.time === "day" ? 0.4 : 0.55,
    );
    pen.fadeTo(0.4, () =>
      pen.shape(
        ellipse(x - stage.light.side * unit * 5, base + unit, unit * 36, unit * 5),
        "#120f1c",
        { raw: true, line: 0 },
      ),
    );
    if (/\b(cats?|kitten)\b/.test(text))
      pen.within(x, base, unit * 1.05, creature(stage, "cat", "a grey cat"));
    else if (/\b(gull|pigeon|bird|crow|raven|hen|sparrow)\b/.test(text))
      pen.within(
        x,
        base,
        unit * 1.4,
        creature(
          stage,
          "bird",
          `a ${text.includes("pigeon") ? "grey" : text.includes("crow") || text.includes("raven") ? "black" : "white"} bird`,
        ),
      );
    else pen.within(x, base, unit, () => hero(pen, random));
    pen.lift = 0;
  });
}
